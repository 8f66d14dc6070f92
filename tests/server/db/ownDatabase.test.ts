import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { takeEngineLock } from '../../../server/platform/db/engineLock.ts';
import { listen } from '../../../server/platform/db/listen.ts';
import { openDb } from '../../../server/platform/db/openDb.ts';
import { marksOf, OtherDatabase } from '../../../server/platform/db/ownDatabase.ts';
import { isOutage } from '../../../server/platform/db/queryErrors.ts';
import { endWithParent } from '../../support/endWithParent.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';

let [own, copy]: string[] = [];
let guards: ReturnType<typeof endWithParent>[] = [];
beforeAll(() => {
  [own, copy] = ['own', 'copy'].map((name) => mkdtempSync(join(tmpdir(), `tocsin-${name}-`)));
  guards = [own, copy].map((dataDir) => endWithParent(dataDir ?? ''));
});
afterAll(async () => {
  for (const dataDir of [own, copy]) {
    await (await startEmbedded({ dataDir: dataDir ?? '' })).stop();
    rmSync(dataDir ?? '', { recursive: true });
  }
  for (const guard of guards) guard.dismiss();
});

/** One address that leads to the database started last, as if all of them had the same port. */
async function startAddress() {
  let target = 0;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [one, opposite] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).once('close', () => opposite.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    lead(url: string): string {
      const at = new URL(url);
      target = Number(at.port);
      at.port = String((server.address() as AddressInfo).port);
      return at.href;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test('a copy of the data folder at the same address is not used; the own database is, once it is back', async () => {
  const [dataDir, otherDir] = [own ?? '', copy ?? ''];
  const first = await startEmbedded({ dataDir });
  const address = await startAddress();
  const url = address.lead(first.url);
  const { db, pool, close } = openDb(url);
  await db.execute('create table setting (key text primary key, value jsonb)');
  await db.execute(`insert into setting values ('identity', '"one"')`);
  pool.expect(await marksOf(pool));
  let opened = 0;
  const hearing = listen(db, 'news', {
    opened: () => {
      opened += 1;
    },
    notified: () => {},
  });
  const losses: string[] = [];
  const lock = await takeEngineLock(url, {
    check: (client) => pool.check(client),
    onLost: () => losses.push('lost'),
  });
  await eventually(() => expect(opened).toBe(1));
  expect(lock?.isHeld()).toBe(true);

  await first.stop();
  execFileSync('cp', ['-a', `${dataDir}/.`, otherDir]);
  const other = await startEmbedded({ dataDir: otherDir });
  address.lead(other.url);
  const refused = await db.execute('select 1').then(
    () => null,
    (error: unknown) => error,
  );
  expect((refused as Error).cause).toBeInstanceOf(OtherDatabase);
  expect(isOutage(refused)).toBe(true);

  await other.stop();
  address.lead((await startEmbedded({ dataDir })).url);
  await eventually(() => db.execute('select 1'));
  await eventually(() => expect(opened).toBe(2));
  await eventually(() => expect(lock?.isHeld()).toBe(true));
  expect(losses).toEqual([]);
  await hearing.close();
  await lock?.release();
  await close();
  await address.close();
});

let database: TestDb;
test('a database of another installation, or an empty one, is refused', async () => {
  database = await createTestDb();
  const marks = { identity: 'one', cluster: '' };
  const setIdentity = (id: string) =>
    database.pool.query(
      `insert into setting (key, value) values ('identity', $1) on conflict (key) do update set value = $1`,
      [JSON.stringify(id)],
    );
  await setIdentity('one');
  const through = async (url: string) => {
    const { pool, close } = openDb(url);
    pool.expect(marks);
    try {
      return (await pool.query('select 1 as one')).rows;
    } finally {
      await close();
    }
  };
  expect(await through(database.url)).toEqual([{ one: 1 }]);
  await setIdentity('two');
  await expect(through(database.url)).rejects.toThrow(OtherDatabase);
  const empty = new URL(database.adminUrl);
  empty.pathname = '/postgres';
  await expect(through(empty.href)).rejects.toThrow(OtherDatabase);
  await database.drop();
});
