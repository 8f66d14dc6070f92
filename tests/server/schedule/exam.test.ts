import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScheduledTask } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { Timetable } from '../../../contract/entities/tasks/timetable.ts';
import { type PlanSite, startPlanSite } from './planSite.ts';
import { until } from './scheduleSite.ts';

let site: PlanSite;
let bell: number;
let music: number;
beforeAll(async () => {
  site = await startPlanSite();
  bell = await site.file('Bell', 5);
  music = await site.file('Music', 60);
});
afterAll(() => site.close());

const dryRun = (org: number) => site.dryRun({ files: [music], priority: 100, orgs: [org], loop: 1 });

test('in the silence of an exam nothing is heard but its bells; other zones are free', async () => {
  const plan = await site.plan({ name: 'Finals', exam: true, start_date: site.wall.today });
  const start = site.wall.in(4_000);
  const end = site.wall.in(3_600_000).start_time;
  const saved = await site.wall.making(
    site.value<object>('PUT', `/v1/plan/${plan.id}/timetable`, {
      orgs: [site.north],
      rows: [{ start_time: site.wall.in(1_800_000).start_time, weekdays: [0, 1, 2, 3, 4, 5, 6], file: bell }],
      quiet: { start_time: start.start_time, end_time: end },
    }),
  );
  expect(saved).toMatchObject({ created: 2, meets: [] });
  const shown = await site.value<Timetable>('GET', `/v1/plan/${plan.id}/timetable`);
  expect(shown).toMatchObject({ quiet: { start_time: start.start_time, end_time: end }, others: 0 });

  const { rows } = await site.list<ScheduledTask>(`/v1/scheduled_task?plan_id=${plan.id}`);
  const silence = rows.find((task) => task.audio_source === 100);
  await until('the silence holds its terminals', () => site.liveTask(silence?.id ?? 0)?.broadcast_id);
  expect((await dryRun(site.north)).waits.map((one) => one.name)).toEqual([silence?.name]);
  expect((await dryRun(site.south)).waits).toEqual([]);

  const ring = rows.find((task) => task.audio_source === 0);
  await site.value('POST', `/v1/scheduled_task/${ring?.id}/start`);
  await until('the bell is heard', () => site.liveTask(ring?.id ?? 0)?.state === 'playing');
});

test('only an exam has a silence', async () => {
  const plan = await site.plan({ name: 'Term' });
  const quiet = { start_time: '08:00', end_time: '12:00' };
  const body = { orgs: [site.north], rows: [], quiet };
  const refused = await site.call('PUT', `/v1/plan/${plan.id}/timetable`, { token: site.token, body });
  expect(refused.body).toMatchObject({ code: 999, key: 'schedule.noExam' });
  const same = { ...body, quiet: { ...quiet, end_time: '08:00' } };
  expect(
    (await site.call('PUT', `/v1/plan/${plan.id}/timetable`, { token: site.token, body: same })).body.code,
  ).toBe(400);
});
