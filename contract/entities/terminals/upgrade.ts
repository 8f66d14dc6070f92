import { z } from 'zod';
import { idSchema, keyQuery } from '../../api/envelope.ts';
import { requestNames } from '../../api/requestNames.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import {
  codeValues,
  textBuildStatus,
  upgradeBatchState,
  upgradeFeature,
  upgradeReason,
  upgradeStep,
} from '../../codes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { lengthMessage, ruleMessage } from '../../rules/ruleMessage.ts';
import { defineEntity } from '../entity.ts';
import { terminalKindNames } from './terminalKind.ts';

const feature = z.enum(codeValues(upgradeFeature));
const nameRequired = ruleMessage('rules.required', { field: 'field.name' });

/** An upgrade file: a completely received package in the format of docs/protocols/upgrade-package.md. */
export const upgradeFileEntity = defineEntity({
  path: 'upgrade_file',
  key: 'upgrade_file',
  noun: {
    one: 'upgrade file',
    many: 'upgrade files',
    about: 'An upgrade file is a signed package of software for terminals.',
    removal: 'A file of an upgrade under way cannot be deleted.',
    failures: { remove: { conflict: ['upgrade.inUse'] } },
  },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    name: z.string().describe(fieldText.name),
    original_name: z.string().describe(fieldText.original_name),
    version: z.string().describe(fieldText.version),
    feature_code: feature.describe(fieldText.feature_code),
    min_version: z.string().nullable().describe(fieldText.min_version),
    size: z.number().int().describe(fieldText.size),
    sha256: z.string().describe(fieldText.sha256),
    build_status: z
      .enum(codeValues(textBuildStatus))
      .describe(`State of the check: ${codes(meaningOf.buildStatus)}.`),
    build_reason: z.string().describe('Why it failed, in the language of the request; empty: it did not.'),
    signer_key: z.string().describe('Public key that signed it, base64.'),
    signer: z
      .string()
      .nullable()
      .describe('Name under which the site trusts that key; null: it is not trusted.'),
    running: z.number().int().describe('Number of terminals that run this version.'),
    terminals: z.number().int().describe('Number of terminals of the kind that the caller sees.'),
    rev: z.number().int().describe(fieldText.rev),
    created_at: z.number().int().describe('Creation or start, epoch s.'),
  }),
  create: z.object({}),
  patch: z.object({
    name: z
      .string()
      .trim()
      .min(1, nameRequired)
      .max(100, lengthMessage(100))
      .optional()
      .describe(fieldText.name),
  }),
  filter: z.object({ feature_code: feature.optional().describe(fieldText.feature_code) }),
  sortable: ['created_at', 'name', 'version', 'feature_code', 'size'],
  searchable: ['name', 'original_name', 'version'],
});
export type UpgradeFile = z.output<typeof upgradeFileEntity.row>;

/** `POST /v1/upgrade_file/upload` (multipart/form-data): one package. 409 for a version that exists already. */
export const upgradeUploadValue = upgradeFileEntity.row;

/** `GET /v1/upgrade_file/versions`: versions of the terminals that the caller sees, the most frequent first. */
export const upgradeVersionsValue = z.object({
  rows: z
    .array(
      z.object({
        feature_code: feature.describe(fieldText.feature_code),
        version: z.string().describe(fieldText.version),
        terminals: z.number().int().describe('Number of terminals of the kind that the caller sees.'),
        online: z.number().int().describe('Number of these terminals that are connected.'),
      }),
    )
    .describe('Rows.'),
});
export type UpgradeVersions = z.output<typeof upgradeVersionsValue>;

/** Largest number of terminals in one batch. */
export const MAX_UPGRADED = 5_000;
/** Initial sizes of the waves; the remaining terminals form a last one. */
export const firstWaves = [1, 10] as const;
const waves = z.array(z.number().int().min(1).max(MAX_UPGRADED)).max(20);

/** `POST /v1/upgrade`: starts a batch. It is refused as a whole if one terminal cannot be upgraded. */
export const upgradeCreate = z.object({
  upgrade_file: idSchema.describe(fieldText.upgrade_file),
  terminals: z.array(idSchema).max(MAX_UPGRADED).describe('Ids of the terminals to be upgraded.'),
  waves: waves.default([...firstWaves]).describe(fieldText.waves),
  failure_limit: z.number().int().min(1).max(MAX_UPGRADED).default(1).describe(fieldText.failure_limit),
  older_version: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe(
      'Version of the package, repeated as a confirmation: needed to downgrade a terminal that runs a newer one.',
    ),
});
export type UpgradeCreate = z.input<typeof upgradeCreate>;

/** `POST /v1/upgrade/:id/:action`. */
export const upgradeAct = z.object(requestNames).nullish();

