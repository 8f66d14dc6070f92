import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { QueuedStartLive, StartedTask } from '../../../contract/entities/tasks/queuedStart.ts';
import type { UnplayedStartLive } from '../../../contract/entities/tasks/unplayedStart.ts';
import { eventually } from '../../support/eventually.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';

/** Notices of starts that waited and were not played. */
let site: AirSite;
let song: number;
let east: number;
let hall: number;
let guard: string;
beforeAll(async () => {
  site = await startAirSite();
  song = await site.file('Song', 600);
  east = await site.zone('East');
  hall = (await site.adopted('HALL', east)).id;
  guard = await site.limited('notice-guard', east);
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.started({ name: 'Long', files: [song], devices: [hall], priority: 90 });
});
afterEach(async () => {
  await site.post('/v1/task/stop_all', {});
});

const topic = () => site.deps.live.topic<UnplayedStartLive>('unplayed_start');
async function waits(body: object = {}): Promise<number> {
  const wait = { busy_policy: 'wait', wait_s: 600, priority: 50 };
  const answer = await site.start({ name: 'Polite', files: [song], devices: [hall], ...wait, ...body });
  return (answer.body.value as StartedTask).id;
}
const dismiss = (id: number, token: string) =>
  site.call('POST', `/v1/unplayed_start/${id}/dismiss`, { token });
const cancel = (id: number, token: string) => site.call('POST', `/v1/queued_start/${id}/cancel`, { token });

test('the account of a wait that ended has a notice until it dismisses it, which no other account can', async () => {
  const id = await waits({ wait_s: 1 });
  await eventually(() =>
    expect(topic().get(id)).toMatchObject({
      ...{ name: 'Polite', account_id: 1, org: [east] },
      reason: { key: 'broadcast.waitExpired', params: { seconds: 1 } },
    }),
  );
  expect((await dismiss(id, guard)).body.code).toBe(404);
  expect((await dismiss(id, site.token)).body.code).toBe(200);
  expect(topic().get(id)).toBeUndefined();
});

test('a notice is shown by the next server until it is dismissed', async () => {
  const stored = async () =>
    (await site.database.pool.query<{ id: number }>('select id from unplayed_start')).rows.map(
      ({ id }) => id,
    );
  const id = await waits();
  await cancel(id, guard);
  await eventually(async () => expect(await stored()).toContain(id));
  const before = topic().get(id);
  topic().remove(id);
  await site.deps.broadcasting.unplayed.restore();
  expect(topic().get(id)).toEqual(before);
  expect((await dismiss(id, site.token)).body.code).toBe(200);
  expect(await stored()).not.toContain(id);
  await site.deps.broadcasting.unplayed.restore();
  expect(topic().get(id)).toBeUndefined();
});

test('a cancellation by somebody else is told with the name, an own one is not', async () => {
  const theirs = await waits();
  expect((await cancel(theirs, guard)).body.code).toBe(200);
  expect(topic().get(theirs)?.reason).toMatchObject({
    key: 'broadcast.waitCancelledBy',
    params: { name: expect.stringMatching(/guard/) },
  });
  const own = await waits();
  expect((await cancel(own, site.token)).body.code).toBe(200);
  expect(topic().get(own)).toBeUndefined();
});

test('a saved task that was started by hand is told when its task is changed meanwhile', async () => {
  const saved = await site.post('/v1/scheduled_task', {
    ...{ name: 'Bell', audio_source: 0, start_date: '2040-01-01', start_time: '08:00' },
    ...{ files: [song], devices: [hall], busy_policy: 'wait', wait_s: 600 },
  });
  const { id: task } = saved.body.value as { id: number };
  const started = await site.post(`/v1/scheduled_task/${task}/start`, {});
  const { id } = started.body.value as StartedTask;
  const queued = site.deps.live.topic<QueuedStartLive>('queued_start');
  await eventually(() => expect(queued.get(id)).toMatchObject({ scheduled_task: task }));
  await site.call('PATCH', `/v1/scheduled_task/${task}`, { token: site.token, body: { name: 'Gong' } });
  await eventually(() => expect(topic().get(id)?.reason.key).toBe('broadcast.waitCancelled'));
});
