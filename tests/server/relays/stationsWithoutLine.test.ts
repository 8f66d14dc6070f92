import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { PROGRAMME } from '../../../server/sound/source/listPosition.ts';
import { eventually } from '../../support/eventually.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { sine, wav } from '../media/sounds.ts';
import { type RelaySite, startRelaySite } from './relaySite.ts';

/** An Opus packet of 20 ms, mono, silent. */
const PACKET = Uint8Array.of(0x78, 0xff, 0xfe);

type Terminal = Awaited<ReturnType<RelaySite['adopted']>> & { code: string; role: 0 | 1 | 4 };

let site: RelaySite;
let hall: Terminal;
let desk: Terminal;
let gate: Terminal;
let panel: Terminal;
let file = 0;
/** A saved task without a run of its own. */
let chime = 0;
beforeAll(async () => {
  site = await startRelaySite();
  const joined = async (code: string, role: Terminal['role']) => ({
    ...(await site.adopted(code, site.zones.north, { role })),
    ...{ code, role },
  });
  hall = await joined('HALL-1', 0);
  desk = await joined('DESK-1', 1);
  gate = await joined('GATE-1', 1);
  panel = await joined('PANEL-1', 4);
  file = await site.api.upload('chime.wav', wav({ rate: 48_000, channels: 1, seconds: 60 }, sine(440, 0.5)));
  const task = await site.api.post<{ id: number }>('/v1/scheduled_task', {
    ...{ name: 'Chime', audio_source: 0, files: [file], devices: [hall.id], enabled: false },
    ...{ start_date: '2040-01-01', end_date: '2040-01-01', start_time: '08:00:00' },
  });
  chime = task.id;
}, 240_000);
afterAll(() => site.stop(), 60_000);

async function again(one: Terminal): Promise<void> {
  await one.client.closed();
  one.client = await site.hello(one.code, { role: one.role, secret: one.secret });
  await one.client.next('welcome');
}
const allAgain = () => Promise.all([hall, desk, gate, panel].map(again));
async function cut(): Promise<void> {
  site.link.cut();
  await allAgain();
}
async function restore(): Promise<void> {
  site.link.restore();
  await allAgain();
}
const sendInput = (active: boolean) =>
  panel.client.send({
    ...{ type: 'status', kind: 'fire_control_device', outputs: [] },
    inputs: [{ input: 1, active, line: 'ok' }],
  });
const outputsOf = (client: TerminalClient) =>
  client.heard.flatMap((one) => (one.type === 'outputs' ? one.set : []));
/** Waits until the relay has these in its plan, and all sounds of the plan. */
async function kept(...names: string[]): Promise<void> {
  await eventually(async () => {
    const text = await readFile(join(site.relay.dataDir, 'site.json'), 'utf8');
    for (const name of names) expect(text).toContain(name);
    const sounds = (JSON.parse(text).plan.tasks as { items: { id: string }[] }[]).flatMap(
      ({ items }) => items,
    );
    for (const { id } of sounds) await access(join(site.relay.dataDir, 'sounds', id, PROGRAMME));
  });
}
/** The runs of a name in the task log, once there are so many. */
const logOf = (name: string, n: number) =>
  eventually(async () => {
    const { rows } = await site.api.get<{ rows: { task_name: string; result: string | null }[] }>(
      '/v1/task_log?limit=100',
    );
    const own = rows.filter((row) => row.task_name === name);
    expect(own).toHaveLength(n);
    for (const { result } of own) expect(result).not.toBeNull();
    return own;
  });

