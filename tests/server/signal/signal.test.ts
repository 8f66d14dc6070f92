import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '../../../contract/api/envelope.ts';
import type { SignalHour, SignalRow } from '../../../contract/entities/terminals/signal.ts';
import { createLiveHub } from '../../../server/platform/live/hub.ts';
import { createRetention } from '../../../server/platform/retention/retention.ts';
import { createSignals } from '../../../server/site/signal/signals.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { type Site, startSite } from '../terminals/site.ts';

const HOUR_S = 3600;
/** Start of an hour in UTC. */
const start = Math.floor(Date.now() / 1000 / HOUR_S) * HOUR_S;
let nowS = start;
let site: Site;
let north: number;
let south: number;
beforeAll(async () => {
  site = await startSite({}, {}, { wallNow: () => nowS * 1000 });
  north = await site.zone('North');
  south = await site.zone('South');
});
afterAll(() => site.close());

const get = async <Value>(path: string, token = site.token) => {
  const { status, body } = await site.call('GET', `/v1/signal${path}`, { token });
  return { status, key: body.key, value: body.value as Value };
};
const live = (id: number) => site.deps.live.topic<SignalRow>('signal').get(id);
const reads = (id: number, fields: Partial<SignalRow>) => expect.poll(() => live(id)).toMatchObject(fields);
const hoursOf = async (id: number, query = '', token?: string) =>
  (await get<SignalHour[]>(`/${id}/hour${query}`, token)).value;
/** Sends a reading at a time, and waits until it is stored. */
async function sendSignal(
  one: Awaited<ReturnType<Site['adopted']>>,
  at: number,
  csq: number,
  more: object = {},
) {
  nowS = at;
  one.client.send({ type: 'signal', csq, ...more });
  await reads(one.id, { csq, reported_at: at });
}

test('readings are stored by the hour: average, lowest, highest, count and time of the last', async () => {
  const one = await site.adopted('HOURS', north);
  await sendSignal(one, start, 10);
  await sendSignal(one, start + 60, 21, { position: { latitude: 31.2304, longitude: 121.4737 } });
  await sendSignal(one, start + HOUR_S + 10, 30);
  // The last position is still known.
  expect(live(one.id)).toMatchObject({ latitude: 31.2304, longitude: 121.4737, online: true, org: north });
  const first = { at: start, avg: 15.5, min: 10, max: 21, count: 2, reported_at: start + 60 };
  expect(await hoursOf(one.id)).toEqual([
    first,
    { at: start + HOUR_S, avg: 30, min: 30, max: 30, count: 1, reported_at: start + HOUR_S + 10 },
  ]);
  // A later reading of the same hour is added to the stored row.
  await sendSignal(one, start + HOUR_S + 70, 5);
  expect((await hoursOf(one.id))[1]).toMatchObject({ avg: 17.5, min: 5, max: 30, count: 2 });
  expect(await hoursOf(one.id, `?from=${start}&to=${start + 1}`)).toEqual([first]);
  expect((await get(`/${one.id}/hour?from=0&to=99999999`)).status).toBe(400);
});

test('more than one reading in five seconds counts once', async () => {
  const one = await site.adopted('FLOOD', north);
  await sendSignal(one, start + 10, 20);
  for (let i = 0; i < 100; i++) one.client.send({ type: 'signal', csq: 31 });
  one.client.send({ type: 'time', t0: 1 });
  await one.client.next('time');
  expect(live(one.id)).toMatchObject({ csq: 20 });
  await sendSignal(one, start + 15, 22);
  expect((await hoursOf(one.id))[0]).toMatchObject({ count: 2, max: 22 });
});

test.each([
  { csq: 32 },
  { csq: -1 },
  { csq: 1.5 },
  { csq: '20' },
  {},
  { csq: 20, position: { latitude: 91, longitude: 0 } },
  { csq: 20, position: { latitude: 31 } },
])('%j is refused', async (fields) => {
  const one = await site.adopted(`BAD-${JSON.stringify(fields).replace(/\W/g, '')}`.slice(0, 30), north);
  one.client.send({ type: 'signal', ...fields });
  expect(await one.client.next('refused')).toMatchObject({ code: 'garbage' });
  expect(live(one.id)).toBeUndefined();
});

