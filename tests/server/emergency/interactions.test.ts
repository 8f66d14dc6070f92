import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AlarmLive, AlarmRecordDetail } from '../../../contract/entities/tasks/alarm.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { type ScheduleSite, startScheduleSite } from '../schedule/scheduleSite.ts';
import { createMadeLinkage, openAt, until } from './emergencySite.ts';

/** Interaction of alarms with the schedule, other alarms, drills, outputs and control actions. */
let site: ScheduleSite;
let zone: number;
let hall: { id: number; client: TerminalClient };
let yard: { id: number; client: TerminalClient };
let song: number;
/** Keeps terminals alive: silent ones count as lost. */
let signs: NodeJS.Timeout;
beforeAll(async () => {
  site = await startScheduleSite();
  zone = await site.zone('House');
  hall = await site.adopted('HALL', zone);
  yard = await site.adopted('YARD', zone);
  song = await site.file('Leave', 4);
  signs = setInterval(() => {
    for (const { client } of [hall, yard]) client.report();
  }, 2_000);
});
afterAll(async () => {
  clearInterval(signs);
  await site.close();
});

const alarmOf = (plan: number) =>
  site.deps.live
    .topic<AlarmLive>('alarm')
    .snapshot()
    .find((one) => one.plan_id === plan);
const made = async (path: string, body: object) =>
  (await site.value<{ id: number }>('POST', `/v1/${path}`, body)).id;
const linkage = (body: object) =>
  createMadeLinkage(site, { files: [song], devices: [hall.id], org: zone, ...body });
const planOf = (body: object) => made('alarm_plan', { name: 'Fire', org: zone, ...body });
const start = (plan: number, body: object = {}) =>
  site.value<{ alarm_id: number }>('POST', `/v1/alarm_plan/${plan}/start`, body);
const act = (plan: number, action: string) => site.value('POST', `/v1/alarm_plan/${plan}/${action}`);
const stop = async (plan: number) => {
  await act(plan, 'stop');
  await until('it is over', () => alarmOf(plan) === undefined);
};
/** Number of the first packet that a terminal was sent of a file; packets of silence are shorter. */
function firstOf(client: TerminalClient, file: number): number | null {
  for (const bytes of client.frames)
    for (const packet of decodeAudioFrame(bytes)?.packets ?? [])
      if (packet.length >= 8 && Buffer.from(packet).readUInt32BE(0) === file)
        return Buffer.from(packet).readUInt32BE(4);
  return null;
}
const priorityAt = ({ client }: { client: TerminalClient }) => openAt(client)?.priority;
async function panel(code: string) {
  const { id, client } = await site.adopted(code, zone, 'fire_control_device');
  const sendInputs = (...active: number[]) =>
    client.send({
      type: 'status',
      kind: 'fire_control_device',
      inputs: [1, 2].map((input) => ({ input, active: active.includes(input), line: 'ok' })),
      outputs: [{ output: 1, on: false }],
    });
  sendInputs();
  return { id, client, sendInputs };
}

afterEach(async () => {
  for (const { plan_id } of site.deps.live.topic<AlarmLive>('alarm').snapshot())
    await act(plan_id ?? 0, 'stop');
  await site.post('/v1/task/stop_all', {});
  await until('it is quiet', () => [hall, yard].every(({ client }) => openAt(client) === null));
});