test('call stations page zones and call each other while the line is cut; the server is told of both', async () => {
  await site.api.patch(`/v1/caster/${gate.id}`, { call_number: '42' });
  await eventually(async () => {
    const plan = JSON.parse(await readFile(join(site.relay.dataDir, 'site.json'), 'utf8')).plan;
    const own = { pages: [site.zones.north], calls: [site.zones.north] };
    expect(plan.stations).toEqual([
      { id: desk.id, ...own },
      { id: gate.id, ...own },
    ]);
    expect(JSON.stringify(plan.terminals)).toContain('"42"');
  });
  await cut();

  const { orgs } = await desk.client.next('talk.targets');
  expect(orgs).toEqual([{ id: site.zones.north, name: 'North', parent: null }]);
  desk.client.send({ type: 'talk.start', request: 1, targets: { orgs: [site.zones.north] } });
  const { stream } = await desk.client.next('talk.granted');
  let at_us = 0;
  const speaking = setInterval(() => {
    at_us += 20_000;
    desk.client.socket.send(encodeAudioFrame({ stream, at_us, packets: [PACKET] }));
  }, 20);
  try {
    expect((await hall.client.next('stream.open')).title).toContain('DESK-1');
    await hall.client.until(() => hall.client.frames.length > 3, 'speech of the station');
  } finally {
    clearInterval(speaking);
  }
  desk.client.send({ type: 'talk.stop', stream });
  await desk.client.next('talk.ended');

  desk.client.send({ type: 'call.dial', number: '42' });
  const ringing = await gate.client.next('call.state');
  expect(ringing).toMatchObject({ state: 'ringing', peer: { name: 'DESK-1' } });
  gate.client.send({ type: 'call.answer', call: ringing.call });
  const heard = await eventually(async () => {
    const state = await gate.client.next('call.state');
    expect(state).toMatchObject({ state: 'talking', stream: expect.any(Number) });
    return state;
  });
  expect(heard.peer).toMatchObject({ name: 'DESK-1' });
  gate.client.send({ type: 'call.hangup', call: ringing.call });

  await restore();
  await eventually(async () => {
    const { rows } = await site.api.get<{ rows: { name: string; task_type: number }[] }>(
      '/v1/task_log?limit=100',
    );
    expect(rows.map(({ task_type }) => task_type)).toEqual(expect.arrayContaining([2, 888]));
  });
}, 120_000);

test('what the server starts is behind a lost relay: tasks, alarms, dry runs and the log say so', async () => {
  const body = { name: 'Music', audio_source: 0, files: [file], devices: [hall.id] };
  const { id } = await site.api.post<{ id: number }>('/v1/task', body);
  await hall.client.next('stream.open');
  const message = await site.api.post<{ id: number }>('/v1/linkage_task', {
    ...{ name: 'Leave', audio_source: 0, files: [file], devices: [hall.id] },
  });
  const plan = await site.api.post<{ id: number }>('/v1/alarm_plan', {
    ...{ name: 'Fire', linkage_task_ids: [message.id], reset_time: 0 },
  });
  await cut();
  const live = () => site.api.get<{ live: Record<string, number> }>(`/v1/task/${id}`);
  await eventually(async () =>
    expect((await live()).live).toMatchObject({ targets: 1, behind_relay: 1, offline: 0 }),
  );
  const path = `/v1/task/${id}/target?state=behind_relay`;
  const behind = { key: 'behind_relay', params: { relay: 'North house' } };
  expect(await site.api.get(path)).toMatchObject({ rows: [{ state: 'behind_relay', reason: behind }] });
  expect(await site.api.post('/v1/task/dry_run', body)).toMatchObject({
    ...{ unreachable_count: 1, unreachable_behind: 1, unreachable: [{ reason: 'behind_relay' }] },
  });
  await site.api.post(`/v1/alarm_plan/${plan.id}/start`, {});
  const { rows: alarms } = await site.api.get<{ rows: { id: number }[] }>('/v1/alarm_record?limit=1');
  const targets = `/v1/alarm_record/${alarms[0]?.id}/target`;
  await eventually(async () =>
    expect(await site.api.get(targets)).toMatchObject({ rows: [{ state: 'behind_relay', reason: behind }] }),
  );
  await site.api.post(`/v1/alarm_plan/${plan.id}/stop`);

  await site.api.post(`/v1/task/${id}/stop`);
  await eventually(async () => {
    const { rows } = await site.api.get<{ rows: { id: number }[] }>('/v1/task_log?limit=100');
    const run = rows.find((row) => row.id === id);
    expect(run).toMatchObject({ targets: 1, heard: 0, behind_relay: 1 });
  });
  expect(await site.api.get(`/v1/task_log/${id}/target`)).toMatchObject({ rows: [{ reason: behind }] });
  const { rows } = await site.api.get<{ rows: object[] }>('/v1/task_log?result=incomplete&limit=100');
  expect(rows).not.toContainEqual(expect.objectContaining({ id }));
  await restore();
}, 120_000);

