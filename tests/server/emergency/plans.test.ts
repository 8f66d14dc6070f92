import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AlarmPlanLive } from '../../../contract/entities/tasks/alarmPlan.ts';
import type { LinkageTaskLive } from '../../../contract/entities/tasks/linkageTask.ts';
import { type EmergencySite, startEmergencySite, until } from './emergencySite.ts';

let site: EmergencySite;
let north: number;
let south: number;
let hall: number;
let yard: number;
let panel: number;
let song: number;
beforeAll(async () => {
  site = await startEmergencySite();
  [north, south] = [await site.zone('North'), await site.zone('South')];
  hall = (await site.adopted('HALL', north)).id;
  yard = (await site.adopted('YARD', south)).id;
  panel = (await site.adopted('PANEL', north, 'fire_control_device')).id;
  song = await site.file('Leave', 4);
});
afterAll(() => site.close());

const refused = async (path: string, body: object, token = site.token) => {
  const { status, body: answer } = await site.call('POST', path, { token, body });
  return [status, answer.key, answer.message] as const;
};

describe('linkage tasks', () => {
  test('its references must exist, belong to the caller, and lie in its zone', async () => {
    const task = { name: 'T', files: [song], org: north };
    expect((await refused('/v1/linkage_task', { ...task, devices: [yard] }))[2]).toContain('YARD');
    expect((await refused('/v1/linkage_task', { ...task, orgs: [south] }))[1]).toBe('alarm.outsideZone');
    expect((await refused('/v1/linkage_task', { ...task, devices: [panel] }))[1]).toBe('terminal.notFound');
    expect((await refused('/v1/linkage_task', { ...task, files: [99_999], devices: [hall] }))[0]).toBe(404);
    const { id: mixed } = await site.value<{ id: number }>('POST', '/v1/device_group', {
      name: 'Mixed',
      device_ids: [hall, yard],
    });
    expect((await refused('/v1/linkage_task', { ...task, groups: [mixed] }))[2]).toContain('YARD');
    const southern = await site.limited('southplans', south);
    expect((await refused('/v1/linkage_task', { ...task, devices: [hall] }, southern))[0]).toBe(404);
    expect((await refused('/v1/linkage_task', { ...task, org: null, devices: [yard] }, southern))[0]).toBe(
      404,
    );
    const { body } = await site.post('/v1/linkage_task', { ...task, devices: [] });
    expect(body).toMatchObject({ code: 400 });
  });

  test('tone and message can be previewed as in an alarm, before saving', async () => {
    const hear = (body: object, token = site.token) =>
      site.call('POST', '/v1/linkage_task/preview', { token, body: { name: 'T', ...body } });
    const length = async (body: object) => {
      const answer = await hear(body);
      return (answer.body.value as { duration_ms: number }).duration_ms;
    };
    const [tone, message, round] = [
      await length({ tone: 'evacuate' }),
      await length({ files: [song] }),
      await length({ files: [song], tone: 'evacuate' }),
    ];
    expect(tone).toBeGreaterThan(500);
    expect(round).toBe(tone + message);
    const { url } = (await hear({ files: [song], tone: 'evacuate' })).body.value as { url: string };
    const heard = await site.app.inject({ method: 'GET', url });
    expect(heard.headers['content-type']).toBe('audio/ogg');
    const bytes = heard.rawPayload;
    expect(bytes.subarray(0, 4).toString()).toBe('OggS');
    // The last page has the length.
    const last = bytes.lastIndexOf('OggS');
    expect(Number(bytes.readBigUInt64LE(last + 6)) / 48).toBe(round);
    expect(
      (await site.app.inject({ method: 'GET', url: url.replace(/ticket=.*/, 'ticket=no') })).statusCode,
    ).toBe(401);
    expect((await hear({ tone: 'none' })).body).toMatchObject({ key: 'alarm.nothingToHear' });
    expect((await hear({ files: [99_999] })).status).toBe(404);
  });

  test('a task that is not ready names its missing messages, and why', async () => {
    const other = await site.file('Other', 1);
    await site.deps.db.execute(`update file set build_status = 'failed' where id = ${other}`);
    const id = await site.unmadeLinkage({ files: [song, other], orgs: [north], org: north });
    const row = () => site.deps.live.topic<LinkageTaskLive>('linkage_task').get(id);
    await until('it was tried', () => row()?.lacking.length === 1);
    expect(row()).toMatchObject({ ready: false, lacking: [{ what: 'file', id: other }] });
    expect(row()?.lacking[0]?.reason).toMatch(/\w/);
  });

  test('its row has its targets, readiness and users; text is synthesised ahead', async () => {
    const id = await site.linkage({ files: [song], orgs: [north], org: north });
    const plan = await site.plan({ name: 'Smoke', org: north, linkage_task_ids: [id] });
    const row = (of: number) => site.deps.live.topic<LinkageTaskLive>('linkage_task').get(of);
    await until('it is ready', () => row(id)?.ready);
    expect(row(id)).toMatchObject({
      targets: 1,
      online: 1,
      plans: [{ name: 'Smoke' }],
      playing: false,
      org: north,
    });
    expect(site.deps.live.topic<AlarmPlanLive>('alarm_plan').get(plan)).toMatchObject({
      status: 'not_started',
      targets: 1,
      online: 1,
      ready: true,
      alarm_id: null,
      device_online: true,
    });
    const spoken = await site.linkage({ audio_source: 1, textContent: 'Leave now.', devices: [hall] });
    await until('it is spoken', () => row(spoken)?.ready);
  });

  test('entities in use cannot be deleted: tasks, files, texts and fire terminals name their users', async () => {
    const [file, text] = [
      await site.file('Other', 2),
      await site.value<{ id: number }>('POST', '/v1/preset_text', { name: 'Words', textContent: 'Go.' }),
    ];
    const id = await site.linkage({ name: 'Uses file', files: [file], devices: [hall] });
    const spoken = await site.linkage({
      name: 'Uses text',
      audio_source: 1,
      preset_text: text.id,
      devices: [hall],
    });
    await site.plan({
      name: 'Uses both',
      fire_control_device: panel,
      input_nums: [1],
      linkage_task_ids: [id],
      steps: [{ name: '', after_s: 30, linkage_task_ids: [spoken] }],
    });
    const remove = async (path: string) => (await site.call('DELETE', path, { token: site.token })).body;
    expect((await remove(`/v1/file/${file}`)).message).toContain('Uses file');
    expect((await remove(`/v1/preset_text/${text.id}`)).message).toContain('Uses text');
    for (const task of [id, spoken])
      expect((await remove(`/v1/linkage_task/${task}`)).message).toContain('Uses both');
    expect((await remove(`/v1/fire_control_device/${panel}`)).message).toContain('Uses both');
    const batch = await site.post('/v1/fire_control_device/batch', { ids: [panel], action: 'delete' });
    expect(JSON.stringify(batch.body.value)).toContain('Uses both');
    expect(site.deps.terminals.directory.byId(panel)).toBeDefined();
    expect((await remove(`/v1/partition/${north}`)).code).toBe(409);
    const moved = await site.call('PATCH', `/v1/linkage_task/${id}`, {
      token: site.token,
      body: { org: north },
    });
    expect(moved.body.code).toBe(200);
  });
});

