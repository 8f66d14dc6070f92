import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DelayPreview } from '../../../contract/entities/tasks/taskDelay.ts';
import { type PlanSite, startPlanSite } from './planSite.ts';

let site: PlanSite;
beforeAll(async () => {
  site = await startPlanSite();
});
afterAll(() => site.close());

const HOUR_S = 3600;
/** Moment of today, epoch s. */
const at = (time: string) => Date.parse(`${site.wall.today}T${time}:00+08:00`) / 1000;
const preview = (minutes: number, org: number | null, token = site.token) =>
  site.value<DelayPreview>('POST', '/v1/scheduled_task/delay/dry_run', { minutes, org }, token);
const delay = (minutes: number, ids: number[], token = site.token, date = site.wall.today) =>
  site.call('POST', '/v1/scheduled_task/delay', { token, body: { minutes, ids, date } });
const bell = (name: string, start_time: string, over: object = {}) =>
  site.task(site.bell({ name, start_date: site.wall.today, start_time, ...over }));
const nextOf = async (id: number) => (await site.get(id)).next_run;

test('the remaining runs of today move, in one zone or in all, and are back at their times the next day', async () => {
  // It is noon.
  const morning = await bell('Morning', '08:00', { orgs: [site.north] });
  const north = await bell('North', '14:00', { orgs: [site.north], end_time: '14:10' });
  const south = await bell('South', '15:00', { orgs: [site.south] });
  const both = await bell('Both', '16:00', { orgs: [site.north, site.south] });

  const all = await preview(120, null);
  expect(all).toEqual({
    date: site.wall.today,
    runs: [
      { task_id: north.id, plan_id: null, name: 'North', from: at('14:00'), to: at('16:00') },
      { task_id: south.id, plan_id: null, name: 'South', from: at('15:00'), to: at('17:00') },
      { task_id: both.id, plan_id: null, name: 'Both', from: at('16:00'), to: at('18:00') },
    ],
    partly: [],
  });
  const one = await preview(120, site.north);
  expect(one.runs.map((run) => run.name)).toEqual(['North']);
  expect(one.partly).toEqual([{ task_id: both.id, name: 'Both' }]);
  expect(await nextOf(north.id)).toBe(at('14:00'));

  expect((await delay(120, [north.id, morning.id])).body).toMatchObject({ code: 200, value: { moved: 1 } });
  expect(await nextOf(north.id)).toBe(at('16:00'));
  expect(await nextOf(morning.id)).toBe(at('08:00') + 24 * HOUR_S);
  const runs = await site.value<{ start: number; end: number }[]>(
    'GET',
    `/v1/scheduled_task/${north.id}/run?limit=2`,
  );
  expect(runs[0]).toMatchObject({ start: at('16:00') });
  expect(runs[1]).toMatchObject({ start: at('14:00') + 24 * HOUR_S });

  // Another delay counts from the usual time, and a second preview has only what would change.
  expect((await preview(120, site.north)).runs).toEqual([]);
  await delay(60, [north.id]);
  expect(await nextOf(north.id)).toBe(at('15:00'));
  await delay(0, [north.id]);
  expect(await nextOf(north.id)).toBe(at('14:00'));
});

test('a run whose time is over is shown as lost, and none of a refused delay moves', async () => {
  const soon = await bell('Soon', '12:30', { orgs: [site.north] });
  await delay(180, [soon.id]);
  expect(await nextOf(soon.id)).toBe(at('15:30'));
  site.wall.jump(HOUR_S * 1000);
  const back = await preview(0, site.north);
  expect(back.runs).toContainEqual(
    expect.objectContaining({ task_id: soon.id, from: at('15:30'), to: null }),
  );

  const far = await bell('Far', '20:00', { orgs: [site.south] });
  const token = await site.limited('north-only', site.north);
  expect((await delay(30, [soon.id, far.id], token)).body).toMatchObject({ code: 404 });
  expect((await delay(30, [far.id], site.token, '2026-11-01')).body).toMatchObject({
    code: 409,
    key: 'schedule.dayOver',
  });
  expect((await delay(721, [far.id])).body).toMatchObject({ code: 400 });
  expect(await nextOf(soon.id)).toBe(at('15:30'));
  expect(await nextOf(far.id)).toBe(at('20:00'));
  expect((await preview(30, null, token)).runs.map((run) => run.name)).not.toContain('Far');
});
