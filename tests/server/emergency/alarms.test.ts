import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AlarmHouse, filesAt, startAlarmHouse } from './alarmHouse.ts';
import { openAt, until } from './emergencySite.ts';

let site: AlarmHouse;
beforeAll(async () => {
  site = await startAlarmHouse();
});
beforeEach(() => site.clear());
afterAll(() => site.close());

test('begins with an edge, over the music, at its own volume; it is reset when the input is normal, and the music returns', async () => {
  const plan = await site.plan({
    name: 'Smoke',
    org: site.house,
    fire_control_device: site.panel.id,
    input_nums: [1],
    output_nums: [1],
    linkage_task_ids: [site.leave],
  });
  const task = await site.started({ files: [site.music], devices: [site.hall.id], loop: 1 });
  await until('music plays', () => openAt(site.hall.client)?.broadcast === task);
  site.inputs(1);
  await until('it alarms', () => site.alarmOf(plan)?.state === 'alarming');
  const open = await until('the alarm is open', () => {
    const one = openAt(site.hall.client);
    return one?.task_type === 3 ? one : null;
  });
  expect(open.volume).toBe(90);
  expect(open.over).toBe('Music');
  await until('its packets come', () => filesAt(site.hall.client).has(site.song));
  expect(site.alarmOf(plan)).toMatchObject({
    active_inputs: [1],
    origin: { kind: 'input', by: 'PANEL' },
    targets: 1,
  });
  expect(site.planRow(plan)).toMatchObject({ status: 'alarming', alarm_id: site.alarmOf(plan)?.id });
  await until('the output is on', () =>
    site.panel.client.heard.some(
      (one) => one.type === 'outputs' && one.set.some((set) => set.output === 1 && set.on),
    ),
  );
  const locked = await site.actOn(plan, 'reset');
  expect([locked.body.code, locked.body.key]).toEqual([999, 'alarm.inputActive']);
  site.inputs();
  await until('the input is normal', () => site.alarmOf(plan)?.active_inputs.length === 0);
  expect(site.alarmOf(plan)?.state).toBe('alarming');
  expect((await site.actOn(plan, 'acknowledge')).body.code).toBe(200);
  expect((await site.actOn(plan, 'acknowledge')).body.code).toBe(200);
  expect((await site.actOn(plan, 'reset')).body.code).toBe(200);
  await until('it is over', () => site.alarmOf(plan) === undefined);
  await until('the music is back', () => openAt(site.hall.client)?.broadcast === task);
  const record = await site.recordOf(plan);
  expect(record).toMatchObject({ state: 'not_started', input_nums: [1], cancelled: false });
  expect(record.events).toEqual(
    expect.arrayContaining(['input_active', 'alarming', 'input_normal', 'acknowledge', 'reset', 'over']),
  );
  expect(record.events.filter((kind: string) => kind === 'acknowledge')).toHaveLength(1);
  const last = site.panel.client.heard.filter((one) => one.type === 'outputs').at(-1);
  expect(last?.type === 'outputs' && last.set).toEqual([{ output: 1, on: false }]);
  await site.act(task, 'stop');
});

test('a delay is latched: a contact that opens again does not end it, a person does', async () => {
  await site.value('PATCH', `/v1/fire_control_device/${site.panel.id}`, { delayTriggerTime: 600 });
  const plan = await site.plan({
    name: 'Slow',
    org: site.house,
    fire_control_device: site.panel.id,
    input_nums: [2],
    linkage_task_ids: [site.leave],
  });
  site.inputs(2);
  await until('the delay runs', () => site.alarmOf(plan)?.state === 'starting');
  expect((site.alarmOf(plan)?.starts_at ?? 0) - (site.alarmOf(plan)?.began_at ?? 0)).toBeGreaterThan(599_000);
  site.inputs();
  await until('the input is normal', () => site.alarmOf(plan)?.active_inputs.length === 0);
  expect(site.alarmOf(plan)?.state).toBe('starting');
  const patched = await site.call('PATCH', `/v1/fire_control_device/${site.panel.id}`, {
    token: site.token,
    body: { delayTriggerTime: 0 },
  });
  expect(patched.body.key).toBe('broadcast.alarmInProgress');
  expect((await site.actOn(plan, 'stop')).body.code).toBe(200);
  await until('it is over', () => site.alarmOf(plan) === undefined);
  expect(await site.recordOf(plan)).toMatchObject({ cancelled: true, alarming_at: null });
  await site.value('PATCH', `/v1/fire_control_device/${site.panel.id}`, { delayTriggerTime: 0 });
});

