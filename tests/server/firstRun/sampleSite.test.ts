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
const idOf = ({ objects }: SampleSite, entity: string, n = 0) =>
  objects.filter((one) => one.entity === entity)[n]?.id ?? 0;

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

test('an empty site is filled through its services, and removing the sample leaves the site as it was', async () => {
  const before = await names();
  expect(await sample()).toEqual({ possible: true, objects: [] });
  const made = (await fill()).body.value as SampleSite;
  const count = (entity: string) => made.objects.filter((one) => one.entity === entity).length;
  expect(count('partition')).toBe(4);
  expect(count('device')).toBe(3);
  expect(count('file')).toBe(3);
  expect(count('scheduled_task')).toBe(7);
  expect(made.objects.every(({ changed }) => !changed)).toBe(true);
  expect(await names()).toHaveLength(before.length + made.objects.length);
  expect((await fill()).body).toMatchObject({ code: 409, key: 'sample.notEmpty' });
  // Bells ring in the schedule of the site.
  const { body } = await call('GET', `/v1/scheduled_task/${idOf(made, 'scheduled_task')}`);
  expect(body.value).toMatchObject({ plan_id: idOf(made, 'plan'), validity: 'in_effect' });

  expect(await remove()).toEqual({ removed: made.objects.length, kept: [] });
  expect(await names()).toEqual(before);
  expect((await call('DELETE', '/v1/sample_site')).body).toMatchObject({ code: 404, key: 'sample.none' });
  const audit = await call('GET', '/v1/audit?entity=sample_site');
  expect((audit.body.value as { rows: object[] }).rows).toMatchObject([
    { action: 'delete', before: { objects: made.objects.length, kept: [] } },
    { action: 'create', after: { objects: made.objects.length } },
  ]);
});

test('what a person changed or uses is named and kept; what is only used goes when it is free', async () => {
  const made = (await fill()).body.value as SampleSite;
  const [school = 0, classrooms = 0] = [idOf(made, 'partition'), idOf(made, 'partition', 1)];
  const plan = idOf(made, 'plan');
  // A person names a bell, adds a task to the plan, and adopts a terminal in a zone.
  const bell = idOf(made, 'scheduled_task');
  await call('PATCH', `/v1/scheduled_task/${bell}`, { name: 'Our bell' });
  const own = { name: 'Own', plan_id: plan, audio_source: 1, textContent: 'Hello', start_date: '2026-01-01' };
  const task = await call('POST', '/v1/scheduled_task', { ...own, start_time: '12:00:00', orgs: [school] });
  const { id: terminal } = await site.adopted('OWN-1', idOf(made, 'partition', 3));
  // Switching a plan off is no change of it.
  await call('POST', '/v1/alarm_plan/batch', { ids: [idOf(made, 'alarm_plan')], action: 'delete' });

  const result = await remove();
  const kept = result.kept.map(({ entity, id }) => `${entity}/${id}`);
  expect(kept).toContain(`scheduled_task/${bell}`);
  expect(kept).toContain(`plan/${plan}`);
  expect(kept).toContain(`partition/${classrooms}`);
  expect(kept).toContain(`partition/${school}`);
  expect(kept).not.toContain(`device/${idOf(made, 'device')}`);
  expect(result.kept.find(({ id, entity }) => entity === 'plan' && id === plan)?.reason).toContain('Own');
  // The file of the changed bell is used by it.
  expect(result.kept.filter(({ entity }) => entity === 'file')).toHaveLength(1);
  expect(result.removed + result.kept.length).toBe(made.objects.length - 1);

  // The changed bell is the person's now: only what is used is left to be removed.
  expect((await sample()).objects.map(({ entity, id }) => `${entity}/${id}`)).not.toContain(
    `scheduled_task/${bell}`,
  );
  await call('DELETE', `/v1/scheduled_task/${bell}`);
  await call('DELETE', `/v1/scheduled_task/${(task.body.value as { id: number }).id}`);
  await call('DELETE', `/v1/device/${terminal}`);
  expect((await remove()).kept).toEqual([]);
  expect(await sample()).toEqual({ possible: true, objects: [] });
});

test('it takes the permissions for all that it makes, for the whole site', async () => {
  const zone = await site.zone('Part');
  const token = await site.limited('part', zone);
  const { body } = await site.call('POST', '/v1/sample_site', { token, body: {} });
  expect(body).toMatchObject({ code: 403, key: 'auth.wholeSiteOnly' });
});
