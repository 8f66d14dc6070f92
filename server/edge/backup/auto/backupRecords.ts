import { z } from 'zod';
import {
  type BackupRow,
  type BackupSettings,
  backupDefaults,
  backupFailure,
  backupName,
  backupSettings,
} from '../../../../contract/entities/site/backup.ts';
import * as settings from '../../../platform/config/setting.repository.ts';
import type { Db, DbOrTx } from '../../../platform/db/client.ts';
import type { StoredFile } from './backupFolder.ts';

const SETTINGS_KEY = 'backup_settings';
const RECORDS_KEY = 'backup_book';

/** A job that was begun and continues after a restart. Times in ms since 1970. */
const job = z.object({
  kind: z.enum(['backup', 'trial']),
  name: backupName,
  began_at: z.number(),
  by: z.string(),
  /** Number of starts of the job, the first one included. */
  attempt: z.number().int(),
});
export type StoredJob = z.output<typeof job>;

const recordsSchema = z.object({
  /** Time from which backups are to be made; null: none are. */
  since: z.number().nullable(),
  /** Backups by name; `verified`: written by this server, others once they were restored in trial. */
  made: z.record(
    backupName,
    z.object({
      made_at: z.number(),
      verified: z.boolean(),
      trial: z.enum(['none', 'worked', 'failed']),
      tried_at: z.number().nullable(),
      /** Null: not written by this server, or by an older version, and not restored in trial since. */
      sha256: z.string().nullable().default(null),
    }),
  ),
  job: job.nullable(),
  failure: backupFailure.nullable(),
  trial_failure: backupFailure.nullable(),
  /** Time at which a failed backup is tried again. */
  retry_at: z.number(),
});
/** Records of the server on its backups, kept in the database beside the files. */
export type BackupRecords = z.output<typeof recordsSchema>;

const noRecords: BackupRecords = {
  since: null,
  made: {},
  job: null,
  failure: null,
  trial_failure: null,
  retry_at: 0,
};

/** Reads settings that another version may have stored: a part that cannot be read counts as not set. */
export async function readSettings(db: Db): Promise<BackupSettings> {
  const stored = backupSettings.partial().safeParse(await settings.get(db, SETTINGS_KEY));
  return { ...backupDefaults, ...(stored.success ? stored.data : {}) } as BackupSettings;
}

export async function writeSettings(tx: DbOrTx, values: BackupSettings): Promise<void> {
  await settings.put(tx, SETTINGS_KEY, values);
}

export async function readRecords(db: Db): Promise<BackupRecords> {
  const stored = recordsSchema.safeParse(await settings.get(db, RECORDS_KEY));
  return stored.success ? stored.data : structuredClone(noRecords);
}

export async function writeRecords(db: Db, values: BackupRecords): Promise<void> {
  await settings.put(db, RECORDS_KEY, values);
}

/**
 * Rows of the files with their records, newest first. A file that another server has made is not verified.
 */
export function rowsOf(files: readonly StoredFile[], { made }: BackupRecords): BackupRow[] {
  return files
    .map(({ name, size }) => {
      const known = made[name];
      return {
        name,
        size,
        made_at: Math.floor((known?.made_at ?? momentOf(name)) / 1000),
        verified: known?.verified ?? false,
        trial: known?.trial ?? ('none' as const),
        tried_at: known?.tried_at == null ? null : Math.floor(known.tried_at / 1000),
        sha256: known?.sha256 ?? null,
      };
    })
    .sort((a, b) => b.made_at - a.made_at);
}

/** Name of the backup of a moment (ms since 1970): `tocsin-20261122T023000Z.tar`. */
export function nameOf(moment: number): string {
  return `tocsin-${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.tar`;
}

/** Moment in the name of a backup, ms since 1970. */
export function momentOf(name: string): number {
  const [, date = '', time = ''] = /^tocsin-(\d{8})T(\d{6})Z/.exec(name) ?? [];
  const iso = date.replace(/(....)(..)(..)/, '$1-$2-$3T') + time.replace(/(..)(..)(..)/, '$1:$2:$3Z');
  return Date.parse(iso) || 0;
}
