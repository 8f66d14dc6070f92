import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan } from '../../../contract/entities/tasks/plan.ts';
import type { ScheduledTask } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { Timetable, TimetableChange } from '../../../contract/entities/tasks/timetable.ts';
import { type PlanSite, startPlanSite } from './planSite.ts';

let site: PlanSite;
let bell: number;
beforeAll(async () => {
  site = await startPlanSite();
  bell = await site.file('Bell', 5);
});
afterAll(() => site.close());

const row = (start_time: string, over: object = {}) => ({
  start_time,
  weekdays: [1, 2, 3, 4, 5],
  file: bell,
  ...over,
});
const read = (plan: number) => site.value<Timetable>('GET', `/v1/plan/${plan}/timetable`);
const save = (plan: number, body: object, token = site.token) =>
  site.call('PUT', `/v1/plan/${plan}/timetable`, { token, body });
const tasksOf = async (plan: number) =>
  (await site.list<ScheduledTask>(`/v1/scheduled_task?plan_id=${plan}&limit=100`)).rows;
const audits = async () =>
  Number((await site.database.pool.query('select count(*) from audit')).rows[0].count);

test('bells are created, changed and removed in one request; they are ordinary tasks', async () => {
  const plan = await site.plan({ name: 'Bells' });
  const body = {
    orgs: [site.north],
    rows: [row('08:00'), row('08:40', { weekdays: [1, 3] }), row('09:00', { file: null, textContent: 'Go' })],
  };
  const preview = await site.value<TimetableChange>('POST', `/v1/plan/${plan.id}/timetable/dry_run`, body);
  expect(preview).toMatchObject({ created: 3, changed: 0, removed: 0, targets: 1, unreachable_count: 0 });
  // Noon of Wednesday: the first bell of Thursday.
  expect(preview.next_run).toBe(Date.parse('2026-11-19T08:00:00+08:00') / 1000);
  expect(await tasksOf(plan.id)).toEqual([]);

  expect((await save(plan.id, body)).body).toMatchObject({ code: 200, value: { created: 3 } });
  const made = await tasksOf(plan.id);
  expect(made.map((task) => [task.name, task.schedule_day, task.weekday_flags, task.orgs])).toEqual([
    ['08:00 Bell', 1, [], [site.north]],
    ['08:40 Bell', 2, [1, 3], [site.north]],
    ['09:00 Go', 1, [], [site.north]],
  ]);

  const shown = await read(plan.id);
  expect(shown).toMatchObject({ orgs: [site.north], others: 0 });
  const [first, second, third] = shown.rows;
  const change = await save(plan.id, {
    orgs: [site.north],
    rows: [
      { ...first, start_time: '08:05' },
      { ...second, textContent: 'not spoken beside a file' },
      row('10:00'),
    ],
    removed: [{ id: third?.id, rev: third?.rev }],
  });
  expect(change.body).toMatchObject({ code: 200, value: { created: 1, changed: 1, removed: 1 } });
  const after = await tasksOf(plan.id);
  expect(after.map((task) => task.name)).toEqual(['08:05 Bell', '08:40 Bell', '10:00 Bell']);
  expect(after[0]?.id).toBe(first?.id);
  expect(after[1]?.rev).toBe(second?.rev);
  expect((await site.value<Plan>('GET', `/v1/plan/${plan.id}`)).tasks).toHaveLength(3);
});

test('a name that a person gave stays, other tasks of the plan are not touched, and targets move together', async () => {
  const plan = await site.plan({ name: 'Mixed' });
  const named = await site.task(
    site.bell({ plan_id: plan.id, orgs: [site.north], files: [bell], name: 'Morning', start_time: '08:00' }),
  );
  await site.task(site.bell({ plan_id: plan.id, orgs: [site.north], files: [bell], start_time: '09:00' }));
  const other = await site.task(
    site.bell({ plan_id: plan.id, orgs: [site.south], files: [bell], start_time: '07:00' }),
  );
  const shown = await read(plan.id);
  expect(shown).toMatchObject({ orgs: [site.north], others: 1 });
  const rows = shown.rows.map((one) => ({ ...one, start_time: one.start_time.replace(':00:', ':01:') }));
  expect((await save(plan.id, { orgs: [site.north, site.south], rows })).body.code).toBe(200);
  expect(await site.get(named.id)).toMatchObject({
    name: 'Morning',
    start_time: '08:01:00',
    orgs: [site.north, site.south],
  });
  expect(await site.get(other.id)).toMatchObject({ rev: other.rev, start_time: '07:00:00' });
});

