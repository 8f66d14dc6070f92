import type { AddressInfo } from 'node:net';
import { NEVER } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeviceLive } from '../../../contract/entities/terminals/device.ts';
import { MAX_BUFFERED_BYTES } from '../../../server/platform/live/console.ts';
import { createApp } from '../../../src/app.ts';
import type { DataAge } from '../../../src/streams/age.ts';
import type { CollectionEvent } from '../../../src/streams/collection.ts';
import type { ConnectionStatus } from '../../../src/streams/connection.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeCookies, fakeStorage } from '../../support/fakeBrowser.ts';
import { createProxy, type TcpProxy } from '../../support/proxy.ts';
import { adminPassword, createTestApp, type TestApp } from '../setup/app.ts';

/** Waits for conditions, never for fixed times: the machine may be slow. */
const LONG = { timeout: 60_000, interval: 20 };

let site: TestApp;
let port: number;
let proxy: TcpProxy;
const stops: Array<() => void> = [];

beforeAll(async () => {
  site = await createTestApp();
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as AddressInfo).port;
});
afterAll(() => site.close());
beforeEach(async () => {
  proxy = await createProxy(port);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await proxy.close();
});

/**
 * Real console without React, which reaches the server at this port; logged in and subscribed to terminals.
 */
async function watching(at: number) {
  const app = createApp({
    location: { protocol: 'http:', host: `127.0.0.1:${at}`, pathname: '/', search: '', hash: '' },
    history: { state: null, replaceState: () => {} },
    baseURL: `http://127.0.0.1:${at}`,
    cookies: fakeCookies(),
    sessionStorage: fakeStorage(),
    localStorage: { getItem: () => 'en' },
    languages: [],
    reload: () => {},
    now: () => performance.now(),
    isOnline: () => true,
    wake$: NEVER,
  });
  const seen = {
    statuses: [] as ConnectionStatus[],
    events: [] as CollectionEvent<DeviceLive>[],
    rows: [] as DeviceLive[],
    age: { level: 'none', seconds: null } as DataAge,
  };
  app.streams.connection$.subscribe((status) => seen.statuses.push(status));
  app.streams.age$.subscribe((age) => {
    seen.age = age;
  });
  app.streams.device.changes$.subscribe((event) => seen.events.push(event));
  app.streams.device.rows$.subscribe((rows) => {
    seen.rows = rows.sort((a, b) => a.id - b.id);
  });
  stops.push(app.start());
  app.session.send({ type: 'session.login', credentials: { username: 'admin', password: adminPassword } });
  await eventually(() => expect(seen.rows).toEqual(held()), LONG);
  return seen;
}

const device = () => site.deps.live.topic<DeviceLive>('device');
const held = () =>
  device()
    .snapshot()
    .sort((a, b) => a.id - b.id);
const terminal = (id: number, more: Partial<DeviceLive> = {}) =>
  ({ id, org: null, name: `Speaker ${id}`, online: true, level_db: -20, ...more }) as DeviceLive;
const terminals = (count: number) => Array.from({ length: count }, (_, i) => terminal(i + 1));

test('a lost link is shown, the data ages, and after it the console has missed nothing', async () => {
  device().replaceAll(terminals(20));
  const seen = await watching(proxy.port);
  expect(seen.age.level).toBe('live');

  proxy.cut();
  await eventually(() => expect(seen.statuses.at(-1)).toBe('reconnecting'), LONG);
  device().patch(1, { level_db: -3 });
  device().remove(2);
  device().upsert(terminal(99));
  device().remove(99);
  device().upsert(terminal(21));
  await eventually(() => expect(seen.age.level).toBe('late'), LONG);

  const before = seen.events.length;
  proxy.restore();
  await eventually(() => expect(seen.rows).toEqual(held()), LONG);
  expect(seen.statuses.at(-1)).toBe('live');
  await eventually(() => expect(seen.age.level).toBe('live'), LONG);
  // Resumed at its cursor: the missed changes came as one delta, not as a snapshot.
  expect(seen.events.slice(before)).toMatchObject([
    { kind: 'delta', set: expect.arrayContaining([terminal(1, { level_db: -3 }), terminal(21)]), gone: [2] },
  ]);
});

test('a stalled link is detected by the age of the data, and blocks nothing at the server', async () => {
  device().replaceAll(terminals(500));
  const seen = await watching(proxy.port);
  proxy.stall();
  await eventually(() => {
    for (let id = 1; id <= 500; id++) device().patch(id, { level_db: -Math.random() * 60 });
    expect(seen.age.level).toBe('late');
  }, LONG);
  const waiting = [...site.app.websocketServer.clients].map((socket) => socket.bufferedAmount);
  const oneFrame = JSON.stringify(held()).length;
  expect(Math.max(...waiting)).toBeLessThan(MAX_BUFFERED_BYTES + oneFrame);
  proxy.restore();
  await eventually(() => expect(seen.rows).toEqual(held()), LONG);
});

test('a slow console gets fewer frames, loses nothing in the end, and delays no other', async () => {
  const wide = await createProxy(port);
  stops.push(() => void wide.close());
  device().replaceAll(terminals(1000).map((row) => ({ ...row, tasks: 'x'.repeat(200) })));
  const slow = await watching(proxy.port);
  const quick = await watching(wide.port);
  const start = { slow: proxy.bytes, quick: wide.bytes };

  proxy.slow(100_000);
  let turn = 0;
  const changes = setInterval(() => {
    turn += 1;
    for (let id = 1; id <= 1000; id++) device().patch(id, { tasks: `${turn} `.repeat(60) });
  }, 50);
  stops.push(() => clearInterval(changes));
  // Enough that the slow link is full while the quick one continues.
  await eventually(() => expect(wide.bytes - start.quick).toBeGreaterThan(8_000_000), LONG);
  await eventually(() => expect(quick.age.level).toBe('live'), LONG);
  expect(proxy.bytes - start.slow).toBeLessThan((wide.bytes - start.quick) / 2);
  clearInterval(changes);
  proxy.restore();
  await eventually(() => expect(slow.rows).toEqual(held()), LONG);
  await eventually(() => expect(quick.rows).toEqual(held()), LONG);
});
