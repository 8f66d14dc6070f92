import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { takeEngineLock } from '../../../server/platform/db/engineLock.ts';
import { Lease } from '../../../server/platform/db/lease/lease.ts';
import { openDb } from '../../../server/platform/db/openDb.ts';
import { marksOf } from '../../../server/platform/db/ownDatabase.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';

let database: TestDb;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());

async function node(holder: string, onLost = () => {}): Promise<Lease> {
  const lease = await Lease.open(database.url, holder, { onLost, termMs: 60_000, firstTermMs: 60_000 });
  onTestFinished(() => lease.release());
  return lease;
}

it('has one holder, who keeps it; when that gives it up, exactly one takes it, with a higher number', async () => {
  const [first, second, third] = [await node('a'), await node('b'), await node('c')];
  expect([second.secret, third.secret]).toEqual([first.secret, first.secret]);
  const taken = await Promise.all([first.take(), second.take(), third.take()]);
  expect(taken.filter((fence) => fence !== null)).toHaveLength(1);
  const holder = [first, second, third][taken.findIndex((fence) => fence !== null)];
  const fence = holder?.fence ?? 0;
  expect(holder?.isHeld()).toBe(true);
  await holder?.release();
  const others = [first, second, third].filter((one) => one !== holder);
  const next = await Promise.all(others.map((one) => one.take()));
  expect(next.filter((one) => one !== null)).toEqual([fence + 1]);
});

it('passes to another node when it is not renewed; what the former holder writes is refused', async () => {
  let lost = 0;
  const [first, second] = [await node('d', () => lost++), await node('e')];
  await eventually(async () => expect(await first.take()).not.toBeNull());
  const writer = openDb(database.url, { max: 2 });
  onTestFinished(() => writer.close());
  writer.pool.expect(await marksOf(writer.pool), (client) => first.check(client));
  const busy = await writer.pool.connect();
  onTestFinished(() => busy.release(true));
  await busy.query('begin');
  await busy.query("insert into setting (key, value) values ('of a former leader', '1')");

  // As for a process that is frozen: the term ends by the clock of the database.
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query("update node_lease set expires_at = '-infinity'");
  await eventually(async () => {
    await admin.query("update node_lease set expires_at = '-infinity' where holder = 'd'");
    expect(await second.take()).not.toBeNull();
  });
  await expect(busy.query('commit')).rejects.toThrow();
  await expect(writer.pool.query('select 1')).rejects.toThrow('another node leads');
  await eventually(() => expect([lost, first.fence, first.isHeld()]).toEqual([1, null, false]));
  const { rows } = await admin.query("select key from setting where key = 'of a former leader'");
  expect(rows).toEqual([]);
});

it('is doubted by a holder that stood still for longer than its term, until the database is asked again', async () => {
  const own = await createTestDb();
  onTestFinished(() => own.drop());
  let now = 0;
  const lease = await Lease.open(own.url, 'h', { onLost: () => {}, firstTermMs: 5_000, now: () => now });
  onTestFinished(() => lease.release());
  expect(await lease.take()).not.toBeNull();
  now += 4_000;
  expect(lease.leadsAlone()).toBe(true);
  now += 2_000;
  expect(lease.leadsAlone()).toBe(false);
  await eventually(() => expect(lease.leadsAlone()).toBe(true));
});

it('ends for a holder that hears of a higher number, and not for one that hears of a lower one', async () => {
  let lost = 0;
  const lease = await node('f', () => lost++);
  const fence = await eventually(async () => (await lease.take()) ?? Promise.reject(new Error('not yet')));
  lease.contest(fence - 1);
  lease.contest(fence);
  expect([lost, lease.isHeld()]).toEqual([0, true]);
  lease.contest(fence + 1);
  expect([lost, lease.isHeld()]).toEqual([1, false]);
});

it('is refused beside a server without NATS_URL, as that is beside a node', async () => {
  const single = await createTestDb();
  onTestFinished(() => single.drop());
  const lock = await takeEngineLock(single.url);
  await expect(Lease.open(single.url, 'g', { onLost: () => {} })).rejects.toThrow('without NATS_URL');
  await lock?.release();
  const lease = await eventually(() => Lease.open(single.url, 'g', { onLost: () => {} }));
  expect(await takeEngineLock(single.url, { wait: 0 })).toBeNull();
  await lease.release();
});
