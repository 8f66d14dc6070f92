import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FileLive } from '../../../contract/entities/sound/file.ts';
import type { AlarmLive, AlarmRecordDetail, AlarmTarget } from '../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanLive } from '../../../contract/entities/tasks/alarmPlan.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { type EmergencySite, openAt, startEmergencySite, until } from './emergencySite.ts';

let site: EmergencySite;
let zone: number;
let hall: { id: number; client: TerminalClient };
let yard: { id: number; client: TerminalClient };
let panel: { id: number; client: TerminalClient };
let song: number;
let music: number;
let leave: number;
beforeAll(async () => {
  site = await startEmergencySite();
  zone = await site.zone('House');
  hall = await site.adopted('HALL', zone);
  yard = await site.adopted('YARD', zone);
  panel = await site.adopted('PANEL', zone, 'fire_control_device');
  song = await site.file('Leave', 4);
  music = await site.file('Music', 600);
  leave = await site.linkage({ name: 'Leave', files: [song], devices: [hall.id], org: zone });
});
afterAll(() => site.close());

const alarms = () => site.deps.live.topic<AlarmLive>('alarm').snapshot();
const alarmOf = (plan: number) => alarms().find((alarm) => alarm.plan_id === plan);
const planRow = (plan: number) => site.deps.live.topic<AlarmPlanLive>('alarm_plan').get(plan);
const inputs = (...active: number[]) =>
  panel.client.send({
    type: 'status',
    kind: 'fire_control_device',
    inputs: [1, 2].map((input) => ({ input, active: active.includes(input), line: 'ok' })),
    outputs: [{ output: 1, on: false }],
  });
const act = (plan: number, action: string, body: object = {}, token = site.token) =>
  site.call('POST', `/v1/alarm_plan/${plan}/${action}`, { token, ...(action === 'start' ? { body } : {}) });
/** Files whose packets a terminal was sent; packets of silence are shorter than any of theirs. */
const filesAt = (client: TerminalClient) => {
  const packets = client.frames.flatMap((bytes) => decodeAudioFrame(bytes)?.packets ?? []);
  return new Set(packets.flatMap((packet) => (packet.length < 8 ? [] : Buffer.from(packet).readUInt32BE(0))));
};
/** Ends all alarms, so that tests are independent. */
beforeEach(async () => {
  inputs();
  for (const { plan_id } of alarms()) {
    await until('inputs are normal', () => alarmOf(plan_id ?? 0)?.active_inputs.length === 0);
    await act(plan_id ?? 0, 'stop');
    await until('it is over', () => alarmOf(plan_id ?? 0) === undefined);
  }
  for (const { id } of site.deps.live.topic<AlarmPlanLive>('alarm_plan').snapshot())
    await site.value('DELETE', `/v1/alarm_plan/${id}`);
  await site.post('/v1/task/stop_all', {});
});
const recordOf = async (plan: number) => {
  const { rows } = await site.database.pool.query(
    'select * from alarm where plan_id = $1 order by id desc limit 1',
    [plan],
  );
  const events = await site.database.pool.query<{ kind: string }>(
    'select kind from alarm_event where alarm_id = $1 order by id',
    [rows[0]?.id],
  );
  return { ...rows[0], events: events.rows.map(({ kind }) => kind) };
};

