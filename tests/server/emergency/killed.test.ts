import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPidFile } from '../../../server/platform/db/embedded/postmaster.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { until } from './emergencySite.ts';

let server: TestServer;
let token = '';
beforeAll(async () => {
  server = await startServer();
  token = (
    await call<{ token: string }>('POST', '/v1/login', { username: 'admin', password: server.adminPassword })
  ).token;
});
afterAll(() => server.stop());

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { lang: 'en', access_token: token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { code, message, value } = (await answer.json()) as { code: number; message: string; value: T };
  if (code !== 200) throw new Error(`${method} ${path}: ${message}`);
  return value;
}
const url = () => `${server.url.replace('http', 'ws')}/v1/terminal?lang=en`;

async function adopted(
  code: string,
  role: 0 | 4,
): Promise<{ id: number; hello: object; client: TerminalClient }> {
  const client = await TerminalClient.hello(url(), { code, role });
  await client.next('found');
  const found = await until('it is found', async () => {
    const { rows } = await call<{ rows: { id: number; code: string }[] }>(
      'GET',
      '/v1/terminal_found?limit=1000',
    );
    return rows.find((row) => row.code === code);
  });
  await call('POST', `/v1/terminal_found/${found.id}/adopt`, { name: code, org: null });
  const { secret } = await client.next('adopted');
  const { terminal } = await client.next('welcome');
  return { id: terminal, hello: { code, role, secret }, client };
}
const sendInput = (client: TerminalClient, active: boolean) =>
  client.send({
    type: 'status',
    kind: 'fire_control_device',
    inputs: [{ input: 1, active, line: 'ok' }],
    outputs: [],
  });
type Record = { id: number; state: string; plan_id: number; cancelled: boolean };
const records = async () => (await call<{ rows: Record[] }>('GET', '/v1/alarm_record')).rows;

/** Kills and restarts the server; both terminals reconnect, the panel with its current input. */
async function restarted(hall: object, panel: object, active: boolean) {
  await server.kill9();
  await server.start();
  const [sound, fire] = await Promise.all([
    TerminalClient.hello(url(), hall as { code: string }),
    TerminalClient.hello(url(), panel as { code: string }),
  ]);
  await Promise.all([sound.next('welcome'), fire.next('welcome')]);
  sendInput(fire, active);
  return { sound, fire };
}

test('kill -9 in every state: the alarm continues where it was, and a restarted terminal joins', async () => {
  const hall = await adopted('HALL-1', 0);
  const panel = await adopted('PANEL-1', 4);
  const leave = await call<{ id: number }>('POST', '/v1/linkage_task', {
    name: 'Leave',
    audio_source: 1,
    textContent: 'Leave the building.',
    tone: 'evacuate',
    devices: [hall.id],
  });
  const plan = await call<{ id: number }>('POST', '/v1/alarm_plan', {
    name: 'Fire',
    fire_control_device: panel.id,
    input_nums: [1],
    linkage_task_ids: [leave.id],
    reset_time: 3600,
  });
  await call('PATCH', `/v1/fire_control_device/${panel.id}`, { delayTriggerTime: 600 });

  sendInput(panel.client, true);
  const first = await until('the delay runs', async () => (await records())[0]);
  expect(first.state).toBe('starting');
  let back = await restarted(hall.hello, panel.hello, true);
  expect(await records()).toMatchObject([{ id: first.id, state: 'starting' }]);
  await call('POST', `/v1/alarm_plan/${plan.id}/stop`);
  expect(await records()).toMatchObject([{ id: first.id, cancelled: true }]);

  // A cancelled alarm stays cancelled, though the input is still active after another crash.
  if (isLong) back = await restarted(hall.hello, panel.hello, true);
  expect(await records()).toHaveLength(1);
  sendInput(back.fire, false);
  await call('PATCH', `/v1/fire_control_device/${panel.id}`, { delayTriggerTime: 0 });
  sendInput(back.fire, true);
  const open = await back.sound.next('stream.open');
  expect(open.task_type).toBe(3);
  const second = await until('it is stored', async () =>
    (await records()).find((row) => row.id !== first.id && row.state === 'alarming'),
  );
  await until('its broadcast is stored', () =>
    call<{ state: string }>('GET', `/v1/task/${open.broadcast}`).catch(() => null),
  );

  back = await restarted(hall.hello, panel.hello, true);
  const again = await back.sound.next('stream.open');
  expect(again.broadcast).toBe(open.broadcast);
  await back.sound.until(() => back.sound.frames.length > 0, 'sound');
  expect((await records()).map(({ id }) => id)).toEqual([second.id, first.id]);

  await call('POST', `/v1/alarm_plan/${plan.id}/stop`);
  await back.sound.next('stream.close');
  back = await restarted(hall.hello, panel.hello, true);
  expect(await records()).toMatchObject([{ id: second.id, state: 'reset' }, { id: first.id }]);
  sendInput(back.fire, false);
  await until('it is over', async () => {
    await call('POST', `/v1/alarm_plan/${plan.id}/reset`).catch(() => {});
    return (await records())[0]?.state === 'not_started';
  });
}, 600_000);

