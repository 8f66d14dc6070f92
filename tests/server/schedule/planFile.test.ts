import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan } from '../../../contract/entities/tasks/plan.ts';
import type { PlanFile, PlanImportReport } from '../../../contract/entities/tasks/planFile.ts';
import type { ScheduledTask } from '../../../contract/entities/tasks/scheduledTask.ts';
import { type ScheduleSite, startScheduleSite } from './scheduleSite.ts';

let here: ScheduleSite;
let there: ScheduleSite;
beforeAll(async () => {
  [here, there] = [await startScheduleSite(), await startScheduleSite()];
});
afterAll(async () => {
  await here.close();
  await there.close();
});

/** Creates the same entities with other ids. */
async function furnish(site: ScheduleSite, first: boolean) {
  if (!first) await site.zone('Elsewhere');
  const zone = await site.zone('Hall');
  if (!first) await site.file('Another', 3);
  const [song, chime] = [await site.file('Song', 30), await site.file('Gong', 2)];
  const { id: device } = await site.adopted('HALL-1', zone);
  return { zone, song, chime, device };
}

const load = (site: ScheduleSite, file: unknown, dryRun = false, token = site.token) =>
  site.value<PlanImportReport>('POST', `/v1/plan/import?dry_run=${dryRun}`, file as object, token);

test('a site without plans exports none', async () => {
  expect((await there.value<PlanFile>('GET', '/v1/plan/export')).plans).toEqual([]);
});

test('a plan is moved to another site with everything that its tasks refer to, and exports the same', async () => {
  const { zone, song, chime, device } = await furnish(here, true);
  const other = await here.plan({ name: 'Exams' });
  const day = { start_date: '2026-12-24', end_date: '2026-12-26', desc: 'Christmas' };
  const plan = await here.plan({
    name: 'School',
    end_date: '2027-07-01',
    desc: 'Autumn',
    exceptions: [
      { ...day, action: 'skip' },
      { ...day, action: 'plan', plan_id: other.id },
    ],
  });
  const bell = { plan_id: plan.id, start_date: '2026-09-01', files: [song, song], chime_before: chime };
  await here.task({
    ...bell,
    name: 'Zone',
    orgs: [zone],
    start_time: '08:00',
    schedule_day: 2,
    weekday_flags: [1, 5],
  });
  await here.task({
    ...bell,
    name: 'Device',
    devices: [device],
    start_time: '22:00',
    end_time: '06:00',
    loop: 1,
  });
  const file = await here.value<PlanFile>('GET', `/v1/plan/export?ids=${plan.id},${other.id}`);
  expect(file.plans[0]?.tasks[0]).toMatchObject({
    files: ['Song', 'Song'],
    chime_before: 'Gong',
    orgs: ['Hall'],
  });

  const missing = await load(there, file);
  expect(missing).toMatchObject({ imported: false });
  expect(missing.faults.map((one) => `${one.path} ${one.message}`)).toContain(
    'plans.0.tasks.0.files.0 There is no “Song” here',
  );
  expect((await there.value<{ total: number }>('GET', '/v1/plan')).total).toBe(0);

  const own = await furnish(there, false);
  expect(await load(there, file, true)).toMatchObject({ dry_run: true, imported: false, faults: [] });
  const report = await load(there, file);
  expect(report).toMatchObject({ imported: true, plans: [{ name: 'School', tasks: 2 }, { name: 'Exams' }] });
  const { rows } = await there.value<{ rows: Plan[] }>('GET', '/v1/plan?sort=name');
  const [exams, school] = rows;
  expect(school).toMatchObject({ enabled: false, desc: 'Autumn' });
  expect(school?.exceptions[1]?.plan_id).toBe(exams?.id);
  const tasks = await there.value<{ rows: ScheduledTask[] }>(
    'GET',
    `/v1/scheduled_task?plan_id=${school?.id}&sort=name`,
  );
  expect(tasks.rows).toMatchObject([
    { name: 'Device', devices: [own.device], files: [own.song, own.song], chime_before: own.chime },
    { name: 'Zone', orgs: [own.zone], weekday_flags: [1, 5] },
  ]);
  const again = await there.value<PlanFile>('GET', `/v1/plan/export?ids=${school?.id},${exams?.id}`);
  const enabled = again.plans.map((one) => ({ ...one, enabled: true }));
  expect({ ...again, plans: enabled }).toEqual(file);
});

test("a file with an invalid field creates nothing; entities outside the caller's zones are unknown", async () => {
  const file = await here.value<PlanFile>('GET', '/v1/plan/export');
  const bad = structuredClone(file);
  for (const plan of bad.plans)
    for (const task of plan.tasks) Object.assign(task, { loop: 1, end_time: null, duration: null });
  const report = await load(here, bad);
  expect(report).toMatchObject({ imported: false });
  expect(report.faults[0]).toMatchObject({ path: 'plans.1.tasks.0.end_time' });
  const token = await here.limited('outsider', await here.zone('Outside'));
  const refused = await load(here, file, false, token);
  expect(refused.faults.map((one) => one.message)).toContain('This terminal does not exist');
  const seen = await here.value<PlanFile>('GET', '/v1/plan/export', undefined, token);
  expect(seen.plans.flatMap((plan) => plan.tasks)).toEqual([]);
});
