import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SumsHistory, TerminalHistory, ZoneHistory } from '../../../contract/entities/site/history.ts';
import { createRetention } from '../../../server/platform/retention/retention.ts';
import type { Playing } from '../../../server/site/terminals/gateway/playingState.ts';
import { eventually } from '../../support/eventually.ts';
import { type Site, startSite } from '../terminals/site.ts';

const HOUR_S = 3600;
/** Start of an hour in UTC. */
const start = Math.floor(Date.now() / 1000 / HOUR_S) * HOUR_S;
let nowS = start;
let site: Site;
let school: number;
let north: number;
let south: number;
beforeAll(async () => {
  site = await startSite({}, {}, { wallNow: () => nowS * 1000 });
  school = await site.zone('School');
  north = await site.zone('North', school);
  south = await site.zone('South');
});
afterAll(() => site.close());

const get = async <Value>(path: string, token = site.token) => {
  const { status, body } = await site.call('GET', `/v1/${path}`, { token });
  return { status, key: body.key, value: body.value as Value };
};
const day = async (id: number) => (await get<TerminalHistory>(`device/${id}/history`)).value;
const zones = (query: string, token?: string) => get<ZoneHistory>(`partition/history?${query}`, token);
const minutes = async (ids: number[], from: number, to: number) =>
  (await zones(`ids=${ids.join()}&from=${from}&to=${to}&step_s=60`)).value.zones;
/** Place of a minute in the last day of a terminal. */
const at = (history: TerminalHistory, time: number) => (time - history.from) / 60;
const playing = (task: number): Playing => ({
  ...{ task_id: task, tasks: 'Song', play_status: 2, levelAt: () => -20 },
  reason: { key: 'playing', params: {} },
});
const look = () => site.deps.history.look();
/** Ends the minute that is being collected, and waits until it is stored. */
async function nextMinute(at = nowS + 60): Promise<void> {
  const { rowCount: before } = await site.database.pool.query('select 1 from history_minute');
  nowS = at;
  await eventually(async () => {
    await look();
    const { rowCount } = await site.database.pool.query('select 1 from history_minute');
    expect(rowCount).toBeGreaterThan(before ?? 0);
  });
}
/** Begins a minute in which nothing has been collected yet. */
const freshMinute = (): Promise<void> => nextMinute();

async function speaker(code: string, org: number, task: number) {
  const one = await site.adopted(code, org);
  site.deps.terminals.devices.setPlaying(one.id, playing(task));
  let received = 0;
  return {
    ...one,
    /** Reports that it plays, and waits until the server shows the level. */
    async plays(level_db: number): Promise<void> {
      received += 50;
      one.client.report({
        state: 'playing',
        level_db,
        received,
        stream: task,
        position_us: received * 20_000,
      });
      await eventually(() => expect(site.device(one.id)?.level_db).toBe(level_db));
    },
  };
}

test('a minute of a terminal has its state, level and loss; a minute without the server is a gap', async () => {
  await freshMinute();
  const one = await speaker('LEVELS', north, 901);
  await one.plays(-20);
  // Loss is known from the second report on.
  await one.plays(-20);
  await eventually(() => expect(site.device(one.id)?.lost_pct).toBe(0));
  await look();
  const sounded = Math.floor(nowS / 60) * 60;
  await nextMinute();
  await one.client.drop();
  await eventually(() => expect(site.device(one.id)?.online).toBe(false));
  await look();
  // The server is not looking for two minutes.
  await nextMinute(nowS + 180);
  const history = await day(one.id);
  expect(history).toMatchObject({ step_s: 60 });
  expect(history.state).toHaveLength(1440);
  expect(history.state.slice(at(history, sounded), at(history, sounded) + 4)).toEqual([
    'sounding',
    'offline',
    null,
    null,
  ]);
  expect(history.level_db[at(history, sounded)]).toBe(-20);
  expect(history.loss_pct[at(history, sounded)]).toBe(0);
});

