import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { GpioTaskLive } from '../../../contract/entities/tasks/gpioTask.ts';
import { type IoLive, ioId } from '../../../contract/entities/terminals/io.ts';
import { rankOf } from '../../../server/air/engine/rank.ts';
import { createGpioTasks } from '../../../server/air/gpio/gpioTasks.ts';
import { createLiveHub } from '../../../server/platform/live/hub.ts';
import { createIo } from '../../../server/site/io/io.ts';
import { eventually } from '../../support/eventually.ts';
import { startScheduleSite } from '../schedule/scheduleSite.ts';
import { panel } from './panel.ts';

let site: Awaited<ReturnType<typeof startScheduleSite>>;
beforeAll(async () => {
  site = await startScheduleSite();
});
afterAll(() => site.close());

let made = 0;
async function fire(org: number | null = null) {
  const { client, id } = await site.adopted(`GPIO-${++made}`, org, 'fire_control_device');
  const one = { id, ...panel(client) };
  one.sendStatus();
  await client.next('outputs');
  return one;
}
async function create(body: object, token = site.token): Promise<number> {
  const answer = await site.post('/v1/gpio_task', { name: `Task ${++made}`, ...body }, token);
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  return (answer.body.value as { id: number }).id;
}
const row = (id: number) => site.deps.live.topic<GpioTaskLive>('gpio_task').get(id);
const lineOf = (id: number, direction: 'input' | 'output', number: number) =>
  site.deps.live.topic<IoLive>('io').get(ioId(id, direction, number));
const act = (id: number, action: string, token = site.token) =>
  site.call('POST', `/v1/gpio_task/${id}/${action}`, { token });
const hold = (device: number, output_nums: number[]) => ({ fire_control_device: device, output_nums });

test('an input holds outputs while it is active, and pulses others at each edge', async () => {
  const one = await fire();
  const id = await create({
    fire_control_device: one.id,
    input_nums: [1, 2],
    outputs: [hold(one.id, [1]), { ...hold(one.id, [2]), mode: 'pulse', pulse_ms: 60_000 }],
  });
  expect(lineOf(one.id, 'input', 1)?.used_by).toHaveLength(1);
  one.input(1, true);
  expect((await one.client.next('outputs')).set).toEqual([{ output: 2, on: true, pulse_ms: 60_000 }]);
  expect((await one.client.next('outputs')).set).toEqual([{ output: 1, on: true }]);
  expect(row(id)).toMatchObject({ running: true, active_inputs: [1], started_by: ['#1'] });
  one.input(2, true);
  await eventually(() => expect(row(id)?.active_inputs).toEqual([1, 2]));
  one.input(1, false);
  await eventually(() => expect(row(id)?.active_inputs).toEqual([2]));
  expect(row(id)?.running).toBe(true);
  one.client.heard.length = 0;
  one.input(2, false);
  expect((await one.client.next('outputs')).set).toEqual([{ output: 1, on: false }]);
  expect(row(id)).toMatchObject({ running: false, started_by: [] });
});

test('an input in test mode runs nothing', async () => {
  const one = await fire();
  const id = await create({
    fire_control_device: one.id,
    input_nums: [1],
    outputs: [hold(one.id, [1])],
  });
  await site.post('/v1/io/test', { terminal_id: one.id, on: true });
  one.input(1, true);
  await eventually(() => expect(lineOf(one.id, 'input', 1)).toMatchObject({ active: true, test: true }));
  expect(row(id)?.running).toBe(false);
  await site.post('/v1/io/test', { terminal_id: one.id, on: false });
  expect(row(id)?.running).toBe(true);
});

test('an input starts a saved task, with the weight and the code of a GPIO task, and stops it', async () => {
  const one = await fire();
  const { id: device } = await site.adopted('GPIO-SOUND', null);
  const song = await site.file('Gong', 60);
  const saved = await site.post('/v1/scheduled_task', {
    name: 'Gong',
    audio_source: 0,
    files: [song],
    devices: [device],
    start_date: '2030-01-01',
    start_time: '08:00',
  });
  const scheduled_task = (saved.body.value as { id: number }).id;
  const id = await create({ fire_control_device: one.id, input_nums: [3], scheduled_task });
  const onAir = () =>
    site.deps.live
      .topic<BroadcastLive>('task')
      .snapshot()
      .filter((task) => task.name === 'Gong');
  one.input(3, true);
  await eventually(() => expect(onAir()).toHaveLength(1));
  const { rows } = await site.database.pool.query(
    "select gpio_code from broadcast where task_id = $1 and state = 'playing'",
    [scheduled_task],
  );
  expect(rows).toEqual([{ gpio_code: `${lineOf(one.id, 'input', 3)?.terminal_code}/3` }]);
  const [b] = site.deps.broadcasting.engine.all();
  const weights = { ...site.deps.config.get(), fixed_task_priority: 1, gpio_set_task_priority: 77 };
  if (b === undefined) throw new Error('nothing is on the air');
  expect(Math.floor(rankOf(b.row, weights).weight / 1000)).toBe(77);
  one.input(3, false);
  await eventually(() => expect(onAir()).toHaveLength(0));
  await site.call('DELETE', `/v1/scheduled_task/${scheduled_task}`, { token: site.token });
  await eventually(() => expect(row(id)?.scheduled_task).toBe(null));
});

