import { and, gte, inArray, lt, max, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { historyHour, historyMinute } from './history.table.ts';
import { type Block, type Subject, subjects } from './packing.ts';

/** Length of a record by table, seconds. */
const tables = { 60: historyMinute, 3600: historyHour } as const;
export type Length = keyof typeof tables;

/** Both tables have the same columns; queries are written for one of them. */
const tableOf = (length: Length) => tables[length] as typeof historyMinute;

/** Stores rows; those of the same time are replaced. */
export async function store(db: Db, length: Length, blocks: readonly Block[]): Promise<void> {
  if (blocks.length === 0) return;
  const table = tableOf(length);
  await db
    .insert(table)
    .values([...blocks])
    .onConflictDoUpdate({
      target: [table.subject, table.block, table.slot],
      set: { data: sql`excluded.data` },
    });
}

/** Last hour that is stored; null: none. */
export async function lastHour(db: Db): Promise<number | null> {
  const [row] = await db.select({ slot: max(historyHour.slot) }).from(historyHour);
  return row?.slot ?? null;
}

/** First minute that is stored of zones and broadcasts at or after a minute; null: none. */
export async function firstMinute(db: Db, from: number): Promise<number | null> {
  const [row] = await db
    .select({ slot: sql<number | null>`min(${historyMinute.slot})` })
    .from(historyMinute)
    .where(and(inArray(historyMinute.subject, summed), gte(historyMinute.slot, from)));
  return row?.slot ?? null;
}

/** Subjects that are kept by the hour. */
const summed: number[] = [subjects.zone.code, subjects.broadcast.code];

/** Rows of zones and broadcasts by the minute, of one hour. */
export async function minutesOf(db: Db, hour: number): Promise<Block[]> {
  return db
    .select()
    .from(historyMinute)
    .where(
      and(
        inArray(historyMinute.subject, summed),
        gte(historyMinute.slot, hour * 60),
        lt(historyMinute.slot, hour * 60 + 60),
      ),
    );
}

/** Records of one object: its slots and their bytes, oldest first. */
export type Records = { slot: number; record: Buffer }[];

/**
 * Reads the records of objects in the slots from `from` up to `to` (exclusive). The database cuts them out of
 * their rows, so that one row per object is transferred.
 */
export async function read(
  db: Db,
  length: Length,
  subject: Subject,
  ids: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, Records>> {
  const { bytes, perBlock, code } = subject;
  const table = tableOf(length);
  const cut = sql`substring(${table.data} from (i.id % ${perBlock}::int) * ${bytes}::int + 1 for ${bytes}::int)`;
  const { rows } = await db.execute<{ id: number; data: Buffer }>(sql`
    select i.id, string_agg(int4send(${table.slot}) || ${cut}, ''::bytea order by ${table.slot}) as data
    from unnest(${sql.param([...ids])}::int[]) as i(id) join ${table}
      on ${table.subject} = ${code}::smallint and ${table.block} = i.id / ${perBlock}::int
        and ${table.slot} >= ${from}::int and ${table.slot} < ${to}::int
    where length(${table.data}) >= (i.id % ${perBlock}::int + 1) * ${bytes}::int
    group by i.id`);
  return new Map(rows.map(({ id, data }) => [id, records(data, bytes)]));
}

function records(data: Buffer, bytes: number): Records {
  const found: Records = [];
  for (let at = 0; at < data.length; at += 4 + bytes) {
    const record = data.subarray(at + 4, at + 4 + bytes);
    if (record.some((byte) => byte !== 0)) found.push({ slot: data.readInt32BE(at), record });
  }
  return found;
}
