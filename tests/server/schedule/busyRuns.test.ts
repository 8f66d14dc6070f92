import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { QueuedStartLive } from '../../../contract/entities/tasks/queuedStart.ts';
import { createDeps, type Deps } from '../../../server/start/deps.ts';
import { eventually } from '../../support/eventually.ts';
import { type ScheduleSite, startScheduleSite, until } from './scheduleSite.ts';

/** Runs of saved tasks whose terminals are busy when they are due. */
let site: ScheduleSite;
let song: number;
let hall: number;
let gate: number;
beforeAll(async () => {
  site = await startScheduleSite();
  song = await site.file('Song', 600);
  hall = (await site.adopted('HALL')).id;
  gate = (await site.adopted('GATE')).id;
});
afterAll(() => site.close());
afterEach(async () => {
  await site.post('/v1/task/stop_all', {});
});

const busy = () => site.started({ name: 'Long', files: [song], devices: [hall], priority: 90 });
/** A task that is due in two seconds, of lower rank than what plays in the hall. */
async function due(body: object, ms = 2_000) {
  const { at, ...start } = site.wall.in(ms);
  const task = await site.task({
    ...{ name: 'Bell', ...start, end_date: start.start_date, files: [song], devices: [hall, gate] },
    ...body,
  });
  return { ...task, at };
}
const queue = async () =>
  ((await site.as(site.token).get('/v1/queued_start')).body.value as { rows: QueuedStartLive[] }).rows;
const waiting = (task: number) =>
  until('its place in the queue', async () => (await queue()).find((row) => row.scheduled_task === task));
const onAir = (task: number) => [...site.deps.broadcasting.engine.all()].find((b) => b.row.task_id === task);
const faults = (task: number) =>
  site.deps.faultWatch.faults.allOpen().filter((one) => one.subject === String(task));

test('a run waits with its number of attempts, goes once its terminals are free, and is stored once', async () => {
  const long = await busy();
  const task = await due({ busy_policy: 'wait', wait_s: 600, retries: 2, retry_s: 60 });
  const row = await waiting(task.id);
  expect(row).toMatchObject({ name: 'Bell', attempt: 1, attempts: 3, retry_at: null, account_id: null });
  expect(row.waits_for).toMatchObject([{ task_id: long, terminals: 1 }]);
  // Its prepared row is taken back in the background.
  await eventually(async () => expect(await site.runs(task.id)).toEqual([]));
  await site.act(long, 'stop');
  const b = await until('its sound', () => onAir(task.id));
  expect(b.id).toBe(row.id);
  expect(b.targets.size).toBe(2);
  expect(await site.runs(task.id)).toMatchObject([{ id: row.id, due_at: String(task.at), state: 'playing' }]);
});

test('a refused run asks again after its interval, and the log names what held its terminals', async () => {
  await busy();
  const task = await due({ busy_policy: 'refuse', retries: 1, retry_s: 10 });
  const row = await waiting(task.id);
  expect(row).toMatchObject({ attempt: 1, attempts: 2 });
  expect(row.retry_at).toBeGreaterThan(site.wall.now());
  site.wall.jump(10_000);
  await until('its end', async () => (await site.runs(task.id))[0]?.state === 'ended');
  expect(await site.runs(task.id)).toMatchObject([
    { id: row.id, end_reason: 'failed', error: { key: 'broadcast.targetsBusy' } },
  ]);
  expect(await queue()).toEqual([]);
  expect(faults(task.id)).toEqual([]);
});

test('a wait that ends is a failed run with its reason, and a fault', async () => {
  await busy();
  const task = await due({ busy_policy: 'wait', wait_s: 1 });
  await until('its end', async () => (await site.runs(task.id))[0]?.state === 'ended');
  expect(await site.runs(task.id)).toMatchObject([
    { end_reason: 'failed', error: { key: 'broadcast.waitExpired' } },
  ]);
  await until('a fault', () => faults(task.id).length > 0);
});

test('goes at its free terminals at its time; the others are named with what they play', async () => {
  await busy();
  const task = await due({ busy_policy: 'free_only' });
  const b = await until('its sound', () => onAir(task.id));
  expect([...b.targets.keys()]).toEqual([gate]);
  const target = async () => (await site.targets(b.id)).find((one) => one.terminal_id === hall);
  await eventually(async () =>
    expect(await target()).toMatchObject({
      state: 'left',
      reason: { key: 'waiting', params: { by: 'Long' } },
    }),
  );
});

test('a run that waits is cancelled by a person, and by a change of its task', async () => {
  await busy();
  const first = await due({ name: 'First', busy_policy: 'wait', wait_s: 600 });
  const { id } = await waiting(first.id);
  await site.post(`/v1/queued_start/${id}/cancel`, {});
  const cancelled = (key: string) => [{ end_reason: 'failed', error: { key } }];
  const byHand = cancelled('broadcast.waitCancelledBy');
  await eventually(async () => expect(await site.runs(first.id)).toMatchObject(byHand));
  const second = await due({ name: 'Second', busy_policy: 'wait', wait_s: 600 });
  await waiting(second.id);
  await site.value('PATCH', `/v1/scheduled_task/${second.id}`, { enabled: false });
  const byChange = cancelled('broadcast.waitCancelled');
  await eventually(async () => expect(await site.runs(second.id)).toMatchObject(byChange));
  expect(await queue()).toEqual([]);
});

test('the next server continues the wait of a run', async () => {
  await busy();
  const task = await due({ busy_policy: 'wait', wait_s: 3_600 });
  await waiting(task.id);
  await site.deps.schedule.close();
  await site.deps.broadcasting.close();
  site.wall.jump(10_000);
  const { env, log } = site.deps;
  const next: Deps = await createDeps({ env, log, db: site.database.db, wallNow: site.wall.now });
  try {
    const row = await until('its place in the queue', () =>
      next.broadcasting.queue.waiting().find((one) => one.request.again?.scheduled_task === task.id),
    );
    expect(row.since_at).toBe(task.at);
    expect(row.until_at - row.since_at).toBeLessThanOrEqual(3_600_000);
    expect(await site.runs(task.id)).toEqual([]);
  } finally {
    await next.close();
  }
});