describe('an alarm', () => {
  test('begins with an edge, over the music, at its own volume; it is reset when the input is normal, and the music returns', async () => {
    const plan = await site.plan({
      name: 'Smoke',
      org: zone,
      fire_control_device: panel.id,
      input_nums: [1],
      output_nums: [1],
      linkage_task_ids: [leave],
    });
    const task = await site.started({ files: [music], devices: [hall.id], loop: 1 });
    await until('music plays', () => openAt(hall.client)?.broadcast === task);
    inputs(1);
    await until('it alarms', () => alarmOf(plan)?.state === 'alarming');
    const open = await until('the alarm is open', () => {
      const one = openAt(hall.client);
      return one?.task_type === 3 ? one : null;
    });
    expect(open.volume).toBe(90);
    expect(open.over).toBe('Music');
    await until('its packets come', () => filesAt(hall.client).has(song));
    expect(alarmOf(plan)).toMatchObject({
      active_inputs: [1],
      origin: { kind: 'input', by: 'PANEL' },
      targets: 1,
    });
    expect(planRow(plan)).toMatchObject({ status: 'alarming', alarm_id: alarmOf(plan)?.id });
    await until('the output is on', () =>
      panel.client.heard.some(
        (one) => one.type === 'outputs' && one.set.some((set) => set.output === 1 && set.on),
      ),
    );
    const locked = await act(plan, 'reset');
    expect([locked.body.code, locked.body.key]).toEqual([999, 'alarm.inputActive']);
    inputs();
    await until('the input is normal', () => alarmOf(plan)?.active_inputs.length === 0);
    expect(alarmOf(plan)?.state).toBe('alarming');
    expect((await act(plan, 'acknowledge')).body.code).toBe(200);
    expect((await act(plan, 'acknowledge')).body.code).toBe(200);
    expect((await act(plan, 'reset')).body.code).toBe(200);
    await until('it is over', () => alarmOf(plan) === undefined);
    await until('the music is back', () => openAt(hall.client)?.broadcast === task);
    const record = await recordOf(plan);
    expect(record).toMatchObject({ state: 'not_started', input_nums: [1], cancelled: false });
    expect(record.events).toEqual(
      expect.arrayContaining(['input_active', 'alarming', 'input_normal', 'acknowledge', 'reset', 'over']),
    );
    expect(record.events.filter((kind: string) => kind === 'acknowledge')).toHaveLength(1);
    const last = panel.client.heard.filter((one) => one.type === 'outputs').at(-1);
    expect(last?.type === 'outputs' && last.set).toEqual([{ output: 1, on: false }]);
    await site.act(task, 'stop');
  });

  test('a delay is latched: a contact that opens again does not end it, a person does', async () => {
    await site.value('PATCH', `/v1/fire_control_device/${panel.id}`, { delayTriggerTime: 600 });
    const plan = await site.plan({
      name: 'Slow',
      org: zone,
      fire_control_device: panel.id,
      input_nums: [2],
      linkage_task_ids: [leave],
    });
    inputs(2);
    await until('the delay runs', () => alarmOf(plan)?.state === 'starting');
    expect((alarmOf(plan)?.starts_at ?? 0) - (alarmOf(plan)?.began_at ?? 0)).toBeGreaterThan(599_000);
    inputs();
    await until('the input is normal', () => alarmOf(plan)?.active_inputs.length === 0);
    expect(alarmOf(plan)?.state).toBe('starting');
    const patched = await site.call('PATCH', `/v1/fire_control_device/${panel.id}`, {
      token: site.token,
      body: { delayTriggerTime: 0 },
    });
    expect(patched.body.key).toBe('broadcast.alarmInProgress');
    expect((await act(plan, 'stop')).body.code).toBe(200);
    await until('it is over', () => alarmOf(plan) === undefined);
    expect(await recordOf(plan)).toMatchObject({ cancelled: true, alarming_at: null });
    await site.value('PATCH', `/v1/fire_control_device/${panel.id}`, { delayTriggerTime: 0 });
  });

  test('silence keeps the terminals: no music returns; another detector restores the sound', async () => {
    const plan = await site.plan({
      name: 'Silent',
      org: zone,
      fire_control_device: panel.id,
      input_nums: [1, 2],
      linkage_task_ids: [leave],
    });
    const task = await site.started({ files: [music], devices: [hall.id], loop: 1 });
    inputs(1);
    const open = await until('it sounds', () =>
      openAt(hall.client)?.task_type === 3 ? openAt(hall.client) : null,
    );
    await act(plan, 'silence');
    await until('its sound is taken back', () =>
      hall.client.heard.some((one) => one.type === 'stream.flush' && one.stream === open.stream),
    );
    expect(site.deps.broadcasting.engine.claims.holder(hall.id)).toBe(open.broadcast);
    expect(alarmOf(plan)?.silenced).toBe(true);
    await act(plan, 'acknowledge');
    inputs(1, 2);
    await until('it sounds again', () => alarmOf(plan)?.silenced === false);
    expect(alarmOf(plan)).toMatchObject({ acknowledged_at: null, input_nums: [1, 2] });
    expect(site.deps.broadcasting.engine.get(open.broadcast)?.paused).toBe(false);
    await site.act(task, 'stop');
  });

  test('steps: a terminal of a later step leaves the earlier one; a second click does not skip a step', async () => {
    const both = await site.linkage({
      name: 'Attention',
      files: [song],
      devices: [hall.id, yard.id],
      org: zone,
    });
    const plan = await site.plan({
      name: 'Phased',
      org: zone,
      linkage_task_ids: [both],
      steps: [
        { name: 'Hall', after_s: null, linkage_task_ids: [leave] },
        { name: 'Never', after_s: null, linkage_task_ids: [leave] },
      ],
    });
    expect((await act(plan, 'start')).body.code).toBe(200);
    const first = await until('both sound', () =>
      openAt(hall.client)?.task_type === 3 &&
      openAt(hall.client)?.broadcast === openAt(yard.client)?.broadcast
        ? openAt(yard.client)
        : null,
    );
    const steps = await Promise.all([act(plan, 'step'), act(plan, 'step')]);
    expect(steps.map(({ body }) => body.code)).toEqual([200, 200]);
    await until('the hall goes over', () => {
      const open = openAt(hall.client);
      return open !== null && open.broadcast !== first.broadcast;
    });
    expect(openAt(yard.client)?.broadcast).toBe(first.broadcast);
    expect(alarmOf(plan)).toMatchObject({ step: 1, step_name: 'Hall', next_step_name: 'Never' });
    expect([...(site.deps.broadcasting.engine.get(first.broadcast)?.targets.keys() ?? [])]).toEqual([
      yard.id,
    ]);
    expect((await act(plan, 'start')).body.code).toBe(200);
    expect(alarms()).toHaveLength(1);
  });

  test('entities in use cannot be changed, and its sound cannot be stopped otherwise', async () => {
    const plan = await site.plan({ name: 'Held', org: zone, linkage_task_ids: [leave] });
    await act(plan, 'start');
    const open = await until('it sounds', () =>
      openAt(hall.client)?.task_type === 3 ? openAt(hall.client) : null,
    );
    const key = async (method: string, path: string, body?: object) =>
      (await site.call(method, path, { token: site.token, ...(body ? { body } : {}) })).body.key;
    const busy = 'broadcast.alarmInProgress';
    expect(await key('PATCH', `/v1/alarm_plan/${plan}`, { name: 'X' })).toBe(busy);
    expect(await key('DELETE', `/v1/alarm_plan/${plan}`)).toBe(busy);
    expect(await key('PATCH', `/v1/linkage_task/${leave}`, { name: 'X' })).toBe(busy);
    expect(await key('POST', `/v1/task/${open.broadcast}/stop`)).toBe(busy);
    const parent_id = await site.zone('Elsewhere');
    expect(await key('PATCH', `/v1/partition/${zone}`, { parent_id })).toBe(busy);
    await site.post('/v1/task/stop_all', {});
    expect(openAt(hall.client)?.broadcast).toBe(open.broadcast);
  });

  test('a real alarm ends a drill; a silent drill makes no sound and is confirmed', async () => {
    const plan = await site.plan({
      name: 'Drilled',
      org: zone,
      fire_control_device: panel.id,
      input_nums: [1],
      output_nums: [1],
      linkage_task_ids: [leave],
    });
    const streams = hall.client.heard.filter((one) => one.type === 'stream.open').length;
    expect((await act(plan, 'start', { drill: 'silent' })).body.code).toBe(200);
    const asked = await until('the terminal is asked', () =>
      hall.client.heard.find((one) => one.type === 'drill'),
    );
    if (asked.type !== 'drill') throw new Error('no drill');
    hall.client.send({ type: 'drill', drill: asked.drill });
    await until('it is confirmed', () => alarmOf(plan)?.sounding === 1);
    expect(hall.client.heard.filter((one) => one.type === 'stream.open')).toHaveLength(streams);
    const drill = alarmOf(plan)?.id;
    inputs(1);
    await until('the real one runs', () => alarmOf(plan)?.drill === 'none');
    expect(alarmOf(plan)?.id).not.toBe(drill);
    await until('it sounds', () => openAt(hall.client)?.task_type === 3);
  });

  test('the higher plan sounds where two overlap; the lower one returns when it ends', async () => {
    const wide = await site.linkage({ name: 'Wide', files: [song], devices: [hall.id, yard.id], org: zone });
    const low = await site.plan({ name: 'Low', org: zone, priority: 10, linkage_task_ids: [wide] });
    const high = await site.plan({ name: 'High', org: zone, priority: 90, linkage_task_ids: [leave] });
    await act(low, 'start');
    await until('the low one sounds', () => openAt(hall.client)?.priority === 10);
    await act(high, 'start');
    await until('the high one sounds', () => openAt(hall.client)?.priority === 90);
    await until('the low one sounds elsewhere', () => openAt(yard.client)?.priority === 10);
    await until('the low one says so', () => alarmOf(low)?.preempted === 1);
    await act(high, 'stop');
    await until('the low one is back', () => openAt(hall.client)?.priority === 10);
  });

  test('a message that is not built when its alarm begins is played as soon as it is', async () => {
    const late = await site.file('Late', 4);
    const { pool } = site.database;
    const files = site.deps.live.topic<FileLive>('file');
    const build = async (status: 'building' | 'built') => {
      await pool.query('update file set build_status = $2 where id = $1', [late, status]);
      const row = files.get(late);
      if (row !== undefined) files.upsert({ ...row, build_status: status, rev: row.rev + 1 });
    };
    await build('building');
    const task = await site.unmadeLinkage({ name: 'Late', files: [late], devices: [yard.id], org: zone });
    const plan = await site.plan({ name: 'Hasty', org: zone, linkage_task_ids: [task] });
    await act(plan, 'start');
    const first = await until('something stands in for it', () =>
      openAt(yard.client)?.task_type === 3 ? openAt(yard.client) : null,
    );
    expect(filesAt(yard.client).has(late)).toBe(false);
    const once = { files: [music], devices: [yard.id], resume_policy: 'none' };
    const waiting = ((await site.start(once)).body.value as { id: number }).id;
    await build('built');
    await until('it is heard', () => filesAt(yard.client).has(late));
    // The exchange gives the terminal to nobody else, not even for a moment: what returns once only still waits.
    expect(site.live(waiting)).toMatchObject({ targets: 1, sounding: 0 });
    expect(filesAt(yard.client).has(music)).toBe(false);
    expect(openAt(yard.client)?.broadcast).not.toBe(first.broadcast);
    expect((await recordOf(plan)).events.filter((kind: string) => kind === 'message_failed')).toHaveLength(1);
  });

  test('an input in test mode starts nothing until the test is over', async () => {
    const plan = await site.plan({
      name: 'Tested',
      org: zone,
      fire_control_device: panel.id,
      input_nums: [1],
      linkage_task_ids: [leave],
    });
    const tested = (on: boolean) =>
      site.value('POST', '/v1/io/test', { terminal_id: panel.id, input_nums: [1], on });
    await tested(true);
    inputs(1);
    await until('it is heard', () => site.deps.io.isTested(panel.id, 1));
    expect(alarmOf(plan)).toBeUndefined();
    await tested(false);
    await until('it alarms', () => alarmOf(plan)?.state === 'alarming');
  });
});

