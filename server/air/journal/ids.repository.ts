import { and, between, eq, inArray, max, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { broadcast } from '../broadcast/broadcast.table.ts';
import { alarm } from '../emergency/journal/alarm.table.ts';
import { idBlock } from './ids.table.ts';
import type { Block, IdTable } from './range.ts';

const tables = { alarm, broadcast } as const;

/**
 * Takes a block of ids that nobody else gets: the table's sequence continues after it. The lock lasts until
 * the commit, so that no concurrent insert draws one of them.
 */
export async function takeBlock(db: Db, table: IdTable, size: number): Promise<Block> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '5s'`);
    const found = await tx.execute<{ name: string }>(
      sql`select pg_get_serial_sequence(${table}, 'id') as name`,
    );
    const name = found.rows[0]?.name ?? '';
    await tx.execute(sql`alter sequence ${sql.raw(name)} increment by 1`);
    const next = await tx.execute<{ first: number }>(sql`select nextval(${name}::regclass)::int as first`);
    const first = next.rows[0]?.first ?? 0;
    const last = first + size - 1;
    await tx.execute(sql`select setval(${name}::regclass, ${last}::bigint)`);
    const [row] = await tx.insert(idBlock).values({ table, first, last }).returning();
    if (row === undefined) throw new Error('an insert returned no row');
    return { token: row.token, first, last };
  });
}

/** Tells if this database has issued all of these blocks. */
export async function knowsBlocks(db: Db, table: IdTable, blocks: readonly Block[]): Promise<boolean> {
  const tokens = blocks.map(({ token }) => token);
  const rows = await db
    .select()
    .from(idBlock)
    .where(and(eq(idBlock.table, table), inArray(idBlock.token, tokens)));
  return blocks.every((block) =>
    rows.some(
      ({ token, first, last }) => token === block.token && first === block.first && last === block.last,
    ),
  );
}

/** Greatest id that any server was given, or that a row has; 0: none. */
export async function lastGiven(db: Db, table: IdTable): Promise<number> {
  const [given] = await db
    .select({ id: max(idBlock.last) })
    .from(idBlock)
    .where(eq(idBlock.table, table));
  const [stored] = await db.select({ id: max(tables[table].id) }).from(tables[table]);
  return Math.max(given?.id ?? 0, stored?.id ?? 0);
}

/** Greatest id within these blocks that a row has; 0: none. */
export async function greatestStored(db: Db, table: IdTable, blocks: readonly Block[]): Promise<number> {
  let greatest = 0;
  for (const { first, last } of blocks) {
    const { id } = tables[table];
    const [found] = await db
      .select({ id: max(id) })
      .from(tables[table])
      .where(between(id, first, last));
    greatest = Math.max(greatest, found?.id ?? 0);
  }
  return greatest;
}
