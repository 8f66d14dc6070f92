import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { sine, wav } from '../media/sounds.ts';
import { type RelaySite, startRelaySite } from './relaySite.ts';

interface Terminal {
  client: TerminalClient;
  id: number;
  secret: string;
  code: string;
  role: 0 | 4;
}
interface AlarmRecord {
  id: number;
  plan_id: number;
  state: string;
  events: { kind: string }[];
}

let site: RelaySite;
let file = 0;
let hall: Terminal;
let panel: Terminal;
beforeAll(async () => {
  site = await startRelaySite();
  file = await site.api.upload('leave.wav', wav({ rate: 48_000, channels: 1, seconds: 60 }, sine(440, 0.5)));
  hall = await joined('HALL-1', 0);
  panel = await joined('PANEL-1', 4);
}, 240_000);
afterAll(() => site.stop(), 60_000);

async function joined(code: string, role: 0 | 4): Promise<Terminal> {
  return { ...(await site.adopted(code, site.zones.north, { role })), code, role };
}
/** Connects again after the relay has sent the terminal away. */
async function again(one: Terminal): Promise<TerminalClient> {
  await one.client.closed();
  one.client = await site.hello(one.code, { role: one.role, secret: one.secret });
  await one.client.next('welcome');
  return one.client;
}
const sendInput = (active: boolean, input = 1) =>
  panel.client.send({
    type: 'status',
    kind: 'fire_control_device',
    inputs: [{ input, active, line: 'ok' }],
    outputs: [],
  });
