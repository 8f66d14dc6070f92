import { and, asc, desc, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import { type UpgradeStep, upgradeBatchState } from '../../../contract/codes.ts';
import type { UpgradeQuery, UpgradeTerminal } from '../../../contract/entities/terminals/upgrade.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { holdsPlainly } from '../../platform/db/searchText.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { upgrade, upgradeTerminal } from './upgrade.table.ts';

export type UpgradeRow = typeof upgrade.$inferSelect;
export type UpgradeTerminalRow = typeof upgradeTerminal.$inferSelect;
export type NewUpgrade = Omit<typeof upgrade.$inferInsert, 'id'>;
export type NewUpgradeTerminal = Omit<typeof upgradeTerminal.$inferInsert, 'id' | 'upgrade'>;

/** Condition: terminals of the caller's zones, and those without a zone. */
function seenFrom(scope: Scope): SQL | undefined {
  if (scope.all === true) return undefined;
  return sql`(${upgradeTerminal.org} is null or ${upgradeTerminal.org} = any(${sql.param([...scope.ids])}::int[]))`;
}

/** Condition: batches with at least one visible terminal. */
function batchSeen(scope: Scope): SQL | undefined {
  const seen = seenFrom(scope);
  return (
    seen &&
    sql`exists (select 1 from ${upgradeTerminal} where ${upgradeTerminal.upgrade} = ${upgrade.id} and ${seen})`
  );
}

/** Batches, newest first, one more than `limit` when there are more. */
export function list(db: DbOrTx, scope: Scope, query: UpgradeQuery): Promise<UpgradeRow[]> {
  const { before, limit, q, state, feature_code, upgrade_file } = query;
  return db
    .select()
    .from(upgrade)
    .where(
      and(
        batchSeen(scope),
        before === undefined ? undefined : lt(upgrade.id, before),
        state === undefined ? undefined : eq(upgrade.state, state),
        feature_code === undefined ? undefined : eq(upgrade.feature_code, feature_code),
        upgrade_file === undefined ? undefined : eq(upgrade.upgrade_file, upgrade_file),
        holdsPlainly([upgrade.upgrade_pack_name, upgrade.version, upgrade.creator], q),
      ),
    )
    .orderBy(desc(upgrade.id))
    .limit(limit + 1);
}

export async function one(db: DbOrTx, scope: Scope, id: number): Promise<UpgradeRow | undefined> {
  const rows = await db
    .select()
    .from(upgrade)
    .where(and(eq(upgrade.id, id), batchSeen(scope)));
  return rows[0];
}

/** Visible terminals of batches, in the order of their waves. */
export function terminalsOf(db: DbOrTx, scope: Scope, ids: readonly number[]): Promise<UpgradeTerminalRow[]> {
  return db
    .select()
    .from(upgradeTerminal)
    .where(and(inArray(upgradeTerminal.upgrade, [...ids]), seenFrom(scope)))
    .orderBy(asc(upgradeTerminal.wave), asc(upgradeTerminal.id));
}

export interface Counted {
  upgrade: number;
  wave: number;
  status: UpgradeStep;
  n: number;
}
/** Number of visible terminals of batches, by wave and status. */
export async function counts(db: DbOrTx, scope: Scope, ids: readonly number[]): Promise<Counted[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      upgrade: upgradeTerminal.upgrade,
      wave: upgradeTerminal.wave,
      status: upgradeTerminal.status,
      n: sql<number>`count(*)::int`,
    })
    .from(upgradeTerminal)
    .where(and(inArray(upgradeTerminal.upgrade, [...ids]), seenFrom(scope)))
    .groupBy(upgradeTerminal.upgrade, upgradeTerminal.wave, upgradeTerminal.status);
}

export function open(db: DbOrTx): Promise<UpgradeRow[]> {
  return db.select().from(upgrade).where(ne(upgrade.state, upgradeBatchState.ended)).orderBy(asc(upgrade.id));
}

/** Stores a batch. @throws a unique violation when a terminal is in another open batch */
export async function insert(
  tx: DbOrTx,
  row: NewUpgrade,
  terminals: readonly NewUpgradeTerminal[],
): Promise<{ row: UpgradeRow; terminals: UpgradeTerminalRow[] }> {
  const [made] = await tx.insert(upgrade).values(row).returning();
  if (made === undefined) throw new Error('an insert returned no row');
  const stored = await tx
    .insert(upgradeTerminal)
    .values(terminals.map((one) => ({ ...one, upgrade: made.id })))
    .returning();
  return { row: made, terminals: stored };
}

export async function update(tx: DbOrTx, { id, ...row }: UpgradeRow): Promise<void> {
  const { state, paused_by, ended_at, failures } = row;
  await tx.update(upgrade).set({ state, paused_by, ended_at, failures }).where(eq(upgrade.id, id));
}

export async function updateTerminal(tx: DbOrTx, { id, ...row }: UpgradeTerminalRow): Promise<void> {
  const { status, progress, from_version, reason, detail, began_at, ended_at } = row;
  await tx
    .update(upgradeTerminal)
    .set({ status, progress, from_version, reason, detail, began_at, ended_at })
    .where(eq(upgradeTerminal.id, id));
}

/** Deletes batches that ended before a time, epoch seconds, at most `limit`; returns their number. */
export async function removeOld(db: DbOrTx, before: number, limit: number): Promise<number> {
  const old = db
    .select({ id: upgrade.id })
    .from(upgrade)
    .where(and(eq(upgrade.state, upgradeBatchState.ended), lt(upgrade.ended_at, before)))
    .limit(limit);
  const { rowCount } = await db.delete(upgrade).where(inArray(upgrade.id, old));
  return rowCount ?? 0;
}

/** Terminal of a batch for responses. */
export function presentTerminal(row: UpgradeTerminalRow): UpgradeTerminal {
  return { ...row, kind: 'terminal' };
}