test('inputs run GPIO tasks at the relay; the server holds the outputs afterwards, and gives no second pulse', async () => {
  await site.api.post('/v1/gpio_task', {
    ...{ name: 'Door', fire_control_device: panel.id, input_nums: [1], scheduled_task: chime },
    outputs: [
      { fire_control_device: panel.id, output_nums: [1], mode: 'hold' },
      { fire_control_device: panel.id, output_nums: [2], mode: 'pulse', pulse_ms: 5_000 },
    ],
  });
  sendInput(false);
  await kept('Door', 'Chime');
  await cut();
  sendInput(true);
  const switched: unknown[] = [];
  await eventually(async () => {
    switched.push(...(await panel.client.next('outputs')).set);
    expect(switched).toEqual(
      expect.arrayContaining([
        { output: 1, on: true },
        { output: 2, on: true, pulse_ms: expect.any(Number) },
      ]),
    );
  });
  expect((await hall.client.next('stream.open')).title).toBe('Chime');

  await restore();
  expect((await panel.client.next('outputs')).set).toEqual([{ output: 1, on: true }]);
  sendInput(true);
  sendInput(false);
  await panel.client.until(
    () => outputsOf(panel.client).some(({ output, on }) => output === 1 && !on),
    'the output is released',
  );
  expect(outputsOf(panel.client).filter(({ output, on }) => output === 2 && on)).toEqual([]);
  const runs = await logOf('Chime', 1);
  expect(runs).toMatchObject([{ task_id: chime, gpio_code: 'PANEL-1/1', result: 'replaced' }]);
}, 120_000);

test('stations dial quick codes at the relay; the server is told once', async () => {
  const quick = (code: string, more: object) =>
    site.api.post('/v1/quick_code', { ...{ code, name: `Code ${code}`, org: site.zones.north }, ...more });
  await quick('771', { action: 'task', scheduled_task: chime });
  await quick('772', { action: 'page', orgs: [site.zones.north] });
  await kept('Code 771', 'Code 772');
  await cut();
  const dialled = async (number: string) => {
    desk.client.send({ type: 'call.dial', number });
    const { reason } = await desk.client.next('call.state');
    return reason;
  };
  desk.client.send({ type: 'call.dial', number: '772' });
  const { stream } = await desk.client.next('talk.granted');
  desk.client.send({ type: 'talk.stop', stream });
  await desk.client.next('talk.ended');
  expect(await dialled('771')).toBe('started');
  const isChime = (one: { type: string; title?: string }) =>
    one.type === 'stream.open' && one.title === 'Chime';
  await hall.client.until(() => hall.client.heard.some(isChime), 'the task of the code');
  await hall.client.until(() => hall.client.frames.length > 3, 'sound of the relay');
  await eventually(async () => expect(await dialled('771')).toBe('stopped'));

  await restore();
  expect(await logOf('Chime', 2)).toMatchObject([{ device_code: 'DESK-1', result: 'stopped' }, {}]);
  const { rows } = await eventually(async () => {
    const audit = await site.api.get<{ rows: { after: Record<string, unknown> }[] }>(
      '/v1/audit?entity=quick_code&action=dial&limit=100',
    );
    expect(audit.rows).toHaveLength(3);
    return audit;
  });
  expect(rows.map(({ after }) => after.done)).toEqual(expect.arrayContaining(['page', 'stopped', 'started']));
}, 120_000);