test('all of it is stored, or nothing: a fault, an old revision and a missing right change no bell', async () => {
  const plan = await site.plan({ name: 'Whole' });
  await save(plan.id, { orgs: [site.north], rows: [row('08:00'), row('09:00')] });
  const shown = await read(plan.id);
  const [first, second] = shown.rows;
  const before = await audits();
  const refused = async (body: object, code: number, token?: string) => {
    const answer = await save(plan.id, { orgs: [site.north], ...body }, token);
    expect(answer.body).toMatchObject({ code });
    expect(await read(plan.id)).toEqual(shown);
  };
  await refused({ rows: [row('10:00'), row('11:00', { file: 99_999 })] }, 404);
  await refused({ rows: [row('10:00'), row('25:00')] }, 400);
  await refused({ rows: [row('10:00', { weekdays: [] })] }, 400);
  await refused({ rows: [row('10:00', { file: null })] }, 400);
  await refused({ orgs: [], rows: [row('10:00')] }, 400);
  await refused({ rows: [row('10:00')], removed: [{ id: first?.id, rev: (first?.rev ?? 0) + 1 }] }, 409);
  await refused({ rows: [row('10:00'), { ...second, rev: 0 }] }, 409);
  const song = await site.task(site.bell({ plan_id: plan.id, orgs: [site.north], end_time: '12:00' }));
  await site.value('DELETE', `/v1/scheduled_task/${song.id}`);
  await refused({ rows: [row('10:00', { id: song.id, rev: 1 })] }, 404);
  expect(await audits()).toBe(before + 2);
});

test('a caller sees and changes the bells of its zones only, and needs the right for each kind of change', async () => {
  const plan = await site.plan({ name: 'Shared' });
  await save(plan.id, { orgs: [site.north, site.south], rows: [row('08:00')] });
  await save(plan.id, { orgs: [site.north], rows: [row('09:00'), row('10:00')] });
  const permissions = ['list_plan', 'list_task', 'edit_task'];
  await site.value('POST', '/v1/role', { code: 'bells', name: 'Bells', permissions });
  const token = await site.limited('bell-writer', site.north, 'bells');
  const shown = await site.value<Timetable>('GET', `/v1/plan/${plan.id}/timetable`, undefined, token);
  expect(shown.rows.map((one) => one.start_time)).toEqual(['09:00:00', '10:00:00']);
  expect(shown.others).toBe(1);
  const [wide] = await tasksOf(plan.id);
  const codes = [];
  for (const body of [
    { rows: [row('11:00')] },
    { rows: [], removed: [{ id: shown.rows[0]?.id, rev: shown.rows[0]?.rev }] },
    { rows: [row('08:30', { id: wide?.id, rev: wide?.rev })] },
    { rows: [{ ...shown.rows[0], start_time: '09:30' }] },
  ])
    codes.push((await save(plan.id, { orgs: [site.north], ...body }, token)).body.code);
  expect(codes).toEqual([403, 403, 403, 200]);
});

test('bells ring on the days of day types, which a plan keeps while bells have them', async () => {
  const day_types = [
    { id: 1, name: 'Normal', weekdays: [1, 2, 3, 4] },
    { id: 2, name: 'Short', weekdays: [5] },
    { id: 3, name: 'Exam', weekdays: [] },
  ];
  const plan = await site.plan({ name: 'Types', day_types });
  const rows = [
    row('08:00', { weekdays: [], day_types: [2, 1] }),
    row('09:00', { weekdays: [], day_types: [3] }),
    row('10:00', { weekdays: [6] }),
  ];
  expect((await save(plan.id, { orgs: [site.north], rows })).body).toMatchObject({ value: { created: 3 } });
  const shown = await read(plan.id);
  expect(shown.rows.map((one) => [one.weekdays, one.day_types])).toEqual([
    [[], [1, 2]],
    [[], [3]],
    [[6], []],
  ]);
  const days = (await tasksOf(plan.id)).map((task) => [task.day_type_names, task.next_run !== null]);
  expect(days).toEqual([
    [['Normal', 'Short'], true],
    [['Exam'], false],
    [[], true],
  ]);

  const patch = (body: object) =>
    site.call('PATCH', `/v1/plan/${plan.id}`, { token: site.token, body }).then((answer) => answer.body);
  const tomorrow = { start_date: '2026-11-19', end_date: '2026-11-19' };
  const onDate = (day_type: number) => ({ exceptions: [{ ...tomorrow, action: 'day_type', day_type }] });
  expect(await patch(onDate(3))).toMatchObject({ code: 200 });
  const exam = (await tasksOf(plan.id)).find((task) => task.day_type_names.includes('Exam'));
  expect(exam?.next_run).toBe(Date.parse('2026-11-19T09:00:00+08:00') / 1000);

  const unknown = row('11:00', { weekdays: [], day_types: [9] });
  expect((await save(plan.id, { orgs: [site.north], rows: [unknown] })).body).toMatchObject({
    key: 'schedule.noDayType',
  });
  expect(await patch({ day_types: day_types.slice(0, 2), exceptions: [] })).toMatchObject({
    key: 'schedule.dayTypeInUse',
  });
  expect((await patch(onDate(9))).code).toBe(400);
  const twice = [day_types[0], { id: 2, name: 'Short', weekdays: [4] }, day_types[2]];
  expect((await patch({ day_types: twice })).code).toBe(400);
});
