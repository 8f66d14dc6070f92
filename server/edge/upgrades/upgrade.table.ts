import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type {
  UpgradeBatchState,
  UpgradeFeature,
  UpgradeReason,
  UpgradeStep,
} from '../../../contract/codes.ts';
import { createdAt, epochSeconds, id, rev } from '../../platform/db/columns.ts';

/** Upgrade packages (contract/entities/terminals/upgrade.ts). */
export const upgradeFile = pgTable(
  'upgrade_file',
  {
    id: id(),
    name: text('name').notNull(),
    original_name: text('original_name').notNull(),
    version: text('version').notNull(),
    feature_code: text('feature_code').$type<UpgradeFeature>().notNull(),
    min_version: text('min_version'),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    signer_key: text('signer_key').notNull(),
    signature: text('signature').notNull(),
    build_status: text('build_status').$type<'waiting' | 'building' | 'built' | 'failed'>().notNull(),
    /** Message key; empty unless failed. */
    build_error: text('build_error').notNull().default(''),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('upgrade_file_version').on(t.feature_code, t.version)],
);

/** Upgrade batches. Their data on package and terminals outlives both. */
export const upgrade = pgTable(
  'upgrade',
  {
    id: id(),
    upgrade_file: integer('upgrade_file').references(() => upgradeFile.id, { onDelete: 'set null' }),
    upgrade_pack_name: text('upgrade_pack_name').notNull(),
    version: text('version').notNull(),
    feature_code: text('feature_code').$type<UpgradeFeature>().notNull(),
    creator: text('creator').notNull(),
    created_at: createdAt(),
    ended_at: epochSeconds('ended_at'),
    state: text('state').$type<UpgradeBatchState>().notNull(),
    paused_by: text('paused_by'),
    waves: integer('waves').array().notNull(),
    wave_count: smallint('wave_count').notNull(),
    failure_limit: integer('failure_limit').notNull(),
    /** Failures since a person last resumed it; the limit applies to these. */
    failures: integer('failures').notNull().default(0),
  },
  (t) => [index('upgrade_open').on(t.id).where(sql`state <> 'ended'`), index().on(t.ended_at)],
);

export const upgradeTerminal = pgTable(
  'upgrade_terminal',
  {
    id: id(),
    upgrade: integer('upgrade')
      .notNull()
      .references(() => upgrade.id, { onDelete: 'cascade' }),
    terminal_id: integer('terminal_id').notNull(),
    name: text('name').notNull(),
    code: text('code').notNull(),
    org: integer('org'),
    wave: integer('wave').notNull(),
    status: text('status').$type<UpgradeStep>().notNull(),
    progress: smallint('progress').notNull().default(0),
    from_version: text('from_version').notNull(),
    reason: text('reason').$type<UpgradeReason>(),
    detail: text('detail').notNull().default(''),
    began_at: epochSeconds('began_at'),
    ended_at: epochSeconds('ended_at'),
  },
  (t) => [
    index().on(t.upgrade, t.wave),
    index().on(t.org),
    // A terminal is in one open upgrade at most.
    uniqueIndex('upgrade_terminal_open')
      .on(t.terminal_id)
      .where(sql`status in ('waiting', 'updating', 'preparing_to_restart', 'restarting')`),
  ],
);
