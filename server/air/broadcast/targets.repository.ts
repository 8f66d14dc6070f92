import { and, asc, eq, or, sql } from 'drizzle-orm';
import { anyOf } from '../../platform/db/anyOf.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { searchPattern } from '../../platform/db/searchText.ts';
import { terminal } from '../../site/terminals/terminal.table.ts';
import { broadcastTarget } from './broadcast.table.ts';

export interface TargetSearch {
  zones: readonly number[] | null;
  q?: string | undefined;
  /** Terminals to read; null: all. */
  only: readonly number[] | null;
  /** True: terminals that were heard; false: those that were not; null: both. */
  heard: boolean | null;
  /** Terminals that come first; then those that were never heard. */
  first: readonly number[];
  limit: number;
  offset: number;
}

/** Lists the targets of a broadcast within zones (null: all), with their stored proof of delivery. */
export async function targetsOf(db: DbOrTx, id: number, query: TargetSearch) {
  const pattern = searchPattern(query.q);
  const where = and(
    eq(broadcastTarget.broadcast_id, id),
    query.zones === null ? undefined : sql`${broadcastTarget.org} = ${anyOf(query.zones)}`,
    query.only === null ? undefined : sql`${broadcastTarget.terminal_id} = ${anyOf(query.only)}`,
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
      sql`(${broadcastTarget.terminal_id} = ${anyOf(query.first)}) desc`,
      sql`(${broadcastTarget.first_sound_at} is null) desc`,
      asc(terminal.name),
      asc(terminal.id),
    )
    .limit(query.limit)
    .offset(query.offset);
  const count = db.select({ n: sql<number>`count(*)::int` }).from(broadcastTarget);
  // A target is removed with its terminal, so counting needs the terminals only for a search by name.
  const named =
    pattern === undefined ? count : count.innerJoin(terminal, eq(terminal.id, broadcastTarget.terminal_id));
  const counted = await named.where(where);
  return { rows, total: counted[0]?.n ?? 0 };
}