test('scheduled tasks due during an alarm are outranked, and return by their policies after it', async () => {
  const plan = await planOf({ linkage_task_ids: [await linkage({ devices: [hall.id, yard.id] })] });
  await start(plan);
  await until('both sound', () => [hall, yard].every(({ client }) => openAt(client)?.task_type === 3));
  const [live, paused] = [await site.file('Live', 600), await site.file('Paused', 600)];
  const { at, ...when } = site.wall.in(1_500);
  const task = (file: number, device: number, resume_policy: string) =>
    site.task({ files: [file], devices: [device], resume_policy, duration: 300, ...when });
  const tasks = await Promise.all([task(live, hall.id, 'live'), task(paused, yard.id, 'position')]);
  for (const { id } of tasks) {
    const b = await until('it is due', () => site.liveTask(id)?.broadcast_id);
    expect(site.live(b)).toMatchObject({ targets: 1, preempted: 1, sounding: 0 });
  }
  for (const { client } of [hall, yard]) expect(openAt(client)?.task_type).toBe(3);
  // Late enough for the live position to differ.
  await until('a second has passed', () => site.wall.now() - at > 1_000);
  expect([firstOf(hall.client, live), firstOf(yard.client, paused)]).toEqual([null, null]);

  await stop(plan);
  await until(
    'both are heard',
    () => firstOf(hall.client, live) !== null && firstOf(yard.client, paused) !== null,
  );
  // A server that was held up has left the beginning of both out.
  const late = firstOf(yard.client, paused) ?? 0;
  expect((firstOf(hall.client, live) ?? 0) - late).toBeGreaterThan(40);
  for (const { id } of tasks) await site.value('POST', `/v1/scheduled_task/${id}/stop`, {});
});

test('a task that does not return is heard after an alarm that was there first, and ended by one that pre-empted it', async () => {
  const task_ids = [await linkage({ devices: [hall.id, yard.id] })];
  const plan = await planOf({ linkage_task_ids: task_ids });
  await start(plan);
  await until('both sound', () => [hall, yard].every(({ client }) => openAt(client)?.task_type === 3));
  const music = await site.file('Once', 600);
  const { at, ...when } = site.wall.in(1_500);
  const devices = [hall.id, yard.id];
  const { id } = await site.task({ files: [music], devices, resume_policy: 'none', duration: 300, ...when });
  const b = await until('it is due', () => site.liveTask(id)?.broadcast_id);
  expect(site.live(b)).toMatchObject({ targets: 2, preempted: 2, sounding: 0 });

  await until('a second has passed', () => site.wall.now() - at > 1_000);
  // Never heard, so never pre-empted: it begins at the live position.
  await stop(plan);
  await until('it is heard', () => [hall, yard].every(({ client }) => firstOf(client, music) !== null));
  expect(firstOf(hall.client, music)).toBeGreaterThan(40);

  await start(plan);
  await until('both sound', () => [hall, yard].every(({ client }) => openAt(client)?.task_type === 3));
  await until('it is over', () => site.liveTask(id)?.broadcast_id === null);
  await stop(plan);
  expect(await site.runs(id)).toMatchObject([{ state: 'ended', end_reason: 'no_targets' }]);
  for (const { client } of [hall, yard]) await until('it is free', () => openAt(client) === null);
});

test('two fire terminals with overlapping plans: the higher sounds where both reach; each is reset by its own inputs', async () => {
  const [a, b] = [await panel('PANEL-A'), await panel('PANEL-B')];
  const wide = await linkage({ name: 'Wide', devices: [hall.id, yard.id] });
  const low = await planOf({
    name: 'Low',
    priority: 10,
    fire_control_device: a.id,
    input_nums: [1],
    linkage_task_ids: [wide],
  });
  const high = await planOf({
    name: 'High',
    priority: 90,
    fire_control_device: b.id,
    input_nums: [1],
    linkage_task_ids: [await linkage({})],
  });
  a.sendInputs(1);
  await until('the low one sounds', () => priorityAt(hall) === 10 && priorityAt(yard) === 10);
  b.sendInputs(1);
  await until('the high one sounds', () => priorityAt(hall) === 90);
  expect(priorityAt(yard)).toBe(10);
  await until('the low one says so', () => alarmOf(low)?.preempted === 1);
  a.sendInputs();
  await until('its input is normal', () => alarmOf(low)?.active_inputs.length === 0);
  const locked = await site.call('POST', `/v1/alarm_plan/${high}/reset`, { token: site.token });
  expect(locked.body.key).toBe('alarm.inputActive');
  await act(low, 'reset');
  await until('the low one is over', () => alarmOf(low) === undefined);
  expect([priorityAt(hall), openAt(yard.client)]).toEqual([90, null]);
  a.sendInputs(1);
  await until('it begins anew, under the other', () => alarmOf(low)?.preempted === 1);
  b.sendInputs();
  await until('the high one may be reset', () => alarmOf(high)?.active_inputs.length === 0);
  await act(high, 'reset');
  await until('the low one is heard again', () => priorityAt(hall) === 10);
  a.sendInputs();
  await stop(low);
});

