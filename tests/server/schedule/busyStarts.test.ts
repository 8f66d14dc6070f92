import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { QueuedStartLive, StartedTask } from '../../../contract/entities/tasks/queuedStart.ts';
import type { UnplayedStartLive } from '../../../contract/entities/tasks/unplayedStart.ts';
import * as queuedStarts from '../../../server/air/queue/queuedStart.repository.ts';
import { eventually } from '../../support/eventually.ts';
import { type ScheduleSite, startScheduleSite, until } from './scheduleSite.ts';

/** Starts of saved tasks by persons, stations, inputs and alarms, at terminals that are busy. */
let site: ScheduleSite;
let song: number;
let hall: number;
let gate: number;
let lamp: { fire_control_device: number; output_nums: number[] };
let made = 0;
beforeAll(async () => {
  site = await startScheduleSite();
  song = await site.file('Song', 600);
  hall = (await site.adopted('HALL')).id;
  gate = (await site.adopted('GATE')).id;
  const { id: fire_control_device } = await site.adopted('FIRE', null, 'fire_control_device');
  lamp = { fire_control_device, output_nums: [1] };
});
afterAll(() => site.close());
afterEach(async () => {
  await site.post('/v1/task/stop_all', {});
});

/** A saved task that is not due for years. */
const saved = (body: object) =>
  site.task({
    ...{ name: 'Bell', start_date: '2040-01-01', start_time: '08:00', files: [song], devices: [hall, gate] },
    ...body,
  });
/** A GPIO task that runs a saved task. */
async function gpioOf(scheduled_task: number): Promise<number> {
  const body = { name: `Door ${++made}`, gpio_type: 'link', scheduled_task, outputs: [lamp] };
  const answer = await site.post('/v1/gpio_task', body);
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  return (answer.body.value as { id: number }).id;
}
const gpio = async (id: number, action: string) =>
  expect((await site.post(`/v1/gpio_task/${id}/${action}`, {})).body.code).toBe(200);
/** Plays something in the hall that outranks what an input starts. */
async function busy(): Promise<number> {
  const { id } = await saved({ name: 'Long', devices: [hall], priority: 100 });
  await gpio(await gpioOf(id), 'start');
  return (await until('its sound', () => onAir(id))).id;
}
const start = (id: number) => site.post(`/v1/scheduled_task/${id}/start`, {});
const queue = async () =>
  ((await site.as(site.token).get('/v1/queued_start')).body.value as { rows: QueuedStartLive[] }).rows;
const waiting = (task: number) =>
  until('its place in the queue', async () => (await queue()).find((row) => row.scheduled_task === task));
const onAir = (task: number) => [...site.deps.broadcasting.engine.all()].find((b) => b.row.task_id === task);
const dialled = (id: number, again: 'stop' | 'refuse') => {
  const task = site.deps.schedule.index.tasks.get(id);
  if (task === undefined) throw new Error('no task');
  return site.deps.schedule.dialled(task, { code: 'S-1', name: 'Gatehouse' }, again);
};

test('a start by hand waits as its task says, and goes once its terminals are free', async () => {
  const long = await busy();
  const { id } = await saved({ busy_policy: 'wait', wait_s: 600, retries: 3, retry_s: 60 });
  const { id: run, waits } = (await start(id)).body.value as StartedTask;
  expect(waits).toBe(true);
  expect(await waiting(id)).toMatchObject({ id: run, account_id: 1, attempts: 1 });
  expect((await start(id)).body).toMatchObject({ code: 999, key: 'broadcast.alreadyWaits' });
  await site.act(long, 'stop');
  expect((await until('its sound', () => onAir(id))).id).toBe(run);
  expect(await site.runs(id)).toMatchObject([{ id: run, state: 'playing' }]);
});

test('a start by hand is refused or goes at the free terminals, and a stop takes it out of the queue', async () => {
  await busy();
  const refused = await saved({ busy_policy: 'refuse', retries: 3, retry_s: 60 });
  expect((await start(refused.id)).body).toMatchObject({ code: 409, key: 'broadcast.targetsBusy' });
  expect(await queue()).toEqual([]);
  const free = await saved({ name: 'Free', busy_policy: 'free_only' });
  expect((await start(free.id)).body.value).toMatchObject({
    waits: false,
    left_out: [{ terminal_id: hall, busy_with: 'Long' }],
  });
  expect([...(onAir(free.id)?.targets.keys() ?? [])]).toEqual([gate]);
  const waits = await saved({ name: 'Waits', devices: [hall], busy_policy: 'wait', wait_s: 600 });
  await start(waits.id);
  expect((await site.post(`/v1/scheduled_task/${waits.id}/stop`, {})).body.code).toBe(200);
  expect(await queue()).toEqual([]);
  const over = { end_reason: 'failed', error: { key: 'broadcast.waitCancelledBy' } };
  await eventually(async () => expect(await site.runs(waits.id)).toMatchObject([over]));
});