/** Numbers of sounds of the plans of which the relay has everything. */
const stored = () =>
  [...site.relay.output().matchAll(/"sounds":(\d+),"msg":"all that is needed/g)].map(([, n]) => Number(n));
const records = async () =>
  (await site.api.get<{ rows: Omit<AlarmRecord, 'events'>[] }>('/v1/alarm_record?limit=100')).rows;
const eventsOf = async (id: number) =>
  (await site.api.get<AlarmRecord>(`/v1/alarm_record/${id}`)).events.map(({ kind }) => kind);
async function cut(): Promise<void> {
  site.link.cut();
  await Promise.all([again(hall), again(panel)]);
}
async function restore(input: boolean): Promise<void> {
  site.link.restore();
  await Promise.all([again(hall), again(panel)]);
  sendInput(input);
}

test('an input sets off an alarm while the line is cut; server and relay agree afterwards', async () => {
  const leave = await site.api.post<{ id: number }>('/v1/linkage_task', {
    ...{ name: 'Leave', audio_source: 0, files: [file], devices: [hall.id] },
  });
  const plan = await site.api.post<{ id: number }>('/v1/alarm_plan', {
    ...{ name: 'Fire', fire_control_device: panel.id, input_nums: [1] },
    ...{ linkage_task_ids: [leave.id], reset_time: 1 },
  });
  // The message and the tone in its place.
  await eventually(() => expect(stored().at(-1)).toBe(2), { interval: 240 });
  sendInput(false);

  await cut();
  sendInput(true);
  const open = await hall.client.next('stream.open');
  expect(open.task_type).toBe(3);
  await hall.client.until(() => hall.client.frames.length > 3, 'sound of the relay');

  await restore(true);
  await hall.client.next('stream.open');
  await hall.client.until(() => hall.client.frames.length > 3, 'sound of the server');
  const [alarm, ...others] = await eventually(async () => {
    const found = await records();
    expect(found).toMatchObject([{ state: 'alarming' }]);
    return found;
  });
  expect(others).toEqual([]);
  const id = alarm?.id ?? 0;
  const kinds = await eventually(async () => {
    const found = await eventsOf(id);
    expect(found).toContain('line_back');
    return found;
  });
  for (const once of ['alarming', 'line_back']) expect(kinds.filter((kind) => kind === once)).toEqual([once]);

  // An alarm that runs goes on at the relay, and one that is reset at the server meanwhile ends with the line.
  await cut();
  await hall.client.next('stream.open');
  sendInput(false);
  await site.api.post(`/v1/alarm_plan/${plan.id}/stop`);
  await restore(false);
  await eventually(async () => expect(await records()).toMatchObject([{ id, state: 'not_started' }]));
  await site.until('connected');
  expect(hall.client.heard.filter(({ type }) => type === 'stream.open')).toEqual([]);
  expect(await eventsOf(id)).toEqual(expect.arrayContaining(['line_cut', 'stop', 'over']));
}, 240_000);

test('a run that is due while the line is cut is heard, and counts once', async () => {
  const before = stored().length;
  const due = Math.ceil(Date.now() / 1000) * 1000 + 8_000;
  const text = new Date(due).toISOString();
  const start_date = text.slice(0, 10);
  const { id: task } = await site.api.post<{ id: number }>('/v1/scheduled_task', {
    ...{ name: 'Bell', audio_source: 0, files: [file], devices: [hall.id] },
    ...{ start_date, end_date: start_date, start_time: text.slice(11, 19) },
  });
  await eventually(() => expect(stored().length).toBeGreaterThan(before), { interval: 240 });
  await cut();
  const open = await hall.client.next('stream.open');
  expect(open.title).toBe('Bell');
  await hall.client.until(() => hall.client.frames.length > 3, 'sound of the relay');
  const { stream, from_us } = open;
  await eventually(() => expect(Date.now()).toBeGreaterThan(due + 1_000), { interval: 240 });
  hall.client.report({ state: 'playing', stream, position_us: from_us + 500_000, first_sound_us: from_us });
  await restore(false);
  await hall.client.next('stream.open');
  await site.api.post('/v1/task/stop_all', {});
  const runs = await eventually(async () => {
    const log = await site.api.get<{ rows: { id: number; task_id: number }[] }>('/v1/task_log?limit=100');
    const own = log.rows.filter((row) => row.task_id === task);
    const path = `/v1/task_log/${own[0]?.id}/target`;
    const { rows } = await site.api.get<{ rows: { first_sound_at: number | null }[] }>(path);
    expect(rows[0]?.first_sound_at ?? 0).toBeGreaterThanOrEqual(due - 1_000);
    return own;
  });
  expect(runs).toHaveLength(1);
}, 240_000);

test('outputs, GPIO tasks and control actions of an alarm are carried out at the relay, and not again', async () => {
  const bells = await site.api.post<{ id: number }>('/v1/gpio_task', {
    ...{ name: 'Bells', gpio_type: 'link' },
    outputs: [{ fire_control_device: panel.id, output_nums: [2], mode: 'pulse', pulse_ms: 5_000 }],
  });
  const louder = await site.api.post<{ id: number }>('/v1/linkage_task', {
    ...{
      name: 'Louder',
      audio_source: 101,
      control_action: 'volume',
      control_volume: 33,
      devices: [hall.id],
    },
  });
  const plan = await site.api.post<{ id: number }>('/v1/alarm_plan', {
    ...{ name: 'Gas', fire_control_device: panel.id, input_nums: [2], output_nums: [1], reset_time: 1 },
    ...{ linkage_task_ids: [louder.id], gpio_set_task_ids: [bells.id] },
  });
  await eventually(async () => {
    const stored = await readFile(join(site.relay.dataDir, 'site.json'), 'utf8');
    for (const name of ['Bells', 'Louder', 'Gas']) expect(stored).toContain(name);
  });

  await cut();
  sendInput(true, 2);
  const switched = async () => {
    const set = [];
    while (set.length < 2) set.push(...(await panel.client.next('outputs')).set);
    return set;
  };
  expect(await switched()).toEqual(
    expect.arrayContaining([
      { output: 1, on: true },
      { output: 2, on: true, pulse_ms: expect.any(Number) },
    ]),
  );
  expect((await hall.client.next('settings')).settings.ao_volume).toBe(33);

  site.link.restore();
  await Promise.all([again(hall), again(panel)]);
  sendInput(true, 2);
  // The server holds the output from now on, and gives no second pulse.
  expect((await panel.client.next('outputs')).set).toEqual([{ output: 1, on: true }]);
  await eventually(async () => {
    const { rows } = await site.api.get<{ rows: { id: number; ao_volume: number }[] }>(
      '/v1/device?limit=100',
    );
    expect(rows.find(({ id }) => id === hall.id)?.ao_volume).toBe(33);
  });
  expect((await records()).filter((row) => row.plan_id === plan.id)).toMatchObject([{ state: 'alarming' }]);
  sendInput(false, 2);
  await site.api.post(`/v1/alarm_plan/${plan.id}/stop`);
}, 240_000);

test.each([
  ['goes on', 3, false],
  ['ends if it was reset at the server', 5, true],
])(
  'an alarm that begins while the relay no longer hears the server is one, and %s',
  async (name, input, isReset) => {
    const plan = await site.api.post<{ id: number }>('/v1/alarm_plan', {
      ...{ name, fire_control_device: panel.id, input_nums: [input], output_nums: [4] },
    });
    await eventually(async () => {
      expect(await readFile(join(site.relay.dataDir, 'site.json'), 'utf8')).toContain(name);
    });
    const own = async () => (await records()).filter((row) => row.plan_id === plan.id);

    // The server hears of the input; that it has begun an alarm does not arrive.
    site.link.slow(50);
    sendInput(true, input);
    const id = await eventually(async () => {
      const found = await own();
      expect(found).toHaveLength(1);
      return found[0]?.id ?? 0;
    });
    await cut();
    sendInput(true, input);
    const set: { output: number; on: boolean }[] = [];
    while (!set.some(({ output, on }) => output === 4 && on))
      set.push(...(await panel.client.next('outputs')).set);

    if (isReset) {
      await site.api.post(`/v1/alarm_plan/${plan.id}/stop`);
      // For the server the input is still active, so the alarm is not over.
      await eventually(async () => expect(await own()).toMatchObject([{ id, state: 'reset' }]));
    }
    site.link.restore();
    await Promise.all([again(hall), again(panel)]);
    sendInput(true, input);
    const kinds = await eventually(async () => {
      const found = await eventsOf(id);
      expect(found).toContain('line_cut');
      return found;
    });
    for (const once of ['input_active', 'alarming', 'line_cut'])
      expect(kinds.filter((kind) => kind === once)).toEqual([once]);
    expect(await own()).toMatchObject([{ id, state: isReset ? 'reset' : 'alarming' }]);
    sendInput(false, input);
    if (!isReset) await site.api.post(`/v1/alarm_plan/${plan.id}/stop`);
  },
  240_000,
);