test('a drill at chosen terminals sounds there and switches nothing; it is logged as a drill', async () => {
  const device = await panel('PANEL-DRILL');
  await device.client.next('outputs');
  const plan = await planOf({
    fire_control_device: device.id,
    input_nums: [2],
    output_nums: [1],
    linkage_task_ids: [await linkage({ devices: [hall.id, yard.id] })],
  });
  const { alarm_id } = await start(plan, { drill: 'chosen', devices: [yard.id] });
  await until('the yard sounds', () => openAt(yard.client)?.task_type === 3);
  expect(alarmOf(plan)).toMatchObject({ drill: 'chosen', targets: 1 });
  expect(openAt(hall.client)).toBeNull();
  expect(device.client.heard.filter((one) => one.type === 'outputs')).toEqual([]);
  await stop(plan);
  const record = await site.value<AlarmRecordDetail>('GET', `/v1/alarm_record/${alarm_id}`);
  expect(record).toMatchObject({ drill: 'chosen', targets: 1, output_nums: [] });
});

test('a control action in an alarm (source 101) runs once at each terminal, with its results', async () => {
  const volume = await linkage({
    name: 'Louder',
    audio_source: 101,
    files: [],
    control_action: 'volume',
    control_volume: 77,
  });
  const restart = await linkage({
    name: 'Restart',
    audio_source: 101,
    files: [],
    control_action: 'restart',
    devices: [yard.id],
  });
  const plan = await planOf({ linkage_task_ids: [volume, restart, await linkage({})] });
  const { alarm_id } = await start(plan);
  await until('it sounds', () => openAt(hall.client)?.task_type === 3);
  await until('it is louder', () => site.deps.terminals.directory.byId(hall.id)?.settings.ao_volume === 77);
  const rows = await until('the answers are stored', async () => {
    const path = `/v1/alarm_record/${alarm_id}/target`;
    const { rows: all } = await site.value<{
      rows: { linkage_task: string; first_sound_at: number | null; reason: { key: string } | null }[];
    }>('GET', path);
    const isLouder = all.some((row) => row.linkage_task === 'Louder' && row.first_sound_at !== null);
    return isLouder && all.some((row) => row.reason?.key === 'failed') ? all : null;
  });
  expect(rows.filter((row) => row.linkage_task === 'Louder')).toHaveLength(1);
  expect(rows.filter((row) => row.linkage_task === 'Restart')).toHaveLength(1);
  // The yard terminal has not answered.
  await stop(plan);
});

test('outputs held by an alarm cannot be switched off manually; a failing output is in the timeline', async () => {
  const device = await panel('PANEL-OUT');
  const plan = await planOf({
    name: 'Doors',
    fire_control_device: device.id,
    input_nums: [1],
    output_nums: [1],
    linkage_task_ids: [await linkage({})],
  });
  device.sendInputs(1);
  const alarm = await until('it alarms', () => (alarmOf(plan)?.state === 'alarming' ? alarmOf(plan) : null));
  const off = await site.value<{ results: { ok: boolean; message: string }[] }>('POST', '/v1/io/output', {
    outputs: [{ terminal_id: device.id, output: 1 }],
    action: 'off',
  });
  expect(off.results).toEqual([
    expect.objectContaining({ ok: false, message: expect.stringContaining('Doors') }),
  ]);
  const event = await until('the timeline has it', async () => {
    const record = await site.value<AlarmRecordDetail>('GET', `/v1/alarm_record/${alarm.id}`);
    return record.events.find(({ kind }) => kind === 'output_failed');
  });
  expect(event.params).toEqual({ output: 1 });
  device.sendInputs();
  await stop(plan);
});
