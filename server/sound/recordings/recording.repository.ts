import { and, desc, eq, gte, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { recordType } from '../../../contract/codes.ts';
import type { RecordFileQuery } from '../../../contract/entities/sound/recordFile.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { searchedPage, windowById } from '../../platform/db/searchText.ts';
import { recordFile } from './recording.table.ts';

export type NewRecording = typeof recordFile.$inferInsert;
export type RecordingRow = typeof recordFile.$inferSelect;
/** Values known at the end of a recording. */
export interface RecordingEnd {
  duration_ms: number;
  size: number;
  lost: number;
  cut_off: boolean;
}

/**
 * Condition of visibility: one of its zones is the caller's; of a call all are, as a listener hears both
 * sides.
 */
function seenFrom(zones: readonly number[] | null): SQL | undefined {
  if (zones === null) return undefined;
  const own = sql.param([...zones]);
  const { orgs } = recordFile;
  const isWhole = or(ne(recordFile.recordType, recordType.call), sql`${orgs} <@ ${own}::int[]`);
  return or(sql`${orgs} = '{}'`, and(sql`${orgs} && ${own}::int[]`, isWhole));
}

function matching(
  zones: readonly number[] | null,
  query: Omit<RecordFileQuery, 'limit' | 'q'>,
): SQL | undefined {
  const { recordType: type, from, to, who, alarm_id, before } = query;
  return and(
    seenFrom(zones),
    before === undefined ? undefined : lt(recordFile.id, before),
    type === undefined ? undefined : eq(recordFile.recordType, type),
    from === undefined ? undefined : gte(recordFile.began_at, from * 1000),
    to === undefined ? undefined : lt(recordFile.began_at, to * 1000),
    who === undefined ? undefined : or(eq(recordFile.callerName, who), eq(recordFile.calleeName, who)),
    alarm_id === undefined ? undefined : ofAlarm(alarm_id),
  );
}

/** Condition: sound of an alarm, and pages by the emergency microphone while it ran. */
function ofAlarm(id: number): SQL | undefined {
  const during = sql`exists (select 1 from alarm a where a.id = ${id}
    and ${recordFile.began_at} <= coalesce(a.ended_at, ${recordFile.began_at})
    and ${recordFile.began_at} + coalesce(${recordFile.duration_ms}, 0) >= a.began_at)`;
  return or(eq(recordFile.alarm_id, id), and(recordFile.emergency, during));
}

/** Recordings, newest first, one more than `limit` when there are more. @param zones null: all */
export function list(
  db: DbOrTx,
  zones: readonly number[] | null,
  { q, ...query }: Omit<RecordFileQuery, 'limit'>,
  limit: number,
): Promise<RecordingRow[]> {
  const texts = [recordFile.name, recordFile.callerName, recordFile.calleeName];
  return searchedPage({ recent: windowById(recordFile.id, query.before), texts, q }, limit, (searched) =>
    db
      .select()
      .from(recordFile)
      .where(and(matching(zones, query), searched))
      .orderBy(desc(recordFile.id))
      .limit(limit + 1),
  );
}

export async function one(
  db: DbOrTx,
  zones: readonly number[] | null,
  id: number,
): Promise<RecordingRow | undefined> {
  const rows = await db
    .select()
    .from(recordFile)
    .where(and(eq(recordFile.id, id), seenFrom(zones)));
  return rows[0];
}

/** Finds the recording of a broadcast that began last. @param zones null: all */
export async function ofBroadcast(
  db: DbOrTx,
  zones: readonly number[] | null,
  broadcast: number,
): Promise<RecordingRow | undefined> {
  const rows = await db
    .select()
    .from(recordFile)
    .where(and(eq(recordFile.broadcast_id, broadcast), seenFrom(zones)))
    .orderBy(desc(recordFile.id))
    .limit(1);
  return rows[0];
}

/** Selects from these ids those of recordings that are visible from the zones. */
export async function known(
  db: DbOrTx,
  zones: readonly number[] | null,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const wanted = sql`${recordFile.id} = any(${sql.param([...ids])}::int[])`;
  const rows = await db
    .select({ id: recordFile.id })
    .from(recordFile)
    .where(and(wanted, seenFrom(zones)));
  return new Set(rows.map(({ id }) => id));
}

export async function insert(db: DbOrTx, row: NewRecording): Promise<number> {
  const rows = await db.insert(recordFile).values(row).returning({ id: recordFile.id });
  const [stored] = rows;
  if (stored === undefined) throw new Error('an insert returned no row');
  return stored.id;
}

/** Inserts the row of a file that was found; does nothing when it exists. */
export async function insertMissing(db: DbOrTx, row: NewRecording): Promise<void> {
  await db.insert(recordFile).values(row).onConflictDoNothing({ target: recordFile.path });
}

export async function update(
  db: DbOrTx,
  id: number,
  values: Partial<Pick<RecordingRow, 'duration_ms' | 'size' | 'lost' | 'cut_off' | 'peaks'>>,
): Promise<void> {
  await db.update(recordFile).set(values).where(eq(recordFile.id, id));
}

export async function remove(db: DbOrTx, ids: readonly number[]): Promise<void> {
  await db.delete(recordFile).where(inArray(recordFile.id, [...ids]));
}

/** Recordings without an end. */
export function open(db: DbOrTx): Promise<RecordingRow[]> {
  return db.select().from(recordFile).where(isNull(recordFile.duration_ms));
}

/**
 * Deletes at most `limit` rows of ended recordings that began before a time, epoch ms; returns the paths of
 * their files.
 */
export async function removeOld(db: DbOrTx, beforeMs: number, limit: number): Promise<string[]> {
  const old = db
    .select({ id: recordFile.id })
    .from(recordFile)
    .where(and(lt(recordFile.began_at, beforeMs), sql`${recordFile.duration_ms} is not null`))
    .limit(limit);
  const rows = await db
    .delete(recordFile)
    .where(inArray(recordFile.id, old))
    .returning({ path: recordFile.path });
  return rows.map(({ path }) => path);
}
