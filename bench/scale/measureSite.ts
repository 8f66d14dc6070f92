import { WebSocket } from 'ws';
import type { FromConsole } from '../../contract/api/live.ts';
import type { TestServer } from '../../tests/support/server.ts';
import { countingProxy } from '../parts/countingProxy.ts';
import { type Figures, LOAD_CORE, type Part, print, startPart } from '../parts/harness.ts';
import { connectPanel, type Panel } from '../support/alarmPanel.ts';
import { Api, noiseWav, pause, until } from '../support/api.ts';
import { measure } from '../support/cpu.ts';
import { residentMb } from '../support/processFigures.ts';
import { type Statistics, statistics } from './statistics.ts';

const SETTLE_MS = 6_000;
const MEASURE_MS = 12_000;
const CONSOLES = 20;
const ROUNDS = 5;

/**
 * Measures what a site costs its server: processor time of the main process (ms), bytes with WebSocket frames, and rows of
 * the database. `base`: each second without terminals; `idle`: of each terminal and second; `playing`: what sound adds to
 * that; `console`: of each console that shows all terminals; the others for each target of a start or alarm.
 */
export async function measureSite(server: TestServer, terminals: number, parts: Part[]): Promise<Figures> {
  const api = await Api.login(server.url, server.adminPassword);
  const file = await api.upload('scale.wav', noiseWav(60));
  const memory_empty_mb = residentMb(server.pid);
  const proxy = await countingProxy(server.port);
  const panel = await connectPanel(server.url, 'PANEL');
  const database = await statistics(server);
  try {
    const end = measure(server.pid, []);
    await pause(MEASURE_MS);
    const base_cpu_ms = end().main * 1000;
    print(`${terminals} terminals are adopted`);
    const fleet = startPart('fleet.ts', LOAD_CORE, [
      ...[`ws://127.0.0.1:${proxy.port}/v1/terminal`, String(terminals), 'SCALE'],
    ]);
    parts.push(fleet);
    const site = await adopted(api, fleet, terminals);
    const rate = async (): Promise<{ cpu_ms: number; bytes: number }> => {
      proxy.take();
      const end = measure(server.pid, []);
      await pause(MEASURE_MS);
      const { main, seconds } = end();
      return { cpu_ms: (main * 1000) / terminals, bytes: proxy.take() / seconds / terminals };
    };
    const start = () =>
      api.call<{ id: number }>('POST', '/v1/task', { ...music, files: [file], orgs: site.orgs });
    const stop = async (id: number) => {
      await api.call('POST', `/v1/task/${id}/stop`);
      await until('nothing plays', async () => (await playing(fleet)) === 0);
    };

    await pause(SETTLE_MS);
    const idle = await rate();
    const { id } = await start();
    await pause(SETTLE_MS);
    const sounding = await rate();
    const console_ = await consoleCost(api, server, terminals, async () => (await rate()).cpu_ms);
    await stop(id);
    const rows = await database.during(async () => stop((await start()).id));
    const starts = await startCost(server, terminals, async () => {
      const { id } = await start();
      await until('all play', async () => (await playing(fleet)) === terminals);
      return () => stop(id);
    });
    const alarm = await alarmRows(api, panel, { file, ...site }, database);
    return {
      terminals,
      base_cpu_ms,
      idle_cpu_ms: idle.cpu_ms - base_cpu_ms / terminals,
      idle_bytes: idle.bytes,
      playing_cpu_ms: sounding.cpu_ms - idle.cpu_ms,
      playing_bytes: sounding.bytes - idle.bytes,
      console_cpu_ms: (console_.cpu_ms - sounding.cpu_ms) / CONSOLES,
      console_bytes: console_.bytes,
      console_messages: console_.messages,
      // Start and stop, with what plays for a moment between them: it is too short to be taken off.
      start_cpu_ms: starts.cpu_ms - starts.seconds * idle.cpu_ms,
      start_rows: rows.rows / terminals,
      start_log_bytes: rows.log_bytes / terminals,
      database_cpu_ms: starts.database_ms,
      alarm_rows: alarm.rows,
      memory_empty_mb,
      memory_mb: residentMb(server.pid),
    };
  } finally {
    panel.close();
    await database.end();
    await proxy.close();
  }
}

