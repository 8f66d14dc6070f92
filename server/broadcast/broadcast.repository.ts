import { and, asc, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { AppError, errorCode } from '../../contract/errors.ts';
import type { Db, DbOrTx } from '../db/client.ts';
import { account, broadcast, broadcastTarget, file, terminal } from '../db/schema.ts';
import { holdsText, searchPattern } from '../db/searchText.ts';
import { totalOf } from '../db/total.ts';
import type { BroadcastStore } from './ports.ts';
import { insertTargets, writeProofs } from './proofs.repository.ts';
import type { BroadcastRow, BroadcastTargetInit } from './runningBroadcast.ts';
import { readReason } from './target.ts';

const idsParam = (ids: readonly number[]) => sql`any(${sql.param([...ids])}::int[])`;

export type NewBroadcast = typeof broadcast.$inferInsert;

/** Holds files against deletion until the transaction ends. @throws AppError 404 for one that is gone already */
async function holdFiles(tx: DbOrTx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const held = await tx
    .select({ id: file.id })
    .from(file)
    .where(inArray(file.id, [...ids]))
    .orderBy(asc(file.id))
    .for('share');
  if (held.length < new Set(ids).size) throw new AppError(errorCode.notFound, 'common.notFound');
}

/**
 * Stores a started broadcast and its targets. Its files are held meanwhile, so that none of them can be deleted
 * between the look at it and the row that forbids it.
 * @throws AppError 404 for a file or a terminal that is gone
 */
export async function insert(
  tx: DbOrTx,
  values: NewBroadcast,
  terminals: readonly number[],
): Promise<BroadcastRow> {
  await holdFiles(
    tx,
    values.items.flatMap((item) => item.file_id ?? []),
  );
  const [row] = await tx.insert(broadcast).values(values).returning();
  if (row === undefined) throw new Error('an insert returned no row');
  if ((await insertTargets(tx, row.id, terminals)) < terminals.length)
    throw new AppError(errorCode.notFound, 'common.notFound');
  return row;
}

/** What the engine keeps of a running broadcast. */
export function broadcastStore(db: Db): BroadcastStore {
  return {
    async save(id, state) {
      await db
        .update(broadcast)
        .set({ ...state, rev: sql`${broadcast.rev} + 1` })
        .where(eq(broadcast.id, id));
    },
    saveProofs: (id, proofs) => writeProofs(db, id, proofs),
    running: () => running(db),
  };
}

async function running(db: Db) {
  const rows = await db
    .select({ row: broadcast, by: account.name })
    .from(broadcast)
    .leftJoin(account, eq(account.id, broadcast.started_by))
    .where(ne(broadcast.state, 'ended'))
    .orderBy(asc(broadcast.id));
  if (rows.length === 0) return [];
  const ids = rows.map(({ row }) => row.id);
  const all = await db
    .select({
      broadcast: broadcastTarget.broadcast_id,
      id: terminal.id,
      org: terminal.org,
      reason: broadcastTarget.reason,
      heard: {
        first_sound_at: broadcastTarget.first_sound_at,
        played_ms: broadcastTarget.played_ms,
        received: broadcastTarget.received,
        lost: broadcastTarget.lost,
        late: broadcastTarget.late,
      },
    })
    .from(broadcastTarget)
    .innerJoin(terminal, eq(terminal.id, broadcastTarget.terminal_id))
    .where(inArray(broadcastTarget.broadcast_id, ids));
  const targets = new Map<number, BroadcastTargetInit[]>(ids.map((id) => [id, []]));
  for (const { broadcast: id, id: terminal_id, org, reason, heard } of all) {
    if (!readReason(reason).left) targets.get(id)?.push({ terminal_id, org, heard });
  }
  return rows.map(({ row, by }) => ({ row, startedBy: by ?? '', targets: targets.get(row.id) ?? [] }));
}

export interface History {
  state?: 'on_air' | 'ended' | undefined;
  q?: string | undefined;
  sort: string;
  /** Zones of the caller; null: all. */
  zones: readonly number[] | null;
  limit: number;
  offset: number;
}

/** A sum over the zones of a run. */
const sumOf = (column: SQL) =>
  sql<number>`(select coalesce(sum(${column}), 0)::int from broadcast_org o where o.broadcast_id = ${broadcast.id})`;
const summary = {
  row: broadcast,
  by: account.name,
  targets: sumOf(sql`o.targets`),
  heard: sumOf(sql`o.heard`),
  missed: sumOf(sql`o.missed`),
};
export type Summary = {
  row: BroadcastRow;
  by: string | null;
  targets: number;
  heard: number;
  missed: number;
};

/** What was on the air: a run that was missed, failed or only commanded something is in the task log alone. */
const sounded = or(
  isNull(broadcast.end_reason),
  notInArray(broadcast.end_reason, ['missed', 'failed', 'done', 'offline']),
);

/** Seen by whoever may see one of the zones in which it ran (design 9; decision 0033). Zones null: all. */
export function seenFrom(zones: readonly number[] | null): SQL | undefined {
  if (zones === null) return undefined;
  return sql`exists (select 1 from broadcast_org o where o.broadcast_id = ${broadcast.id} and o.org = ${idsParam(zones)})`;
}

export async function history(
  db: DbOrTx,
  query: History,
): Promise<{ rows: Summary[]; total: number; estimated?: boolean }> {
  const where = and(
    sounded,
    seenFrom(query.zones),
    query.state === 'ended' ? eq(broadcast.state, 'ended') : undefined,
    query.state === 'on_air' ? ne(broadcast.state, 'ended') : undefined,
    holdsText([broadcast.name], query.q),
  );
  const [name, direction] = query.sort.startsWith('-')
    ? [query.sort.slice(1), sql`desc nulls last`]
    : [query.sort, sql`asc nulls last`];
  const order = [sql`${broadcast[name as 'name']} ${direction}`, sql`${broadcast.id} desc`];
  const shown = db
    .select({ id: broadcast.id })
    .from(broadcast)
    .where(where)
    .orderBy(...order)
    .limit(query.limit)
    .offset(query.offset);
  // The proofs are summed up for the rows of the page, not for all those before it as well.
  const rows = await db
    .select(summary)
    .from(broadcast)
    .leftJoin(account, eq(account.id, broadcast.started_by))
    .where(inArray(broadcast.id, shown))
    .orderBy(...order);
  return { rows, ...(await totalOf(db, broadcast, where)) };
}

export async function one(
  db: DbOrTx,
  id: number,
  zones: readonly number[] | null,
): Promise<Summary | undefined> {
  const rows = await db
    .select(summary)
    .from(broadcast)
    .leftJoin(account, eq(account.id, broadcast.started_by))
    .where(and(eq(broadcast.id, id), sounded, seenFrom(zones)));
  return rows[0];
}

export interface TargetSearch {
  zones: readonly number[] | null;
  q?: string | undefined;
  /** Only these terminals; null: all. */
  only: readonly number[] | null;
  /** Only those that were heard, or were not; null: both. */
  heard: boolean | null;
  /** These terminals come first; then those that were never heard. */
  first: readonly number[];
  limit: number;
  offset: number;
}

/** Targets of a broadcast within zones (null: all), with what is stored of them. */
export async function targetsOf(db: DbOrTx, id: number, query: TargetSearch) {
  const pattern = searchPattern(query.q);
  const where = and(
    eq(broadcastTarget.broadcast_id, id),
    query.zones === null ? undefined : sql`${broadcastTarget.org} = ${idsParam(query.zones)}`,
    query.only === null ? undefined : sql`${broadcastTarget.terminal_id} = ${idsParam(query.only)}`,
    query.heard === null ? undefined : sql`(${broadcastTarget.first_sound_at} is not null) = ${query.heard}`,
    pattern === undefined
      ? undefined
      : or(sql`${terminal.name} ilike ${pattern}`, sql`${terminal.code} ilike ${pattern}`),
  );
  const from = db.select({
    target: broadcastTarget,
    code: terminal.code,
    name: terminal.name,
  });
  const rows = await from
    .from(broadcastTarget)
    .innerJoin(terminal, eq(terminal.id, broadcastTarget.terminal_id))
    .where(where)
    .orderBy(
      sql`(${broadcastTarget.terminal_id} = ${idsParam(query.first)}) desc`,
      sql`(${broadcastTarget.first_sound_at} is null) desc`,
      asc(terminal.name),
      asc(terminal.id),
    )
    .limit(query.limit)
    .offset(query.offset);
  const counted = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(broadcastTarget)
    .innerJoin(terminal, eq(terminal.id, broadcastTarget.terminal_id))
    .where(where);
  return { rows, total: counted[0]?.n ?? 0 };
}
