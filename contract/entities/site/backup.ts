import { z } from 'zod';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { backupKind, backupReason, backupRhythm, backupStage, backupTrial } from '../../fieldCodes.ts';
import { fieldText } from '../../rules/fieldText.ts';

/** `PATCH /v1/backup/settings` takes any of these. */
export const backupSettings = z.object({
  enabled: z.boolean().describe('Whether the server makes backups by itself.'),
  folder: z
    .string()
    .trim()
    .max(500)
    .describe(
      'Folder on the machine of the server, absolute and outside of its data folder; empty: none yet.',
    ),
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)
    .describe('Time of day in the time zone of the site, `HH:MM:SS`.'),
  rhythm: backupRhythm.describe(`On which days: ${codes(meaningOf.backupRhythm)}.`),
  every_days: z.number().int().min(1).max(31).describe('Days from one backup to the next.'),
  weekdays: z.array(z.number().int().min(0).max(6)).min(1).max(7).describe('Weekdays, 0 is Sunday.'),
  keep_last: z.number().int().min(1).max(365).describe('Number of the newest backups that are kept.'),
  keep_weekly: z
    .number()
    .int()
    .min(0)
    .max(520)
    .describe('Number of weeks of which the newest backup is kept as well.'),
  keep_monthly: z
    .number()
    .int()
    .min(0)
    .max(240)
    .describe('Number of months of which the newest backup is kept as well.'),
  keys: z
    .boolean()
    .describe(
      'Whether they contain the private key of the self-signed certificate and the key of the secrets of integrations.',
    ),
  trial_days: z
    .number()
    .int()
    .min(1)
    .max(3650)
    .describe('Days without a trial restore after which a fault is reported.'),
});
export type BackupSettings = z.output<typeof backupSettings>;

export const backupSettingsPatch = backupSettings.partial();
export type BackupSettingsPatch = z.output<typeof backupSettingsPatch>;

export const backupDefaults: BackupSettings = {
  enabled: false,
  folder: '',
  at: '02:30:00',
  rhythm: 'days',
  every_days: 1,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  keep_last: 7,
  keep_weekly: 4,
  keep_monthly: 6,
  keys: false,
  trial_days: 90,
};

/** Name of a backup: its time in UTC. */
export const backupName = z
  .string()
  .regex(/^tocsin-\d{8}T\d{6}Z\.tar$/)
  .describe('Name of the file: the moment at which it was begun, in UTC.');

/** Reason of a failure: `need_mb` and `free_mb` with `no_room`, `detail` in English with `damaged` and `failed`. */
export const backupFailure = z.object({
  at: z.number().int().describe(fieldText.at),
  reason: backupReason.describe(`Why: ${codes(meaningOf.backupReason)}.`),
  need_mb: z.number().int().describe('Space that it needs, MB; 0: not known.'),
  free_mb: z.number().int().describe('Space that is free, MB; 0: not known.'),
  detail: z.string().describe('Output of the program, in English; empty: none.'),
});
export type BackupFailure = z.output<typeof backupFailure>;

export const backupJob = z.object({
  kind: backupKind.describe(`What is done: ${codes(meaningOf.backupKind)}.`),
  name: backupName,
  began_at: z.number().int().describe('When it began, epoch s.'),
  by: z.string().describe('Login name of the person who started it; empty: the schedule.'),
  stage: backupStage.describe(`Stage: ${codes(meaningOf.backupStage)}.`),
  done_bytes: z.number().int().describe('Bytes written so far, while it writes.'),
  total_bytes: z.number().int().describe('Estimate of the bytes it will write; 0: not known.'),
});
export type BackupJob = z.output<typeof backupJob>;

export const backupRow = z.object({
  name: backupName,
  made_at: z.number().int().describe('Moment of its content, epoch s.'),
  size: z.number().int().describe('Bytes.'),
  verified: z
    .boolean()
    .describe('Whether this server has written and verified it; others are never deleted automatically.'),
  trial: backupTrial.describe(`Outcome of the last trial restore: ${codes(meaningOf.backupTrial)}.`),
  tried_at: z.number().int().nullable().describe('When it was last restored in trial, epoch s; null: never.'),
  sha256: z
    .string()
    .nullable()
    .describe(
      'SHA-256 of the file when it was verified, hex; null: not known, for example a file of another server before its first trial restore.',
    ),
});
export type BackupRow = z.output<typeof backupRow>;

/** `GET /v1/backup`, and the answer of every other operation on backups. */
export const backupOverview = z.object({
  settings: backupSettings.describe('The settings.'),
  next_at: z.number().int().nullable().describe('When the next one is due, epoch s; null: never.'),
  free_bytes: z.number().int().nullable().describe('Free space in the folder, bytes; null: not known.'),
  place_reason: backupReason
    .nullable()
    .describe(`Why the folder cannot be used now: ${codes(meaningOf.backupReason)}; null: it can.`),
  job: backupJob.nullable().describe('Current job; null: none.'),
  failure: backupFailure.nullable().describe('Why the last backup failed; null: it did not.'),
  trial_failure: backupFailure.nullable().describe('Why the last trial restore failed; null: it did not.'),
  rows: z.array(backupRow).describe('Backups in the folder, newest first.'),
});
export type BackupOverview = z.output<typeof backupOverview>;