describe('the alarm record', () => {
  test('has the timeline, the terminals that played it, a note, and the export', async () => {
    const plan = await site.plan({ name: 'Recorded', org: zone, linkage_task_ids: [leave] });
    const started = await act(plan, 'start', { drill: 'silent', desc: 'Monday' });
    const id = (started.body.value as { alarm_id: number }).alarm_id;
    const asked = await until('the terminal is asked', () =>
      hall.client.heard.findLast((one) => one.type === 'drill'),
    );
    hall.client.send({ type: 'drill', drill: (asked as { drill: number }).drill });
    await until('it is confirmed', () => alarmOf(plan)?.sounding === 1);
    await act(plan, 'stop');
    await until('it is over', () => alarmOf(plan) === undefined);
    const path = `/v1/alarm_record/${id}`;
    const record = await until('it is stored', async () => {
      const one = await site.value<AlarmRecordDetail>('GET', path);
      return one.heard === 1 && one.status === 1 ? one : null;
    });
    expect(record).toMatchObject({ drill: 'silent', targets: 1, plan_name: 'Recorded' });
    expect(record.origin).toMatchObject({ kind: 'manual', text: 'Monday' });
    expect(record.first_sound_ms).toBeGreaterThanOrEqual(0);
    expect(record.events.map(({ kind }) => kind)).toEqual(['start', 'alarming', 'reached', 'stop', 'over']);
    const targets = await site.value<{ rows: AlarmTarget[] }>('GET', `${path}/target`);
    expect(targets.rows).toMatchObject([{ code: 'HALL', linkage_task: 'Leave', state: 'ended' }]);
    await site.value('PATCH', path, { note: 'All out in two minutes', rev: record.rev });
    const stale = await site.call('PATCH', path, { token: site.token, body: { note: 'x', rev: record.rev } });
    expect(stale.status).toBe(409);
    const { url } = await site.value<{ url: string }>('POST', '/v1/alarm_record/export/ticket', {});
    const file = await site.app.inject(url);
    expect(file.body).toContain('All out in two minutes');
    const listed = await site.value<{ rows: { id: number }[] }>(
      'GET',
      '/v1/alarm_record?drill=silent&q=Recor',
    );
    expect(listed.rows.map((row) => row.id)).toContain(id);
  });
});
