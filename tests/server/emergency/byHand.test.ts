import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LinkageTaskLive } from '../../../contract/entities/tasks/linkageTask.ts';
import { startEmergencySite } from './emergencySite.ts';

type Site = Awaited<ReturnType<typeof startEmergencySite>>;

/** Linkage tasks played by hand, outside an alarm: their weight has effect, and they never have the rank of an alarm. */
let site: Site;
let song: number;
beforeAll(async () => {
  site = await startEmergencySite();
  song = await site.file('Leave', 30);
});
afterAll(() => site.close());

const live = (id: number) => site.deps.live.topic<LinkageTaskLive>('linkage_task').get(id);

test('it plays with linkage_task_priority, above pages and below alarms, and is stopped by hand', async () => {
  const zone = await site.zone('East');
  const { client, id: terminal } = await site.adopted('BY-1', zone);
  const task = await site.linkage({ org: zone, files: [song], orgs: [zone] });
  const music = await site.started({ name: 'Music', files: [song], devices: [terminal], priority: 100 });
  await client.next('stream.open');
  const run = await site.value<{ preempts: { task_id: number }[]; total_ms: number }>(
    ...(['POST', `/v1/linkage_task/${task}/dry_run`, { rounds: 2 }] as const),
  );
  expect(run.preempts).toMatchObject([{ task_id: music }]);
  expect(run.total_ms).toBeGreaterThanOrEqual(60_000);

  const { id } = await site.value<{ id: number }>('POST', `/v1/linkage_task/${task}/start`, {
    rounds: 0,
    priority: 5,
  });
  expect(await client.next('stream.open')).toMatchObject({ broadcast: id, task_type: 1 });
  expect(site.live(id)).toMatchObject({ weight: 60_005, task_type: 1 });
  await expect.poll(() => live(task)?.by_hand).toBe(true);
  expect(live(task)?.playing).toBe(false);

  // The same task in an alarm outranks it.
  const plan = await site.plan({ org: zone, linkage_task_ids: [task], reset_time: 0 });
  await site.value('POST', `/v1/alarm_plan/${plan}/start`, {});
  await expect.poll(() => site.live(id)?.preempted).toBe(1);
  await site.value('POST', `/v1/alarm_plan/${plan}/stop`, {});
  await site.value('POST', `/v1/linkage_task/${task}/stop`, {});
  expect(site.live(id)).toBeUndefined();
  const again = await site.call('POST', `/v1/linkage_task/${task}/stop`, { token: site.token });
  expect(again.body).toMatchObject({ code: 999, key: 'alarm.notByHand' });
});

test('one without sound, or outside the zones, is not played', async () => {
  const [zone, other] = [await site.zone('West'), await site.zone('South')];
  await site.adopted('BY-2', zone);
  const silent = await site.unmadeLinkage({ org: zone, audio_source: 100, orgs: [zone] });
  const start = (id: number, token: string) =>
    site.call('POST', `/v1/linkage_task/${id}/start`, { token, body: {} });
  expect((await start(silent, site.token)).body).toMatchObject({ key: 'alarm.byHandSoundOnly' });
  const stranger = await site.limited('stranger', other, 'emergency');
  expect((await start(silent, stranger)).body.code).toBe(404);
  const operator = await site.limited('operator-9', zone, 'operator');
  expect((await start(silent, operator)).body.code).toBe(403);
});
