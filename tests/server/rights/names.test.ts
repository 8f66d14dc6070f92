import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveRow } from '../../../contract/api/live.ts';
import type { AlarmPlanDryRun } from '../../../contract/entities/tasks/alarmPlan.ts';
import type { PlanFile, PlanImportReport } from '../../../contract/entities/tasks/planFile.ts';
import { ioId } from '../../../contract/entities/terminals/io.ts';
import { type EmergencySite, startEmergencySite, until } from '../emergency/emergencySite.ts';
import { faults, send } from '../transfer/files.ts';
import { openApiRoutes, pathOf, request, tokenOf } from './walk.ts';

/**
 * Entities of a zone may be related to entities outside the reader's zones: plans above that use its tasks
 * and outputs, plans of other zones that use its own. Readers get their number, never their names, in any
 * response.
 */
const UPPER = 'UPPER';
let site: EmergencySite;
let token = '';
let mine = 0;
/** Entities in the reader's zone, by the path after `/v1/`. */
const own: Record<string, number> = {};
let line = 0;
let grouped = 0;

const made = async (path: string, body: object) =>
  (await site.value<{ id: number }>('POST', `/v1/${path}`, body)).id;

beforeAll(async () => {
  site = await startEmergencySite();
  mine = await site.zone('Mine');
  const other = await site.zone('Other');
  await site.limited('local', mine);
  token = await tokenOf(site, 'local');
  const { id: hall } = await site.adopted('HALL', mine);
  const { id: far } = await site.adopted(`${UPPER}HALL`, other);
  const { id: fire, client } = await site.adopted('FIRE', mine, 'fire_control_device');
  const inputs = [{ input: 1, active: false, line: 'ok' as const }];
  client.send({ type: 'status', kind: 'fire_control_device', inputs, outputs: [] });
  const song = await site.file('Song', 2);
  line = ioId(fire, 'input', 1);
  await until('the line is shown', () => site.deps.live.topic('io').get(line));
  own.device = hall;
  own.fire_control_device = fire;
  own.linkage_task = await made('linkage_task', { name: 'Leave', org: mine, files: [song], devices: [hall] });
  own.alarm_plan = await made('alarm_plan', {
    name: 'Local',
    org: mine,
    linkage_task_ids: [own.linkage_task],
  });
  await made('alarm_plan', {
    name: `${UPPER} district`,
    org: site.top(),
    priority: 80,
    linkage_task_ids: [own.linkage_task],
    fire_control_device: fire,
    input_nums: [1],
  });
  await made('gpio_task', {
    name: `${UPPER} lights`,
    org: site.top(),
    fire_control_device: fire,
    input_nums: [1],
    outputs: [{ fire_control_device: fire, output_nums: [1] }],
  });
  const start = { start_date: '2026-01-01' };
  const bell = (plan: number, name: string, devices: number[], groups: number[] = []) =>
    made('scheduled_task', {
      ...start,
      name,
      plan_id: plan,
      audio_source: 0,
      files: [song],
      devices,
      groups,
      start_time: '08:00',
    });
  own.plan = await made('plan', { name: 'Bells', ...start });
  const unseen = await made('device_group', { name: `${UPPER} group`, device_ids: [far] });
  own.scheduled_task = await bell(own.plan, 'Bell', [hall]);
  grouped = await made('plan', { name: 'Grouped', ...start });
  await bell(grouped, 'Both', [hall], [unseen]);
  const days = { start_date: '2026-06-01', end_date: '2026-06-02', action: 'plan' };
  const above = await made('plan', {
    name: `${UPPER} holidays`,
    ...start,
    exceptions: [{ ...days, plan_id: own.plan }],
  });
  await bell(above, `${UPPER} bell`, [far]);
  own.quick_code = await made('quick_code', {
    code: '1',
    name: 'Ring',
    org: mine,
    scheduled_task: await bell(own.plan, 'Rung', [hall]),
  });
  const station = await site.adopted(`${UPPER}DESK`, other, 'caster');
  station.client.send({ type: 'call.dial', number: '1' });
  expect(await station.client.next('call.state')).toMatchObject({ reason: 'denied' });
  await site.value('PATCH', `/v1/plan/${own.plan}`, { exceptions: [{ ...days, plan_id: above }] });
  await site.call('POST', '/v1/device_group', {
    token: site.token,
    body: { name: 'Both', device_ids: [hall, far] },
  });
});
afterAll(() => site.close());

/** Rows of a topic that a console of the zone is sent. */
function rows(topic: 'linkage_task' | 'io' | 'quick_code'): Record<string, unknown>[] {
  const state = site.deps.live.state(topic);
  state.seal();
  const scope = { ids: new Set([mine]) };
  return JSON.parse(`{${state.encode(scope, undefined)}`).rows;
}

