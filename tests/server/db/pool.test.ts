import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { openDb } from '../../../server/platform/db/openDb.ts';
import { createTestDb } from '../setup/database.ts';

test('a pool can be closed twice: when it was joined, and at the shutdown of the server', async () => {
  const { close } = openDb('postgres://127.0.0.1:9/nothing', { onIdleError: () => {} });
  await close();
  await expect(close()).resolves.not.toThrow();
});

test('a connection that the stop of the database ends is not reported as lost', async () => {
  const lost: Error[] = [];
  const { db, close } = openDb('postgres://127.0.0.1:9/nothing', {
    onIdleError: (error) => lost.push(error),
  });
  const error = new Error('terminating connection due to administrator command');
  db.$client.emit('error', error, {} as never);
  expect(lost).toEqual([error]);
  await close();
  db.$client.emit('error', error, {} as never);
  expect(lost).toHaveLength(1);
});

test('a connection that breaks before a transaction begins, within it or at its end leaves the pool', {
  timeout: 60_000,
}, async () => {
  const database = await createTestDb({ max: 1 });
  const { db } = database;
  const cut = (client: unknown) =>
    (client as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  try {
    db.$client.once('acquire', (client: pg.PoolClient) => cut(client));
    await expect(db.transaction(async () => 1)).rejects.toThrow();
    expect(db.$client.totalCount).toBe(0);

    const refusal = new Error('refused by the work itself');
    const refused = db.transaction(async () => Promise.reject(refusal));
    await expect(refused).rejects.toThrow(refusal);

    db.$client.once('acquire', (client: pg.PoolClient) =>
      setImmediate(() => setImmediate(() => cut(client))),
    );
    await expect(db.transaction((tx) => tx.execute(sql`select pg_sleep(60)`))).rejects.toThrow();
    expect(await db.transaction((tx) => tx.execute(sql`select 2 as two`))).toMatchObject({
      rows: [{ two: 2 }],
    });
    expect(db.$client).toMatchObject({ totalCount: 1, idleCount: 1, waitingCount: 0 });
  } finally {
    await database.drop();
  }
});