test('silence keeps the terminals: no music returns; another detector restores the sound', async () => {
  const plan = await site.plan({
    name: 'Silent',
    org: site.house,
    fire_control_device: site.panel.id,
    input_nums: [1, 2],
    linkage_task_ids: [site.leave],
  });
  const task = await site.started({ files: [site.music], devices: [site.hall.id], loop: 1 });
  site.inputs(1);
  const open = await until('it sounds', () =>
    openAt(site.hall.client)?.task_type === 3 ? openAt(site.hall.client) : null,
  );
  await site.actOn(plan, 'silence');
  await until('its sound is taken back', () =>
    site.hall.client.heard.some((one) => one.type === 'stream.flush' && one.stream === open.stream),
  );
  expect(site.deps.broadcasting.engine.claims.holder(site.hall.id)).toBe(open.broadcast);
  expect(site.alarmOf(plan)?.silenced).toBe(true);
  await site.actOn(plan, 'acknowledge');
  site.inputs(1, 2);
  await until('it sounds again', () => site.alarmOf(plan)?.silenced === false);
  expect(site.alarmOf(plan)).toMatchObject({ acknowledged_at: null, input_nums: [1, 2] });
  expect(site.deps.broadcasting.engine.get(open.broadcast)?.paused).toBe(false);
  await site.act(task, 'stop');
});

test('entities in use cannot be changed, and its sound cannot be stopped otherwise', async () => {
  const plan = await site.plan({ name: 'Held', org: site.house, linkage_task_ids: [site.leave] });
  await site.actOn(plan, 'start');
  const open = await until('it sounds', () =>
    openAt(site.hall.client)?.task_type === 3 ? openAt(site.hall.client) : null,
  );
  const key = async (method: string, path: string, body?: object) =>
    (await site.call(method, path, { token: site.token, ...(body ? { body } : {}) })).body.key;
  const busy = 'broadcast.alarmInProgress';
  expect(await key('PATCH', `/v1/alarm_plan/${plan}`, { name: 'X' })).toBe(busy);
  expect(await key('DELETE', `/v1/alarm_plan/${plan}`)).toBe(busy);
  expect(await key('PATCH', `/v1/linkage_task/${site.leave}`, { name: 'X' })).toBe(busy);
  expect(await key('POST', `/v1/task/${open.broadcast}/stop`)).toBe(busy);
  const parent_id = await site.zone('Elsewhere');
  expect(await key('PATCH', `/v1/partition/${site.house}`, { parent_id })).toBe(busy);
  await site.post('/v1/task/stop_all', {});
  expect(openAt(site.hall.client)?.broadcast).toBe(open.broadcast);
});

test('a real alarm ends a drill; a silent drill makes no sound and is confirmed', async () => {
  const plan = await site.plan({
    name: 'Drilled',
    org: site.house,
    fire_control_device: site.panel.id,
    input_nums: [1],
    output_nums: [1],
    linkage_task_ids: [site.leave],
  });
  const streams = site.hall.client.heard.filter((one) => one.type === 'stream.open').length;
  expect((await site.actOn(plan, 'start', { drill: 'silent' })).body.code).toBe(200);
  const request = await until('the terminal is asked', () =>
    site.hall.client.heard.find((one) => one.type === 'drill'),
  );
  if (request.type !== 'drill') throw new Error('no drill');
  site.hall.client.send({ type: 'drill', drill: request.drill });
  await until('it is confirmed', () => site.alarmOf(plan)?.sounding === 1);
  expect(site.hall.client.heard.filter((one) => one.type === 'stream.open')).toHaveLength(streams);
  const drill = site.alarmOf(plan)?.id;
  site.inputs(1);
  await until('the real one runs', () => site.alarmOf(plan)?.drill === 'none');
  expect(site.alarmOf(plan)?.id).not.toBe(drill);
  await until('it sounds', () => openAt(site.hall.client)?.task_type === 3);
});

test('an input in test mode starts nothing until the test is over', async () => {
  const plan = await site.plan({
    name: 'Tested',
    org: site.house,
    fire_control_device: site.panel.id,
    input_nums: [1],
    linkage_task_ids: [site.leave],
  });
  const tested = (on: boolean) =>
    site.value('POST', '/v1/io/test', { terminal_id: site.panel.id, input_nums: [1], on });
  await tested(true);
  site.inputs(1);
  await until('it is heard', () => site.deps.io.isTested(site.panel.id, 1));
  expect(site.alarmOf(plan)).toBeUndefined();
  await tested(false);
  await until('it alarms', () => site.alarmOf(plan)?.state === 'alarming');
});
