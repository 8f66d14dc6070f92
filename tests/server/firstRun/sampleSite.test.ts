import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SampleRemoval, SampleSite } from '../../../contract/entities/site/sampleSite.ts';
import { type Site, startSite } from '../terminals/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  site.call(method, path, body === undefined ? { token: site.token } : { token: site.token, body });
const sample = async () => (await call('GET', '/v1/sample_site')).body.value as SampleSite;
const fill = () => call('POST', '/v1/sample_site', {});
const remove = async () => (await call('DELETE', '/v1/sample_site')).body.value as SampleRemoval;
/** Names of everything that a sample consists of, as the lists of the site have it now. */
async function names(): Promise<string[]> {
  const paths = [
    'partition',
    'device',
    'file',
    'preset_text',
    'plan',
    'scheduled_task',
    'linkage_task',
    'alarm_plan',
  ];
  const lists = await Promise.all(paths.map((path) => call('GET', `/v1/${path}?limit=1000`)));
  return lists.flatMap(({ body }) =>
    (body.value as { rows: { name: string }[] }).rows.map(({ name }) => name),
  );
}

test('an empty site is filled; removing takes all of that, but what a person changed or uses', async () => {
  const before = await names();
  expect(await sample()).toEqual({ possible: true, objects: [] });
  const made = (await fill()).body.value as SampleSite;
  const count = (entity: string) => made.objects.filter((one) => one.entity === entity).length;
  expect(['partition', 'device', 'file', 'scheduled_task'].map(count)).toEqual([4, 3, 3, 7]);
  expect(made.objects.every(({ changed }) => !changed)).toBe(true);
  expect(await names()).toHaveLength(before.length + made.objects.length);
  expect((await fill()).body).toMatchObject({ code: 409, key: 'sample.notEmpty' });
  const ids = (entity: string) => made.objects.filter((one) => one.entity === entity).map(({ id }) => id);
  const [school = 0, classrooms = 0, , canteen = 0] = ids('partition');
  const [plan = 0] = ids('plan');
  const [bell = 0] = ids('scheduled_task');
  // Bells ring in the schedule of the site.
  const { body } = await call('GET', `/v1/scheduled_task/${bell}`);
  expect(body.value).toMatchObject({ plan_id: plan, validity: 'in_effect' });

  // A person names a bell, adds a task to the plan, adopts a terminal in a zone, and deletes the alarm plan.
  await call('PATCH', `/v1/scheduled_task/${bell}`, { name: 'Our bell' });
  const own = { name: 'Own', plan_id: plan, audio_source: 1, textContent: 'Hello', start_date: '2026-01-01' };
  const task = await call('POST', '/v1/scheduled_task', { ...own, start_time: '12:00:00', orgs: [school] });
  const { id: terminal } = await site.adopted('OWN-1', canteen);
  await call('POST', '/v1/alarm_plan/batch', { ids: ids('alarm_plan'), action: 'delete' });
  // Switching a task off is no change of it.
  await call('POST', '/v1/scheduled_task/batch', { ids: ids('scheduled_task').slice(1), action: 'disable' });

  const first = await remove();
  const kept = first.kept.map(({ entity, id }) => `${entity}/${id}`);
  expect(kept).toEqual(
    expect.arrayContaining([`scheduled_task/${bell}`, `plan/${plan}`, `partition/${classrooms}`]),
  );
  // Four zones, the plan, the bell and its sound.
  expect(kept).toHaveLength(7);
  expect(first.kept.find(({ entity }) => entity === 'plan')?.reason).toContain('Own');
  expect(first.removed).toBe(made.objects.length - 1 - kept.length);

  // The changed bell is the person's now; what is only used goes when it is free.
  expect((await sample()).objects).toHaveLength(6);
  await call('DELETE', `/v1/scheduled_task/${bell}`);
  await call('DELETE', `/v1/scheduled_task/${(task.body.value as { id: number }).id}`);
  await call('DELETE', `/v1/device/${terminal}`);
  expect(await remove()).toEqual({ removed: 6, kept: [] });
  expect(await names()).toEqual(before);
  expect(await sample()).toEqual({ possible: true, objects: [] });
  expect((await call('DELETE', '/v1/sample_site')).body).toMatchObject({ code: 404, key: 'sample.none' });
  const audit = await call('GET', '/v1/audit?entity=sample_site');
  expect((audit.body.value as { rows: object[] }).rows).toMatchObject([
    { action: 'delete', before: { objects: 6, kept: [] } },
    { action: 'delete', before: { objects: first.removed } },
    { action: 'create', after: { objects: made.objects.length } },
  ]);
});

test('it takes the permissions for all that it makes, for the whole site', async () => {
  const zone = await site.zone('Part');
  const token = await site.limited('part', zone);
  const { body } = await site.call('POST', '/v1/sample_site', { token, body: {} });
  expect(body).toMatchObject({ code: 403, key: 'auth.wholeSiteOnly' });
});