test('started manually while the database is away, then kill -9 of both: the alarm plays again without loss', async () => {
  const hall = await adopted('HALL-2', 0);
  const tone = { audio_source: 1, textContent: 'Leave the building.', tone: 'evacuate' };
  const leave = await call<{ id: number }>('POST', '/v1/linkage_task', {
    name: 'By hand',
    ...tone,
    devices: [hall.id],
  });
  const plan = await call<{ id: number }>('POST', '/v1/alarm_plan', {
    name: 'By hand',
    linkage_task_ids: [leave.id],
  });
  const ready = () =>
    call<{ steps: { tasks: { ready: boolean }[] }[] }>('POST', '/v1/alarm_plan/dry_run', { id: plan.id });
  await until('its message is made', async () => (await ready()).steps[0]?.tasks[0]?.ready);
  const postmaster = readPidFile(join(server.dataDir, 'postgres'));
  if (postmaster === null) throw new Error('no database');
  process.kill(postmaster.pid, 'SIGKILL');

  const { alarm_id } = await call<{ alarm_id: number }>('POST', `/v1/alarm_plan/${plan.id}/start`, {});
  const open = await hall.client.next('stream.open');
  expect(open.task_type).toBe(3);
  await call('POST', `/v1/alarm_plan/${plan.id}/acknowledge`);

  await server.kill9();
  const began = performance.now();
  await server.start();
  const listening = performance.now() - began;
  const back = await TerminalClient.hello(url(), hall.hello as { code: string });
  const again = await back.next('stream.open');
  await back.until(() => back.frames.length > 0, 'sound');
  const sound = performance.now() - began;
  // EN 54-16 has no figure for this; the target is 5 s from the start of the process.
  process.stdout.write(
    `alarm after kill -9 of server and database: listening ${Math.round(listening)} ms, sound at a terminal ${Math.round(sound)} ms after the process start; line 5000 ms\n`,
  );
  expect(again.broadcast).toBe(open.broadcast);
  const record = await call<{ state: string; acknowledged_by: string; events: { kind: string }[] }>(
    'GET',
    `/v1/alarm_record/${alarm_id}`,
  );
  expect(record).toMatchObject({ state: 'alarming', acknowledged_by: 'admin' });
  const kinds = record.events.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'start')).toHaveLength(1);
  expect(kinds).toEqual(expect.arrayContaining(['alarming', 'acknowledge', 'server_restart']));
  const audit = await call<{ rows: { action: string; entity_id: number }[] }>('GET', '/v1/audit?limit=50');
  const started = audit.rows.filter((row) => row.action === 'start' && row.entity_id === plan.id);
  expect(started).toHaveLength(1);
  await call('POST', `/v1/alarm_plan/${plan.id}/stop`);
  await back.next('stream.close');
}, 600_000);