test('the list has terminals with a SIM card or a reading; filtered, searched and sorted', async () => {
  const a = await site.adopted('LIST-A', south);
  const b = await site.adopted('LIST-B', south);
  await site.adopted('LIST-C', south);
  await sendSignal(a, start + 20, 15);
  await sendSignal(b, start + 30, 26);
  const sim = await site.adopted('LIST-SIM', south);
  await sim.client.drop();
  await expect.poll(() => site.device(sim.id)?.online).toBe(false);

  const back = await TerminalClient.hello(site.url, {
    code: 'LIST-SIM',
    secret: sim.secret,
    ICCID: '89860000000000000017',
  });
  await back.next('welcome');
  await reads(sim.id, { csq: null, online: true, ICCID: '89860000000000000017' });
  const codes = async (query: string) => {
    const { value } = await get<Page<SignalRow>>(`?org=${south}${query}`);
    expect(value.total).toBe(value.rows.length);
    return value.rows.map((row) => row.code);
  };
  // Stored a moment after the hello.
  await expect.poll(() => codes('')).toEqual(['LIST-A', 'LIST-B', 'LIST-SIM']);
  expect(await codes('&sort=-csq')).toEqual(['LIST-B', 'LIST-A', 'LIST-SIM']);
  expect(await codes('&sort=-reported_at')).toEqual(['LIST-B', 'LIST-A', 'LIST-SIM']);
  expect(await codes('&strength=weak')).toEqual(['LIST-A']);
  expect(await codes('&strength=medium')).toEqual([]);
  expect(await codes('&strength=strong')).toEqual(['LIST-B']);
  expect(await codes('&strength=none')).toEqual(['LIST-SIM']);
  expect(await codes('&q=0017')).toEqual(['LIST-SIM']);
  expect(await codes('&q=list-b')).toEqual(['LIST-B']);
  const { value } = await get<Page<SignalRow>>(`?org=${south}&sort=name&page=2&limit=1`);
  expect(value.total).toBe(3);
  expect(value.rows).toMatchObject([{ code: 'LIST-B', online: true, csq: 26 }]);
  await back.drop();
  await reads(sim.id, { online: false });
});

test('a terminal of another zone is hidden in the list, its hours and live', async () => {
  const one = await site.adopted('ZONED', south);
  await sendSignal(one, start + 40, 9);
  const token = await site.limited('northerner', north);
  const { value } = await get<Page<SignalRow>>('?limit=1000', token);
  expect(value.rows.every((row) => row.org === north)).toBe(true);
  expect(value.rows.map((row) => row.code)).toContain('HOURS');
  expect(await get(`/${one.id}/hour`, token)).toMatchObject({ status: 404, key: 'common.notFound' });
  expect((await get(`/${one.id}/hour`)).status).toBe(200);
  // When it moves, its row moves too.
  await site.call('PATCH', `/v1/device/${one.id}`, {
    token: site.token,
    body: { org: north, name: 'Moved' },
  });
  expect(live(one.id)).toMatchObject({ org: north, name: 'Moved', csq: 9 });
  expect((await get(`/${one.id}/hour`, token)).status).toBe(200);
});

test('readings persist over a restart, and are removed with their terminal', async () => {
  const one = await site.adopted('STAYS', north);
  await sendSignal(one, start + 50, 27, { position: { latitude: 52.52, longitude: 13.405 } });
  await hoursOf(one.id);
  const live2 = createLiveHub();
  const again = await createSignals({ ...site.deps, live: live2, now: () => nowS * 1000 });
  expect(live2.topic<SignalRow>('signal').get(one.id)).toEqual(live(one.id));
  await again.close();
  await site.call('DELETE', `/v1/device/${one.id}`, { token: site.token });
  expect(live(one.id)).toBeUndefined();
  expect((await get(`/${one.id}/hour`)).status).toBe(404);
});

test('hours are kept as long as the run log', async () => {
  const one = await site.adopted('KEPT', north);
  await sendSignal(one, start, 12);
  await sendSignal(one, start + HOUR_S, 13);
  await hoursOf(one.id);
  const { db } = site.database;
  const log = { info: () => {}, error: () => {} };
  const retention = createRetention({ ...site.deps, db, log });
  const days = site.deps.config.get().log_retention_days;
  await retention.run(start + HOUR_S + days * 86_400);
  expect((await hoursOf(one.id)).map((row) => row.at)).toEqual([start + HOUR_S]);
  await retention.close();
});