test('a dialled task waits, and dialling it again takes it out of the queue or is refused', async () => {
  await busy();
  const { id } = await saved({ busy_policy: 'wait', wait_s: 600 });
  expect(await dialled(id, 'refuse')).toBe('waits');
  await expect(dialled(id, 'refuse')).rejects.toMatchObject({ key: 'broadcast.alreadyWaits' });
  expect(await dialled(id, 'stop')).toBe('stopped');
  expect(await queue()).toEqual([]);
});

test('a dialled task waits on under the next server, and can be dialled out of the queue there', async () => {
  const long = await busy();
  const { id } = await saved({ busy_policy: 'wait', wait_s: 600 });
  expect(await dialled(id, 'refuse')).toBe('waits');
  const stored = () => queuedStarts.all(site.deps.db);
  const [row] = await stored();
  expect(row).toMatchObject({ asked: { scheduled_task: id, device_code: 'S-1' }, account_id: null });
  expect(await dialled(id, 'stop')).toBe('stopped');
  await eventually(async () => expect(await stored()).toEqual([]));
  const { scheduler } = site.deps.schedule;
  const next = async (run: number) => {
    if (row !== undefined) await queuedStarts.insert(site.deps.db, { ...row, id: run });
    await scheduler.meetings.restore();
    expect(await waiting(id)).toMatchObject({ id: run, account_id: null, started_by: 'Gatehouse' });
  };
  await next(900_000_200);
  expect(await dialled(id, 'stop')).toBe('stopped');
  await eventually(async () => expect(await stored()).toEqual([]));
  await next(900_000_201);
  await site.act(long, 'stop');
  expect((await until('its sound', () => onAir(id))).row).toMatchObject({
    id: 900_000_201,
    device_code: 'S-1',
  });
});

test('a task of an input waits while the input needs it, with its retries, and its refusal is in the log', async () => {
  await busy();
  const { id } = await saved({ busy_policy: 'wait', wait_s: 600, retries: 2, retry_s: 60 });
  const door = await gpioOf(id);
  await gpio(door, 'start');
  expect(await waiting(id)).toMatchObject({ attempts: 3, account_id: null });
  await gpio(door, 'stop');
  await eventually(async () => expect(await queue()).toEqual([]));
  const refused = await saved({ busy_policy: 'refuse', devices: [hall] });
  await gpio(await gpioOf(refused.id), 'start');
  const error = { key: 'broadcast.targetsBusy' };
  await eventually(async () =>
    expect(await site.runs(refused.id)).toMatchObject([{ end_reason: 'failed', error }]),
  );
});

test('an alarm does not wait, also if an input has waited for the same task', async () => {
  await busy();
  const { id } = await saved({ busy_policy: 'wait', wait_s: 600, priority: 10 });
  await gpio(await gpioOf(id), 'start');
  await waiting(id);
  const link = await gpioOf(id);
  site.deps.gpioTasks.links.start({ kind: 'alarm', id: 7, name: 'Fire' }, [link]);
  const b = await until('its sound', () => onAir(id));
  expect(b.targets.size).toBe(2);
  expect(await queue()).toEqual([]);
  site.deps.gpioTasks.links.stop({ kind: 'alarm', id: 7, name: 'Fire' });
});

test('a start whose wait ended while no server ran is in the task log, and told to its account', async () => {
  const { id } = await saved({ name: 'Over', busy_policy: 'wait', wait_s: 600 });
  const run = 900_000_100;
  await queuedStarts.insert(site.deps.db, {
    ...{ id: run, asked: { scheduled_task: id }, account_id: 1, started_by: 'admin', operator_code: 'admin' },
    ...{ ip: '', terminals: [hall, gate], since_at: 1, until_at: 2 },
  });
  await site.deps.schedule.scheduler.meetings.restore();
  const reason = { key: 'broadcast.waitExpired', params: { seconds: 600 } };
  await eventually(async () => {
    expect(await site.runs(id)).toMatchObject([{ id: run, end_reason: 'failed', error: reason }]);
    expect(await queuedStarts.all(site.deps.db)).toEqual([]);
  });
  expect(site.deps.live.topic<UnplayedStartLive>('unplayed_start').get(run)).toMatchObject({
    ...{ account_id: 1, name: 'Over', reason },
  });
});
