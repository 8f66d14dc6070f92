import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rerunOnDeadlock } from '../../../server/platform/db/deadlock.ts';
import { partition } from '../../../server/site/zones/zones.table.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';

let database: TestDb;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());

test('two transactions that lock rows in opposite order both succeed', async () => {
  const { db } = database;
  const zones = await db
    .insert(partition)
    .values([
      { name: 'North', code: 'north' },
      { name: 'South', code: 'south' },
    ])
    .returning({ id: partition.id });
  const [north, south] = zones.map(({ id }) => id) as [number, number];
  // Each waits until the other has locked its first row, so that the deadlock is certain.
  const has = { one: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  let runs = 0;
  const rename = (name: string, ids: readonly [number, number], own: 'one' | 'other') =>
    rerunOnDeadlock(() =>
      db.transaction(async (tx) => {
        runs += 1;
        await tx.update(partition).set({ name }).where(eq(partition.id, ids[0]));
        has[own].resolve();
        await has[own === 'one' ? 'other' : 'one'].promise;
        await tx.update(partition).set({ name }).where(eq(partition.id, ids[1]));
      }),
    );
  await Promise.all([rename('first', [north, south], 'one'), rename('second', [south, north], 'other')]);
  // PostgreSQL ends one of the two, or both when they look for the deadlock at the same moment.
  expect(runs).toBeGreaterThanOrEqual(3);
  const rows = await db.select({ name: partition.name }).from(partition);
  const names = rows.map(({ name }) => name).filter((name) => name === 'first' || name === 'second');
  expect(new Set(names).size).toBe(1);
});

test('any other error is thrown at once, and a deadlock after the last attempt', async () => {
  let runs = 0;
  const failing = (code: string) => () => {
    runs += 1;
    return Promise.reject(Object.assign(new Error(code), { cause: { code } }));
  };
  await expect(rerunOnDeadlock(failing('23505'))).rejects.toThrow('23505');
  expect(runs).toBe(1);
  await expect(rerunOnDeadlock(failing('40P01'))).rejects.toThrow('40P01');
  expect(runs).toBe(5);
});
