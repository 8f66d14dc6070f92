import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineLock, holderOf, takeEngineLock } from '../../../server/platform/db/engineLock.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';

let database: TestDb;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());

async function acquired(): Promise<EngineLock> {
  const lock = await takeEngineLock(database.url, { wait: 0 });
  if (!lock) throw new Error('the lock was not free');
  return lock;
}

/** Backend id in the database of the connection that holds the lock. */
async function holder(): Promise<number | undefined> {
  const { rows } = await database.db.execute<{ pid: number }>(sql`
    select pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`);
  return rows[0]?.pid;
}

test('only one server holds the lock at a time', async () => {
  const first = await acquired();
  expect(await takeEngineLock(database.url, { wait: 0 })).toBeNull();
  // Describes the connection that holds the lock, to find it.
  expect(await holderOf(database.url)).toMatch(
    /^connected since 2\d{3}-[^;]* from 127\.0\.0\.1\S*:\d+, idle/,
  );
  await first.release();
  await (await acquired()).release();
});

test('a waiting server gets the lock when it is released', async () => {
  const first = await acquired();
  // `onWait` is called once; the first releases the lock only then.
  let waits = 0;
  const onWait = () => {
    waits += 1;
    void first.release();
  };
  const lock = await takeEngineLock(database.url, { wait: 30_000, onWait });
  expect(waits).toBe(1);
  expect(lock).not.toBeNull();
  await lock?.release();
});

test('the holder takes the lock again after the connection was cut', async () => {
  const lock = await acquired();
  const before = await holder();
  // Same as a restart of the database.
  await database.db.execute(sql`select pg_terminate_backend(${before}::int)`);
  await expect.poll(async () => ![undefined, before].includes(await holder())).toBe(true);
  expect(await takeEngineLock(database.url, { wait: 0 })).toBeNull();
  await lock.release();
  await expect.poll(holder).toBeUndefined();
});

test('a holder that lost the lock to another server while disconnected is notified', async () => {
  const link = await startProxy(database.url);
  const lost = Promise.withResolvers<string>();
  const first = await takeEngineLock(link.url, { onLost: () => lost.resolve('notified') });
  expect(first).not.toBeNull();
  link.cut();
  const second = await takeEngineLock(database.url, { wait: 30_000 });
  expect(second).not.toBeNull();
  link.restore();
  expect(await lost.promise).toBe('notified');
  await second?.release();
  await first?.release();
  await link.close();
});

/** TCP link to the database that can be cut and restored. */
async function startProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let open = true;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    }
    if (open) near.pipe(far).pipe(near);
    else near.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      open = false;
      drop();
    },
    restore: () => {
      open = true;
    },
    close: async () => {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