test('no live topic names entities outside the zone; they are counted', () => {
  for (const topic of site.deps.live.published()) {
    const state = site.deps.live.state(topic);
    state.seal();
    expect(state.encode({ ids: new Set([mine]) }, undefined), topic).not.toContain(UPPER);
  }
  expect(rows('linkage_task')).toMatchObject([
    { id: own.linkage_task, plans: ['Local'], plans_elsewhere: 1 },
  ]);
  expect(rows('quick_code')).toMatchObject([{ id: own.quick_code, last_outcome: 'denied', last_by: '' }]);
  expect(rows('io').find(({ id }) => id === line)).toMatchObject({ used_by: [], used_elsewhere: 2 });
});

test('a caller with the whole site reads the names', () => {
  const state = site.deps.live.state('io');
  const all = JSON.parse(`{${state.encode({ all: true }, undefined)}`).rows as {
    id: number;
    used_by: string[];
  }[];
  expect(all.find(({ id }) => id === line)?.used_by.sort()).toEqual([`${UPPER} district`, `${UPPER} lights`]);
});

test('no read request returns a name', async () => {
  let answered = 0;
  for (const route of (await openApiRoutes(site)).filter(({ method }) => method === 'GET')) {
    const entity = route.path.split('/')[2] ?? '';
    const path = pathOf(route, { id: own[entity] ?? 0 });
    for (const query of [
      '',
      '?page=1&page_size=50',
      `?ids=${own[entity] ?? 1}`,
      '?from=1780000000&to=1781000000',
    ]) {
      const { status, text } = await request(site, route, path + query, { token });
      if (status === 200) answered += 1;
      expect(text, `${route.name}${query}`).not.toContain(UPPER);
    }
  }
  expect(answered).toBeGreaterThan(50);
});

test('a plan file leaves them out, and a dry run counts them', async () => {
  const file = await site.value<PlanFile>(
    'GET',
    `/v1/plan/export?ids=${own.plan},${grouped}`,
    undefined,
    token,
  );
  expect(file.plans[1]).toMatchObject({ name: 'Grouped', tasks: [{ name: 'Both', groups: [] }] });
  expect(JSON.stringify(file)).not.toContain(UPPER);
  expect(file.plans[0]).toMatchObject({ name: 'Bells', exceptions: [{ action: 'plan', plan: null }] });
  // Nor does an import tell whether a group of that name exists.
  const probe = structuredClone(file.plans[0]!);
  const report = async (group: string) => {
    const plans = [{ ...probe, exceptions: [], tasks: [{ ...probe.tasks[0]!, groups: [group] }] }];
    const answer = await site.value<PlanImportReport>(
      'POST',
      '/v1/plan/import?dry_run=true',
      { ...file, plans },
      token,
    );
    return answer.faults.map(({ message }) => message.replaceAll(group, 'GROUP'));
  };
  expect(await report(`${UPPER} group`)).toEqual(await report('No such group'));
  const run = await site.value<AlarmPlanDryRun>(
    'POST',
    '/v1/alarm_plan/dry_run',
    { id: own.alarm_plan },
    token,
  );
  expect(run).toMatchObject({ outranked_by: [], outranked_elsewhere: 1 });
});

test('no error message returns a name', async () => {
  const refused = async (method: string, path: string, body?: object) => {
    const { body: answer } = await site.call(
      method,
      `/v1/${path}`,
      body === undefined ? { token } : { token, body },
    );
    expect(JSON.stringify(answer), path).not.toContain(UPPER);
    return JSON.stringify(answer);
  };
  expect(await refused('DELETE', `plan/${own.plan}`)).toContain('common.inUseElsewhere');
  expect(await refused('DELETE', `linkage_task/${own.linkage_task}`)).toContain('common.inUse');
  expect(await refused('DELETE', `fire_control_device/${own.fire_control_device}`)).toContain(
    'inUseElsewhere',
  );
  const corner = await site.zone('Corner', mine);
  const paging = { code: '8', name: `${UPPER} page`, org: site.top(), action: 'page', orgs: [corner] };
  await made('quick_code', paging);
  expect(await refused('DELETE', `partition/${corner}`)).toContain('zone.notEmpty');
  const like = { code: `${UPPER}HALL`.toLowerCase(), name: 'Desk', org: mine };
  const password = { password: 'keypad2026', confirmPassword: 'keypad2026' };
  expect(await refused('POST', 'caster', { ...like, ...password })).toContain('common.duplicate');
  const imported = await send(site, token, 'device', `code,name,zone\n${like.code},Desk,Mine\n`);
  expect(faults(imported)).toEqual([`2 code “${like.code}” already exists`]);
  const groups = site.deps.live.topic<LiveRow & { name: string }>('device_group').snapshot();
  const { id: group } = groups.find(({ name }) => name === 'Both') ?? { id: 0 };
  const body = { name: 'All', org: mine, audio_source: 100, groups: [group] };
  expect(await refused('POST', 'linkage_task', body)).toContain('alarm.outsideZoneUnseen');
  const code = { code: '7', name: 'All', org: mine, action: 'page', groups: [group] };
  expect(await refused('POST', 'quick_code', code)).toContain('alarm.outsideZoneUnseen');
});
