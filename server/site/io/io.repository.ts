import { and, desc, eq, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { IoEvent, IoEventQuery } from '../../../contract/entities/terminals/io.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { terminal } from '../terminals/terminal.table.ts';
import { ioChange, ioEvent, ioHold, ioTest } from './io.table.ts';
import type { OutputLine } from './outputs.ts';

export type HoldRow = typeof ioHold.$inferSelect;
export type TestRow = typeof ioTest.$inferSelect;
export type NewEvent = typeof ioEvent.$inferInsert;
/** A change of the outputs that persons hold on. */
export type HoldChange = { hold: readonly HoldRow[] } | { release: readonly OutputLine[] };

/** Outputs that persons hold on. */
export const holds = (db: DbOrTx): Promise<HoldRow[]> => db.select().from(ioHold);

/** Selects the terminals that exist, and keeps them until the transaction ends. */
async function existing(tx: DbOrTx, ids: Iterable<number>): Promise<Set<number>> {
  const rows = await tx
    .select({ id: terminal.id })
    .from(terminal)
    .where(inArray(terminal.id, [...new Set(ids)]))
    .for('key share');
  return new Set(rows.map((row) => row.id));
}

/** Stores a change of holds; lines of terminals that are gone are left out. */
export async function storeHolds(tx: DbOrTx, change: HoldChange): Promise<void> {
  if ('release' in change) return dropHolds(tx, change.release);
  const known = await existing(
    tx,
    change.hold.map((row) => row.terminal_id),
  );
  const rows = change.hold.filter((row) => known.has(row.terminal_id));
  if (rows.length === 0) return;
  await tx
    .insert(ioHold)
    .values(rows)
    .onConflictDoUpdate({
      target: [ioHold.terminal_id, ioHold.output],
      set: { account_id: sql`excluded.account_id`, name: sql`excluded.name` },
    });
}

async function dropHolds(tx: DbOrTx, lines: readonly Pick<HoldRow, 'terminal_id' | 'output'>[]) {
  const byTerminal = Map.groupBy(lines, (line) => line.terminal_id);
  for (const [id, of] of byTerminal) {
    const outputs = of.map((line) => line.output);
    await tx.delete(ioHold).where(and(eq(ioHold.terminal_id, id), inArray(ioHold.output, outputs)));
  }
}

/** Inputs in test mode. */
export const tests = (db: DbOrTx): Promise<TestRow[]> => db.select().from(ioTest);

export async function putTests(tx: DbOrTx, rows: readonly TestRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(ioTest)
    .values([...rows])
    .onConflictDoUpdate({
      target: [ioTest.terminal_id, ioTest.input],
      set: { until: sql`excluded.until`, name: sql`excluded.name` },
    });
}

export async function dropTests(tx: DbOrTx, terminalId: number, inputs: readonly number[]): Promise<void> {
  if (inputs.length === 0) return;
  await tx.delete(ioTest).where(and(eq(ioTest.terminal_id, terminalId), inArray(ioTest.input, [...inputs])));
}

/** Deletes the tests that were over at `now`, epoch ms. */
export async function endTests(db: DbOrTx, now: number): Promise<void> {
  await db.delete(ioTest).where(lte(ioTest.until, now));
}

/** Inserts events; those of terminals that are gone are left out. */
export async function insertEvents(db: DbOrTx, rows: readonly NewEvent[]): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await existing(
      tx,
      rows.map((row) => row.terminal_id),
    );
    const values = rows.filter((row) => known.has(row.terminal_id));
    if (values.length === 0) return;
    await tx.insert(ioEvent).values(values);
    const last = new Map(values.map((row) => [`${row.terminal_id} ${row.direction} ${row.number}`, row]));
    await tx
      .insert(ioChange)
      .values(
        [...last.values()].map(({ terminal_id, direction, number, at, by = '' }) => ({
          terminal_id,
          direction,
          number,
          at,
          by,
        })),
      )
      .onConflictDoUpdate({
        target: [ioChange.terminal_id, ioChange.direction, ioChange.number],
        set: { at: sql`excluded.at`, by: sql`excluded.by` },
      });
  });
}

/** The last change of every line. */
export const lastChanges = (db: DbOrTx) => db.select().from(ioChange);

/** Line events of the terminals of a scope, the newest first. */
export async function events(db: DbOrTx, scope: Scope, query: IoEventQuery): Promise<IoEvent[]> {
  const where: (SQL | undefined)[] = [
    scope.all === true ? undefined : inArray(terminal.org, [...scope.ids]),
    query.terminal_id === undefined ? undefined : eq(ioEvent.terminal_id, query.terminal_id),
    query.direction === undefined ? undefined : eq(ioEvent.direction, query.direction),
    query.number === undefined ? undefined : eq(ioEvent.number, query.number),
    query.before === undefined ? undefined : lt(ioEvent.id, query.before),
  ];
  return db
    .select({
      id: ioEvent.id,
      at: ioEvent.at,
      terminal_id: ioEvent.terminal_id,
      terminal_code: terminal.code,
      terminal_name: sql<string>`coalesce(nullif(${terminal.dev_name2}, ''), ${terminal.name})`,
      direction: ioEvent.direction,
      number: ioEvent.number,
      name: ioEvent.name,
      kind: ioEvent.kind,
      by: ioEvent.by,
      test: ioEvent.test,
    })
    .from(ioEvent)
    .innerJoin(terminal, eq(terminal.id, ioEvent.terminal_id))
    .where(and(...where))
    .orderBy(desc(ioEvent.id))
    .limit(query.limit);
}
