import { z } from 'zod';
import {
  codeValues,
  textBuildStatus,
  upgradeBatchState,
  upgradeFeature,
  upgradeReason,
  upgradeStep,
} from '../codes.ts';
import { idSchema, keyQuery } from '../envelope.ts';
import { requestNames } from '../requestNames.ts';
import { ruleMessage } from '../ruleMessage.ts';
import { defineEntity } from './entity.ts';
import { terminalKindNames } from './terminal.ts';

const feature = z.enum(codeValues(upgradeFeature));
const nameRequired = ruleMessage('rules.required', { field: 'field.name' });

/** An upgrade file (spec 3): a package of docs/upgrade-package.md that was taken in whole. */
export const upgradeFileEntity = defineEntity({
  path: 'upgrade_file',
  key: 'upgrade_file',
  row: z.object({
    id: z.number().int(),
    /** As the package calls itself, until somebody names it otherwise. */
    name: z.string(),
    original_name: z.string(),
    version: z.string(),
    feature_code: feature,
    /** The oldest version that may be upgraded by it; null: any. */
    min_version: z.string().nullable(),
    /** Bytes of the whole file, and its SHA-256, hex. */
    size: z.number().int(),
    sha256: z.string(),
    /**
     * `built` once it is checked. After a start of the server its bytes are checked again (`waiting`, `building`);
     * `failed`: they are lost or no longer the same, `build_reason` says which.
     */
    build_status: z.enum(codeValues(textBuildStatus)),
    /** In the reader's language; empty unless failed. */
    build_reason: z.string(),
    /** The public key that signed it, base64, and the name under which the site trusts it; null: it is not trusted. */
    signer_key: z.string(),
    signer: z.string().nullable(),
    /** Terminals of the kind that the reader sees: with this version, and all. */
    running: z.number().int(),
    terminals: z.number().int(),
    rev: z.number().int(),
    created_at: z.number().int(),
  }),
  create: z.object({}),
  patch: z.object({ name: z.string().trim().min(1, nameRequired).max(100).optional() }),
  filter: z.object({ feature_code: feature.optional() }),
  sortable: ['created_at', 'name', 'version', 'feature_code', 'size'],
  searchable: ['name', 'original_name', 'version'],
});
export type UpgradeFile = z.output<typeof upgradeFileEntity.row>;

/** `POST /v1/upgrade_file/upload` (multipart/form-data): one package. 409 for a version that is there already. */
export const upgradeUploadValue = upgradeFileEntity.row;

/** `GET /v1/upgrade_file/versions`: which versions the terminals that the caller sees run, the most first. */
export const upgradeVersionsValue = z.object({
  rows: z.array(
    z.object({
      feature_code: feature,
      version: z.string(),
      terminals: z.number().int(),
      online: z.number().int(),
    }),
  ),
});
export type UpgradeVersions = z.output<typeof upgradeVersionsValue>;

/** Terminals of one batch at most. */
export const MAX_UPGRADED = 5_000;
/** Sizes of the waves; what is left over comes in a last one. */
export const firstWaves = [1, 10] as const;
const waves = z.array(z.number().int().min(1).max(MAX_UPGRADED)).max(20);

/** `POST /v1/upgrade`: begins a batch. All or nothing: one terminal that cannot be upgraded, and none is. */
export const upgradeCreate = z.object({
  upgrade_file: idSchema,
  terminals: z.array(idSchema).max(MAX_UPGRADED),
  waves: waves.default([...firstWaves]),
  /** The batch pauses once so many of its terminals have failed. */
  failure_limit: z.number().int().min(1).max(MAX_UPGRADED).default(1),
});
export type UpgradeCreate = z.input<typeof upgradeCreate>;

/** `POST /v1/upgrade/:id/:action`. */
export const upgradeAct = z.object(requestNames).nullish();

/** `POST /v1/upgrade/check`: what stands against it, a line for each terminal that cannot be upgraded now. */
export const upgradeCheckBody = upgradeCreate.pick({ upgrade_file: true, terminals: true });
export const upgradeCheckValue = z.object({
  /** What stands against the whole: nothing selected, an untrusted package; null: nothing. */
  fault: z.string().nullable(),
  terminals: z.array(z.object({ id: z.number().int(), message: z.string() })),
});
export type UpgradeCheck = z.output<typeof upgradeCheckValue>;

/** An upgrade record (spec 3): a batch, with its terminals counted as far as the reader sees them. */
export const upgradeRow = z.object({
  id: z.number().int(),
  upgrade_file: z.number().int().nullable(),
  upgrade_pack_name: z.string(),
  version: z.string(),
  feature_code: feature,
  /** The kind of terminal that the package is for. */
  device_type: z.enum(terminalKindNames),
  creator: z.string(),
  /** Epoch seconds; `ended_at` null: it is not over. */
  created_at: z.number().int(),
  ended_at: z.number().int().nullable(),
  state: z.enum(codeValues(upgradeBatchState)),
  /** Why it is paused: a person (their name) or the limit of failures (empty); null: it is not. */
  paused_by: z.string().nullable(),
  waves: z.array(z.number().int()),
  /** The wave under way, from 1; `wave_count` with the last one that takes what is left over. */
  wave: z.number().int(),
  wave_count: z.number().int(),
  failure_limit: z.number().int(),
  total: z.number().int(),
  /** How many stand where. */
  counts: z.partialRecord(z.enum(codeValues(upgradeStep)), z.number().int()),
});
export type Upgrade = z.output<typeof upgradeRow>;

/** `GET /v1/upgrade`: newest first, by key. */
export const upgradeQuery = keyQuery.extend({
  /** In the names of package and creator. */
  q: z.string().max(200).optional(),
  state: z.enum(codeValues(upgradeBatchState)).optional(),
  feature_code: feature.optional(),
  upgrade_file: idSchema.optional(),
});
export type UpgradeQuery = z.output<typeof upgradeQuery>;

/** One terminal of a batch: `GET /v1/upgrade/:id/terminals`, and `kind: 'terminal'` of the topic `upgrade`. */
export const upgradeTerminalRow = z.object({
  id: z.number().int(),
  kind: z.literal('terminal'),
  upgrade: z.number().int(),
  terminal_id: z.number().int(),
  /** As they were when the batch was begun. */
  name: z.string(),
  code: z.string(),
  org: z.number().int().nullable(),
  wave: z.number().int(),
  status: z.enum(codeValues(upgradeStep)),
  /** Of the download, percent. */
  progress: z.number().int(),
  from_version: z.string(),
  /** Why it waits or has failed; null: nothing to say. `detail`: a version, or what the terminal said itself. */
  reason: z.enum(codeValues(upgradeReason)).nullable(),
  detail: z.string(),
  began_at: z.number().int().nullable(),
  ended_at: z.number().int().nullable(),
});
export type UpgradeTerminal = z.output<typeof upgradeTerminalRow>;

/** `GET /v1/upgrade/:id/terminals`: those that the caller sees, in the order of their waves. */
export const upgradeTerminalsValue = z.object({ rows: z.array(upgradeTerminalRow) });

/**
 * A batch as a row of the topic `upgrade`, among its terminals: its id is negated, so that it is none of theirs. The
 * topic holds batches that are not over and the last ones that ended since the server's start.
 */
export interface UpgradeLive extends Record<string, unknown> {
  id: number;
  kind: 'batch';
  org: readonly number[] | null;
  /** Of the batch. */
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