describe('alarm plans', () => {
  test('entities of a plan lie in its zone; without a fire terminal there are no inputs', async () => {
    const wide = await site.linkage({ files: [song], devices: [yard], org: null });
    const [status, key] = await refused('/v1/alarm_plan', {
      name: 'P',
      org: north,
      linkage_task_ids: [wide],
    });
    expect([status, key]).toEqual([400, 'alarm.outsideZone']);
    expect(
      (await refused('/v1/alarm_plan', { name: 'P', linkage_task_ids: [wide], input_nums: [1] }))[0],
    ).toBe(400);
    expect((await refused('/v1/alarm_plan', { name: 'P', linkage_task_ids: [99_999] }))[0]).toBe(404);
    expect((await refused('/v1/alarm_plan', { name: 'P' }))[0]).toBe(400);
  });

  test("a task used by a plan cannot be moved out of the plan's zone", async () => {
    const task = await site.linkage({ files: [song], orgs: [north], org: north });
    await site.plan({ name: 'Stays', org: north, linkage_task_ids: [task] });
    const { body } = await site.call('PATCH', `/v1/linkage_task/${task}`, {
      token: site.token,
      body: { org: site.top() },
    });
    expect([body.code, body.message]).toEqual([999, expect.stringContaining('Stays')]);
  });
});
