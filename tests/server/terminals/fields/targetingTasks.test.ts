import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TargetingTask } from '../../../../contract/entities/tasks/targetingTask.ts';
import { type Site, startSite } from '../site.ts';

/** docs/rules/terminals.md#tasks-of-a-terminal */
let site: Site;
let north = 0;
let hall = 0;
let yard = 0;
let group = 0;
const none = { devices: [], orgs: [], groups: [] };
beforeAll(async () => {
  site = await startSite();
  north = await site.zone('North');
  hall = (await site.adopted('AIM-HALL', north)).id;
  yard = (await site.adopted('AIM-YARD')).id;
  group = await made('/v1/device_group', { name: 'Halls', device_ids: [hall] });
});
afterAll(() => site.close());

async function made(path: string, body: object): Promise<number> {
  const answer = await site.post(path, body);
  if (answer.body.code !== 200) throw new Error(JSON.stringify(answer.body));
  return (answer.body.value as { id: number }).id;
}
const saved = (name: string, targets: object, more: object = {}) =>
  made('/v1/scheduled_task', {
    name,
    ...{ audio_source: 101, control_action: 'volume', control_volume: 40 },
    ...{ start_date: '2026-01-01', end_date: null, start_time: '08:00:00', schedule_day: 0 },
    ...none,
    ...targets,
    ...more,
  });
const tasksOf = async (id: number, query = '', token = site.token) => {
  const answer = await site.call('GET', `/v1/device/${id}/tasks?limit=100${query}`, { token });
  return answer.body.value as { rows: TargetingTask[]; total: number };
};
const names = async (id: number) => (await tasksOf(id)).rows.map(({ name }) => name);

test('every stored task that targets a terminal is listed: by itself, its zone or a group, with plan and next run', async () => {
  const plan = await made('/v1/plan', { name: 'Term', start_date: '2026-01-01', end_date: null });
  await saved('A by terminal', { devices: [hall] }, { plan_id: plan });
  await saved('B by zone', { orgs: [north] });
  await saved('C by group', { groups: [group] }, { enabled: false });
  await saved('D elsewhere', { devices: [yard] });
  const { id: capturer } = await site.adopted('AIM-CAP', null, 'capturer');
  await made('/v1/capturer_task', {
    ...{ name: 'E capturer', capturer, capturer_channel: 1 },
    ...none,
    orgs: [site.top()],
  });
  await made('/v1/linkage_task', {
    ...{ name: 'F message', org: site.top(), audio_source: 1, textContent: 'Leave the building.' },
    ...none,
    devices: [hall],
  });
  const { rows, total } = await tasksOf(hall);
  expect(total).toBe(5);
  expect(rows.map(({ name, kind }) => [name, kind])).toEqual([
    ['A by terminal', 'scheduled_task'],
    ['B by zone', 'scheduled_task'],
    ['C by group', 'scheduled_task'],
    ['E capturer', 'capturer_task'],
    ['F message', 'linkage_task'],
  ]);
  expect(rows[0]).toMatchObject({ plan_id: plan, plan_name: 'Term', enabled: true, task_type: 10 });
  expect(rows[0]?.next_run).toBeGreaterThan(Date.now() / 1000);
  expect(rows[2]).toMatchObject({ enabled: false, plan_id: null });
  expect(rows[3]).toMatchObject({ task_type: 7, next_run: null });
  expect(await names(yard)).toEqual(['D elsewhere', 'E capturer']);
  expect((await tasksOf(hall, '&q=group')).rows.map(({ name }) => name)).toEqual(['C by group']);
});

test('the list follows where the terminal lies', async () => {
  const { id } = await site.adopted('AIM-MOVES');
  expect(await names(id)).toEqual(['E capturer']);
  await site.call('PATCH', `/v1/device/${id}`, { token: site.token, body: { org: north } });
  expect(await names(id)).toEqual(['B by zone', 'E capturer']);
});

test('of each kind only with the permission to see it, and only of terminals within the zones', async () => {
  const { body } = await site.post('/v1/role', {
    ...{
      code: 'viewer',
      name: 'Viewer',
      permissions: ['menu_device_management', 'list_device', 'list_task'],
    },
  });
  expect(body.code).toBe(200);
  const viewer = await site.limited('aimviewer', north, 'viewer');
  const kinds = (await tasksOf(hall, '', viewer)).rows.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['scheduled_task']));
  const outside = await site.call('GET', `/v1/device/${yard}/tasks`, { token: viewer });
  expect(outside.body.code).toBe(404);
});