test('an alarm runs a link task until it stops it; meanwhile it cannot be changed, stopped or deleted', async () => {
  const one = await fire();
  const id = await create({ gpio_type: 'link', outputs: [hold(one.id, [2])] });
  const { links } = site.deps.gpioTasks;
  const alarm = { kind: 'alarm' as const, id: 7, name: 'Fire in the hall' };
  links.start(alarm, [id]);
  expect((await one.client.next('outputs')).set).toEqual([{ output: 2, on: true }]);
  expect(row(id)).toMatchObject({ running: true, in_alarm: true, started_by: ['Fire in the hall'] });
  const patched = await site.call('PATCH', `/v1/gpio_task/${id}`, { token: site.token, body: { name: 'X' } });
  expect(patched.body.message).toBe('Alarm in progress, currently not modifiable');
  expect((await site.call('DELETE', `/v1/gpio_task/${id}`, { token: site.token })).body.code).toBe(999);
  expect((await act(id, 'stop')).body.code).toBe(999);
  links.stop(alarm);
  expect((await one.client.next('outputs')).set).toEqual([{ output: 2, on: false }]);
  expect(row(id)?.running).toBe(false);
});

test('manual: started once, stopped, and a plan that uses it prevents its deletion', async () => {
  const one = await fire();
  const id = await create({ gpio_type: 'link', outputs: [hold(one.id, [3])] });
  expect((await act(id, 'start')).body.code).toBe(200);
  expect((await one.client.next('outputs')).set).toEqual([{ output: 3, on: true }]);
  expect((await act(id, 'start')).body.code).toBe(999);
  const { rows } = await site.database.pool.query('select by_hand from gpio_task where id = $1', [id]);
  expect(rows[0]?.by_hand).not.toBe(null);
  expect((await act(id, 'stop')).body.code).toBe(200);
  expect((await one.client.next('outputs')).set).toEqual([{ output: 3, on: false }]);
  const plan = await site.post('/v1/alarm_plan', { name: 'Evacuate', gpio_set_task_ids: [id] });
  expect(plan.body.code).toBe(200);
  const refused = await site.call('DELETE', `/v1/gpio_task/${id}`, { token: site.token });
  expect([refused.body.code, refused.body.message]).toEqual([409, expect.stringContaining('Evacuate')]);
});

test('the references of a GPIO task lie in its zone, and accounts of other zones neither see nor run it', async () => {
  const [north, south] = [await site.zone('GNorth'), await site.zone('GSouth')];
  const one = await fire(north);
  const outputs = [hold(one.id, [1])];
  const wrong = await site.post('/v1/gpio_task', { name: 'W', org: south, gpio_type: 'link', outputs });
  expect(wrong.body.code).toBe(999);
  const id = await create({ org: north, gpio_type: 'link', outputs });
  const token = await site.limited('gsouth', south);
  expect((await site.call('GET', `/v1/gpio_task/${id}`, { token })).status).toBe(404);
  expect((await act(id, 'start', token)).status).toBe(404);
});

test('an output list without outputs is refused as a fault of the field', async () => {
  const answer = await site.post('/v1/gpio_task', { name: 'Empty', gpio_type: 'link' });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body.value)).toContain('outputs');
});

test('a start of the server begins no saved task again for a level that stood before; what became active meanwhile is an edge', async () => {
  const one = await fire();
  const { id: device } = await site.adopted('GPIO-RESTART', null);
  const song = await site.file('Long', 600);
  const saved = async (name: string) =>
    (
      await site.task({
        name,
        files: [song],
        devices: [device],
        start_date: '2030-01-01',
        start_time: '08:00',
      })
    ).id;
  const [gong, bell] = [await saved('Level'), await saved('Edge')];
  const level = await create({ fire_control_device: one.id, input_nums: [1], scheduled_task: gong });
  await create({ fire_control_device: one.id, input_nums: [2], scheduled_task: bell });
  const runs = async (task: number) => {
    const { rows } = await site.database.pool.query(
      'select state from broadcast where task_id = $1 order by id',
      [task],
    );
    return rows.map(({ state }) => state);
  };
  one.input(1, true);
  await eventually(async () => expect(await runs(gong)).toEqual(['playing']));
  await site.call('POST', `/v1/scheduled_task/${gong}/stop`, { token: site.token });
  await eventually(async () => expect(await runs(gong)).toEqual(['ended']));

  await site.deps.gpioTasks.close();
  await site.deps.io.close();
  one.input(2, true);
  const live = createLiveHub();
  const io = await createIo({ ...site.deps, live, faults: site.deps.faultWatch.faults });
  const { engine } = site.deps.broadcasting;
  const again = await createGpioTasks({ ...site.deps, live, io, engine });
  const now = () => live.topic<GpioTaskLive>('gpio_task').get(level);
  expect(now()).toMatchObject({ running: true, active_inputs: [1] });
  one.sendStatus();
  await eventually(async () => expect(await runs(bell)).toEqual(['playing']));
  expect(await runs(gong)).toEqual(['ended']);
  one.input(1, false);
  await eventually(() => expect(now()?.running).toBe(false));
  one.input(1, true);
  await eventually(async () => expect(await runs(gong)).toHaveLength(2));
  await again.close();
  await io.close();
  live.close();
});