test('a zone has the sums of its terminals and of the zones below it, and an hour those of its minutes', async () => {
  nowS = start + 2 * HOUR_S;
  await freshMinute();
  const from = nowS;
  const loud = await speaker('SUM-1', school, 902);
  const quiet = await speaker('SUM-2', south, 902);
  await loud.plays(-10);
  await quiet.plays(-30);
  await look();
  await nextMinute();
  const [whole, own] = await minutes([school, south], from, from + 60);
  expect(whole).toMatchObject({ id: school, level_db: [-10], lossy: [0], silent: [0] });
  expect(own).toMatchObject({ id: south, level_db: [-30] });
  // LEVELS of the zone below is offline.
  expect(whole?.offline[0]).toBeGreaterThan(0);
  expect(whole?.sounding[0]).toBeGreaterThan(0);
  // The broadcast has the mean power of both.
  const task = await site.database.pool.query('select 1 from history_minute where subject = 2');
  expect(task.rowCount).toBeGreaterThan(0);
  await nextMinute(start + 3 * HOUR_S);
  const hour = async () => {
    const { value } = await zones(
      `ids=${school}&from=${start + 2 * HOUR_S}&to=${start + 3 * HOUR_S}&step_s=3600`,
    );
    return value.zones[0];
  };
  await eventually(async () => expect((await hour())?.terminals[0]).toBeGreaterThan(0));
  const summed = (await hour()) as SumsHistory;
  expect(summed.level_db[0]).toBeCloseTo(-10, 0);
  expect(summed.offline[0]).toBeGreaterThan(0);
});

test('an account sees the history of its zones only', async () => {
  const one = await site.adopted('ZONED', south);
  const token = await site.limited('northerner', north);
  const seen = (await zones(`ids=${north},${south}`, token)).value.zones.map(({ id }) => id);
  expect(seen).toEqual([north]);
  expect(await get(`device/${one.id}/history`, token)).toMatchObject({ status: 404 });
  expect(await get(`capturer/${one.id}/history`)).toMatchObject({ status: 404 });
});

test.each([
  'ids=1&step_s=61',
  'ids=x',
  'ids=1&step_s=60&from=0&to=9999999',
  `ids=${Array.from({ length: 101 }, (_, i) => i + 1).join()}`,
])('a query of %s is refused', async (query) => {
  expect((await zones(query)).status).toBe(400);
});

test('running broadcasts have their levels of the last minute, by zone', async () => {
  const one = await speaker('BARS-1', north, 903);
  const other = await speaker('BARS-2', south, 904);
  await one.plays(-12);
  await other.plays(-13);
  await look();
  const levels = async (token?: string) =>
    (await get<{ id: number; levels: number[] }[]>('task/level', token)).value;
  const all = await levels();
  expect(all.find(({ id }) => id === 903)?.levels.at(-1)).toBe(-12);
  expect(all.find(({ id }) => id === 904)?.levels.at(-1)).toBe(-13);
  const token = await site.limited('north only', north);
  expect((await levels(token)).map(({ id }) => id)).not.toContain(904);
});

test('minutes are stored when the database takes them again', async () => {
  nowS = start + 4 * HOUR_S;
  await freshMinute();
  const from = nowS;
  await look();
  const { pool } = site.database;
  await pool.query('alter table history_minute rename to history_away');
  nowS += 60;
  await look();
  await look();
  await pool.query('alter table history_away rename to history_minute');
  await nextMinute();
  await eventually(async () => {
    await look();
    const [zone] = await minutes([school], from, from + 120);
    expect(zone?.terminals.every((value) => value !== null)).toBe(true);
  });
});

test('the load of the server is recorded', async () => {
  const { value } = await get<{ cpu_pct: (number | null)[]; memory_mb: (number | null)[] }>('load');
  expect(value.memory_mb.some((mb) => mb !== null && mb > 10)).toBe(true);
  expect(value.cpu_pct.every((pct) => pct === null || pct >= 0)).toBe(true);
});

test('minutes of terminals are kept for a day, those of zones for a week, hours as long as the logs', async () => {
  const log = { info: () => {}, error: () => {} };
  const retention = createRetention({ ...site.deps, db: site.database.db, log });
  const count = async (table: string, subject: number) =>
    (await site.database.pool.query(`select 1 from ${table} where subject = ${subject}`)).rowCount;
  const after = start + 6 * HOUR_S;
  await retention.run(after);
  expect(await count('history_minute', 0)).toBeGreaterThan(0);
  await retention.run(after + 86_400);
  expect(await count('history_minute', 0)).toBe(0);
  expect(await count('history_minute', 1)).toBeGreaterThan(0);
  await retention.run(after + 7 * 86_400);
  expect(await count('history_minute', 1)).toBe(0);
  expect(await count('history_hour', 1)).toBeGreaterThan(0);
  await retention.run(after + site.deps.config.get().log_retention_days * 86_400);
  expect(await count('history_hour', 1)).toBe(0);
  await retention.close();
});
