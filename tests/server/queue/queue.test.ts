import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { QueuedStartLive, StartedTask } from '../../../contract/entities/tasks/queuedStart.ts';
import { eventually } from '../../support/eventually.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';

/** Starts at terminals that are busy, over the API. */
let site: AirSite;
let song: number;
let east: number;
let hall: number;
let gate: number;
let busy: number;
beforeAll(async () => {
  site = await startAirSite();
  song = await site.file('Song', 600);
  east = await site.zone('East');
  hall = (await site.adopted('HALL')).id;
  gate = (await site.adopted('GATE', east)).id;
});
afterAll(() => site.close());
beforeEach(async () => {
  busy = await site.started({ name: 'Long', files: [song], devices: [hall], priority: 90 });
});
afterEach(async () => {
  await site.post('/v1/task/stop_all', {});
});

const ask = (body: object) =>
  site.start({ name: 'Polite', files: [song], devices: [hall, gate], priority: 50, ...body });
const polite = (body: object) => ({ files: [song], devices: [hall, gate], priority: 50, ...body });
const started = async (body: object) => (await ask(body)).body.value as StartedTask;
const listed = async (token = site.token) =>
  ((await site.as(token).get('/v1/queued_start')).body.value as { rows: QueuedStartLive[] }).rows;

test('waits for its busy terminals, says for what and until when, and goes once they are free', async () => {
  const wait = { busy_policy: 'wait', wait_s: 600 };
  const dry = await site.dryRun(polite(wait));
  expect(dry).toMatchObject({ sounding: 2, waits: [], outcome: { kind: 'waits', busy: 1, wait_s: 600 } });
  expect(dry.outcome?.behind).toMatchObject([{ task_id: busy, name: 'Long', terminals: 1 }]);
  const { id, waits } = await started(wait);
  expect(waits).toBe(true);
  expect(site.live(id)).toBeUndefined();
  const [row] = await listed();
  expect(row).toMatchObject({ id, name: 'Polite', position: 1, targets: 2, account_id: 1 });
  expect(row?.waits_for).toMatchObject([{ task_id: busy, name: 'Long', terminals: 1 }]);
  expect(row?.waits_for[0]?.ends_at).toBeGreaterThan(Date.now());
  expect((row?.until_at ?? 0) - (row?.since_at ?? 0)).toBe(600_000);
  await site.act(busy, 'stop');
  await eventually(() => expect(site.live(id)).toMatchObject({ targets: 2 }));
  await eventually(async () => expect(await listed()).toEqual([]));
});

test('goes by its rank alone without a policy, as before', async () => {
  expect(await site.dryRun(polite({}))).toMatchObject({ outcome: null, waits: [{ task_id: busy }] });
  const { id, waits } = await started({});
  expect(waits).toBe(false);
  expect(site.live(id)).toMatchObject({ targets: 2 });
  expect((await site.targets(id)).find((one) => one.terminal_id === hall)).toMatchObject({
    state: 'preempted',
  });
});

test('starts at the free terminals at once and says which are left out', async () => {
  const dry = await site.dryRun(polite({ busy_policy: 'free_only' }));
  expect(dry).toMatchObject({ targets: 2, sounding: 1, waits: [], outcome: { kind: 'goes', busy: 1 } });
  const answer = await started({ busy_policy: 'free_only' });
  expect(answer).toMatchObject({ waits: false, left_out_count: 1 });
  expect(answer.left_out).toEqual([{ terminal_id: hall, name: 'HALL', busy_with: 'Long' }]);
  expect((await site.targets(answer.id)).map((one) => one.terminal_id)).toEqual([gate]);
});

test('is refused with the names of what holds the terminals', async () => {
  const dry = await site.dryRun(polite({ busy_policy: 'refuse' }));
  expect(dry).toMatchObject({ targets: 2, sounding: 0, outcome: { kind: 'refused', busy: 1 } });
  const { body } = await ask({ busy_policy: 'refuse' });
  expect(body).toMatchObject({ code: 409, key: 'broadcast.targetsBusy' });
  expect(body.message).toMatch(/Long \(1, \d+ s\)/);
  expect((await ask({ busy_policy: 'free_only', devices: [hall] })).body).toMatchObject({ code: 409 });
});

test('gives up at its time-out, and the task log has the reason', async () => {
  const { id } = await started({ busy_policy: 'wait', wait_s: 1 });
  await eventually(async () => expect(await listed()).toEqual([]));
  const stored = () =>
    site.database.pool.query('select end_reason, error from broadcast where id = $1', [id]);
  const error = { key: 'broadcast.waitExpired', params: { seconds: 1 } };
  await eventually(async () => expect((await stored()).rows).toEqual([{ end_reason: 'failed', error }]));
});

test('is cancelled by its owner; others take out their own terminals', async () => {
  const guard = await site.limited('queue-guard', east);
  const { id } = await started({ busy_policy: 'wait', wait_s: 600 });
  const [theirs] = await listed(guard);
  expect(theirs).toMatchObject({ id, targets: 1, org: [east], waits_for: [] });
  const cancel = (token: string) => site.call('POST', `/v1/queued_start/${id}/cancel`, { token });
  expect((await cancel(guard)).body.code).toBe(200);
  expect(await listed(guard)).toEqual([]);
  expect((await cancel(guard)).body).toMatchObject({ code: 404, key: 'broadcast.notQueued' });
  expect(await listed()).toMatchObject([{ id, targets: 1 }]);
  expect((await cancel(site.token)).body.code).toBe(200);
  expect(await listed()).toEqual([]);
  const stored = async () => (await site.database.pool.query('select id from queued_start')).rows;
  await eventually(async () => expect(await stored()).toEqual([]));
});

test('a later start of the same rank does not pass it at a common terminal', async () => {
  const first = await started({ name: 'First', busy_policy: 'wait', wait_s: 600 });
  const second = await started({ name: 'Second', devices: [gate], busy_policy: 'wait', wait_s: 600 });
  expect(second.waits).toBe(true);
  expect((await listed()).map(({ id }) => id)).toEqual([first.id, second.id]);
  expect((await listed())[1]?.waits_for).toMatchObject([{ task_id: first.id, name: 'First' }]);
});

test('a stop of all also takes what waits', async () => {
  const { id } = await started({ busy_policy: 'wait', wait_s: 600 });
  const { body } = await site.post('/v1/task/stop_all', {});
  expect(body.value).toMatchObject({ starts: 1 });
  expect(await listed()).toEqual([]);
  expect(site.live(id)).toBeUndefined();
});
