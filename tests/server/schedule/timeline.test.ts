import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  Run,
  ScheduledTask,
  TaskPreview,
  Timeline,
} from '../../../contract/entities/tasks/scheduledTask.ts';
import { type PlanSite, startPlanSite } from './planSite.ts';

let site: PlanSite;
beforeAll(async () => {
  site = await startPlanSite();
});
afterAll(() => site.close());

test('the zone filter of list and timeline includes the zones below, and counts only terminals there', async () => {
  const school = await site.zone('School');
  const block = await site.zone('Block', school);
  const gym = await site.zone('Gymnasium', school);
  const [inBlock, inGym] = [
    (await site.adopted('FILTER-1', block)).id,
    (await site.adopted('FILTER-2', gym)).id,
  ];
  const everywhere = await site.task(site.bell({ name: 'Everywhere', devices: [inBlock, inGym, site.hall] }));
  const below = await site.task(site.bell({ name: 'Below', devices: [inBlock], start_time: '09:00' }));
  const whole = await site.task(site.bell({ name: 'Whole', orgs: [school], start_time: '10:00' }));
  const listed = async (org: number, token?: string) =>
    (await site.list<ScheduledTask>(`/v1/scheduled_task?limit=1000&org=${org}`, token)).rows.map(
      (row) => row.id,
    );
  const drawn = async (org: number) =>
    (await site.value<Timeline>('GET', site.timelineUrl(`&org=${org}`))).runs.map((run) => [
      run.task_id,
      run.terminals,
    ]);
  expect((await listed(school)).sort()).toEqual([everywhere.id, below.id, whole.id]);
  expect((await listed(gym)).sort()).toEqual([everywhere.id, whole.id]);
  expect(await drawn(school)).toEqual([
    [everywhere.id, 2],
    [below.id, 1],
    [whole.id, 2],
  ]);
  expect(await drawn(gym)).toEqual([
    [everywhere.id, 1],
    [whole.id, 1],
  ]);
  const token = await site.limited('filter', gym);
  const foreign = await site.call('GET', site.timelineUrl(`&org=${block}`), { token });
  expect(foreign.status).toBe(404);
});

test('timeline, next runs and dry run list the runs and the winners of conflicts', async () => {
  const zone = await site.zone('Gym');
  const [a, b] = [(await site.adopted('GYM-1', zone)).id, (await site.adopted('GYM-2', zone)).id];
  const music = await site.task(
    site.bell({
      name: 'Music',
      devices: [a, b],
      start_time: '10:00',
      end_time: '11:00',
      loop: 1,
      priority: 10,
    }),
  );
  const body = site.bell({ name: 'Call', audio_source: 0, devices: [b], start_time: '10:30', priority: 60 });
  const dry = await site.value<TaskPreview>('POST', '/v1/scheduled_task/dry_run', { task: body });
  expect(dry).toMatchObject({ date: site.tomorrow(), targets: 1, unreachable_count: 0, run_ms: 30_000 });
  expect(dry.runs).toMatchObject([
    { start: dry.next[0], meets: [{ kind: 'preempts', task_id: music.id, terminals: 1 }] },
  ]);
  const far = await site.value<TaskPreview>('POST', '/v1/scheduled_task/dry_run', {
    task: body,
    date: '2020-01-01',
  });
  expect(far).toMatchObject({ date: '2020-01-01', runs: [] });
  const call = await site.task(body);
  expect(call.meets).toMatchObject([{ kind: 'preempts', task_id: music.id, runs: 7, terminals: 1 }]);

  const { runs, time_zone } = await site.value<Timeline>('GET', site.timelineUrl(`&org=${zone}`));
  expect(time_zone).toBe('Asia/Shanghai');
  expect(runs.map(({ name, end, start, terminals }) => [name, (end ?? 0) - start, terminals])).toEqual([
    ['Music', 3600, 2],
    ['Call', 30, 1],
  ]);
  expect(runs[0]?.meets).toMatchObject([{ kind: 'preempted_by', task_id: call.id, at: call.next_run }]);
  const tooLong = await site.call('GET', '/v1/timeline?from=0&to=9999999', { token: site.token });
  expect(tooLong.body.key).toBe('schedule.rangeTooLong');

  const own = await site.value<Run[]>('GET', `/v1/scheduled_task/${call.id}/run?limit=3`);
  expect(own.map((run) => run.start)).toEqual([0, 1, 2].map((n) => (call.next_run ?? 0) + n * 86_400));
  const next = await site.value<Run[]>('GET', '/v1/next_run?limit=200');
  const starts = next.map((run) => run.start);
  expect(starts).toEqual([...starts].sort((x, y) => x - y));
  expect(next.map((run) => run.name)).toEqual(expect.arrayContaining(['Music', 'Call']));
});