/** `POST /v1/upgrade/check`: obstacles, a line for each terminal that cannot be upgraded now. */
export const upgradeCheckBody = upgradeCreate.pick({ upgrade_file: true, terminals: true });
export const upgradeCheckValue = z.object({
  fault: z
    .string()
    .nullable()
    .describe('Reason against the whole upgrade, in the language of the request; null: none.'),
  terminals: z
    .array(
      z.object({
        id: z.number().int().describe(fieldText.id),
        message: z.string().describe(fieldText.message),
      }),
    )
    .describe('Terminals that cannot be upgraded now, and why.'),
  older: z
    .object({
      version: z.string().describe('Version of the package.'),
      terminals: z.number().int().describe('Number of the terminals that run a newer one.'),
    })
    .nullable()
    .describe('They are downgraded only if `older_version` is this version; null: none runs a newer one.'),
});
export type UpgradeCheck = z.output<typeof upgradeCheckValue>;

/** An upgrade record: a batch with the counts of its terminals that the reader sees. */
export const upgradeRow = z.object({
  id: z.number().int().describe(fieldText.id),
  upgrade_file: z.number().int().nullable().describe(fieldText.upgrade_file),
  upgrade_pack_name: z.string().describe('Name of the package.'),
  version: z.string().describe(fieldText.version),
  feature_code: feature.describe(fieldText.feature_code),
  device_type: z.enum(terminalKindNames).describe(`Kind of terminal: ${codes(meaningOf.kind)}.`),
  creator: z.string().describe('Name of the person who started it.'),
  created_at: z.number().int().describe('Creation or start, epoch s.'),
  ended_at: z.number().int().nullable().describe(fieldText.ended_at),
  state: z.enum(codeValues(upgradeBatchState)).describe(`State: ${codes(meaningOf.upgradeState)}.`),
  paused_by: z
    .string()
    .nullable()
    .describe('Name of the person who paused it; empty: the limit of failures; null: not paused.'),
  waves: z.array(z.number().int()).describe(fieldText.waves),
  wave: z.number().int().describe(fieldText.wave),
  wave_count: z.number().int().describe('Number of waves.'),
  failure_limit: z.number().int().describe(fieldText.failure_limit),
  total: z.number().int().describe('Number of terminals.'),
  counts: z
    .partialRecord(z.enum(codeValues(upgradeStep)), z.number().int())
    .describe(`Number of terminals by step: ${codes(meaningOf.upgradeStep)}.`),
});
export type Upgrade = z.output<typeof upgradeRow>;

/** `GET /v1/upgrade`: newest first, by key. */
export const upgradeQuery = keyQuery.extend({
  q: z.string().max(200).optional().describe('Search text in the names of package and creator.'),
  state: z
    .enum(codeValues(upgradeBatchState))
    .optional()
    .describe(`State: ${codes(meaningOf.upgradeState)}.`),
  feature_code: feature.optional().describe(fieldText.feature_code),
  upgrade_file: idSchema.optional().describe(fieldText.upgrade_file),
});
export type UpgradeQuery = z.output<typeof upgradeQuery>;

/** One terminal of a batch: `GET /v1/upgrade/:id/terminals`, and `kind: 'terminal'` of the topic `upgrade`. */
export const upgradeTerminalRow = z.object({
  id: z.number().int().describe(fieldText.id),
  kind: z.literal('terminal').describe('Always `terminal`.'),
  upgrade: z.number().int().describe('Id of the upgrade.'),
  terminal_id: z.number().int().describe(fieldText.terminal_id),
  name: z.string().describe(fieldText.name),
  code: z.string().describe(fieldText.code),
  org: z.number().int().nullable().describe('Id of the zone of the terminal; null: the whole site.'),
  wave: z.number().int().describe(fieldText.wave),
  status: z.enum(codeValues(upgradeStep)).describe(`Step: ${codes(meaningOf.upgradeStep)}.`),
  progress: z.number().int().describe('Progress of the download, %.'),
  from_version: z.string().describe('Version that it had before.'),
  reason: z
    .enum(codeValues(upgradeReason))
    .nullable()
    .describe(`Why it waits or failed: ${codes(meaningOf.upgradeReason)}; null: none.`),
  detail: z.string().describe('A version, or the error that the terminal has reported.'),
  began_at: z.number().int().nullable().describe('Begin, epoch s; null: not begun.'),
  ended_at: z.number().int().nullable().describe(fieldText.ended_at),
});
export type UpgradeTerminal = z.output<typeof upgradeTerminalRow>;

/** `GET /v1/upgrade/:id/terminals`: those that the caller sees, in the order of their waves. */
export const upgradeTerminalsValue = z.object({ rows: z.array(upgradeTerminalRow).describe('Rows.') });

/**
 * A batch as a row of the topic `upgrade`, which also holds its terminals: its id is negated to differ from theirs.
 * The topic holds running batches and the last ones that ended since the start of the server.
 */
export interface UpgradeLive extends Record<string, unknown> {
  id: number;
  kind: 'batch';
  org: readonly number[] | null;
  /** Id of the batch. */
  upgrade: number;
  state: Upgrade['state'];
  paused_by: string | null;
  wave: number;
  wave_count: number;
  ended_at: number | null;
  upgrade_pack_name: string;
  version: string;
  feature_code: Upgrade['feature_code'];
}
export type UpgradeTopicRow = UpgradeLive | UpgradeTerminal;
/** Id of the live row of a batch. */
export const upgradeLiveId = (upgrade: number): number => -upgrade;