const music = { name: 'Scale', audio_source: 0, loop: 1 };

interface Site {
  orgs: number[];
  /** Id of the fire terminal. */
  fire: number | undefined;
}

async function adopted(api: Api, fleet: Part, terminals: number): Promise<Site> {
  await fleet.call('connect');
  const found = async () =>
    (await api.call<{ rows: { id: number }[] }>('GET', '/v1/terminal_found?limit=1000')).rows;
  await until('all are found', async () => (await found()).length === terminals + 1);
  const ids = (await found()).map(({ id }) => id);
  await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org: null });
  await until('all are welcomed', async () => {
    return (await fleet.call<{ welcomed: number }>('state')).welcomed === terminals;
  });
  const rows = async (path: string) =>
    (await api.call<{ rows: { id: number; parent_id?: number | null }[] }>('GET', `/v1/${path}`)).rows;
  return {
    orgs: (await rows('partition')).filter(({ parent_id }) => parent_id === null).map(({ id }) => id),
    fire: (await rows('fire_control_device'))[0]?.id,
  };
}

const playing = async (fleet: Part) => (await fleet.call<{ playing: number }>('state')).playing;

/** Processor time (ms for each terminal) of a start with its stop, and how long they took. */
async function startCost(
  server: TestServer,
  terminals: number,
  start: () => Promise<() => Promise<void>>,
): Promise<{ cpu_ms: number; database_ms: number; seconds: number }> {
  const end = measure(server.pid, []);
  for (let i = 0; i < ROUNDS; i++) await (await start())();
  const { main, rest, seconds } = end();
  const each = (cores: number) => (cores * seconds * 1000) / terminals / ROUNDS;
  return { cpu_ms: each(main), database_ms: each(rest), seconds: seconds / ROUNDS };
}

/** Messages and bytes a second of each console that shows all terminals, and processor time with all of them. */
async function consoleCost(api: Api, server: TestServer, terminals: number, cost: () => Promise<number>) {
  let [bytes, messages] = [0, 0];
  const sockets: WebSocket[] = [];
  for (let i = 0; i < CONSOLES; i++) {
    const { ticket } = await api.call<{ ticket: string }>('POST', '/v1/socket/ticket', {});
    const url = `${server.url.replace('http', 'ws')}/v1/socket?ticket=${ticket}`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'subscribe', id: 1, topic: 'device' } satisfies FromConsole));
    });
    socket.on('message', (data: Buffer) => {
      bytes += data.byteLength;
      messages += 1;
    });
    sockets.push(socket);
  }
  await until('all consoles have the list', () => messages >= CONSOLES);
  await pause(1_000);
  [bytes, messages] = [0, 0];
  const began = performance.now();
  const cpu_ms = await cost();
  const seconds = (performance.now() - began) / 1000;
  for (const socket of sockets) socket.close();
  const share = 1 / seconds / CONSOLES;
  return { cpu_ms, bytes: (bytes * share) / terminals, messages: messages * share };
}

/** Rows that one alarm with all its terminals writes, for each of them. */
async function alarmRows(
  api: Api,
  panel: Panel,
  { file, orgs, fire }: Site & { file: number },
  database: Statistics,
): Promise<{ rows: number }> {
  const message = { name: 'Leave', files: [file], tone: 'none', volume: 100, orgs };
  const { id: task } = await api.call<{ id: number }>('POST', '/v1/linkage_task', message);
  const plan = { name: 'Fire', fire_control_device: fire, input_nums: [1], linkage_task_ids: [task] };
  const { id } = await api.call<{ id: number }>('POST', '/v1/alarm_plan', plan);
  const status = async () => (await api.call<{ status: string }>('GET', `/v1/alarm_plan/${id}`)).status;
  const { rows } = await database.during(async () => {
    panel.set(true);
    await until('the alarm runs', async () => (await status()) === 'alarming');
    await pause(2_000);
    panel.set(false);
    await api.call('POST', `/v1/alarm_plan/${id}/stop`);
    await until('the alarm is over', async () => (await status()) === 'not_started');
  });
  const { total } = await api.call<{ total: number }>('GET', '/v1/device?limit=1');
  return { rows: rows / total };
}
