import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monotonicUs } from '../../terminal/headless/time.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { connectPanel } from './alarmPanel.ts';
import { Api, noiseWav, pause, until } from './api.ts';
import { measure } from './cpu.ts';
import {
  type Figures,
  finish,
  LOAD_CORE,
  MAX_LOAD_BUSY,
  type Part,
  percentile,
  pinnedTo,
  rounded,
  SERVER_CORE,
  say,
  startPart,
} from './harness.ts';

/**
 * Alarms (issue: emergency; design 8): 30 times from the edge of an input at a fire terminal to the alarm at 1,000
 * terminals, of which 50 decode and record what they play, while each plays music, 20 consoles watch and a long file is
 * transcoded. Beside it a bare `ws` loop that, told by a POST, opens a stream at as many terminals (firstSoundBare.ts).
 */
const TERMINALS = 1_000;
const DECODING = 50;
const CONSOLES = 20;
const ALARMS = 30;
const WARM_UP = 3;
/** EN 54-16: the alarm is to sound within 3 s; the line that everything is held against. */
const EN_54_16_MS = 3_000;
/** Soft enough to stay below what counts as sound in the recordings (listeners.ts). */
const MUSIC_VOLUME = 10;
const HEARD_AFTER_US = 1_500_000;
const LONG_FILE_S = 90 * 60;
const LONG_FILE_RATE = 8_000;
const LONG_FILES = 6;

const invalid: string[] = [];

/** What terminals there are, and how an alarm is begun and ended. */
interface Side {
  name: string;
  listeners: Part;
  fleet: Part;
  consoles: Part | null;
  /** @returns when it began, µs of the machine's monotonic clock */
  begin(): number | Promise<number>;
  end(): Promise<void>;
}

async function run(side: Side, count: number, isCounted: boolean): Promise<Figures> {
  const heard: number[] = [];
  const told: number[] = [];
  const shown: number[] = [];
  let lost = 0;
  const load = measure(side.fleet.pid, [LOAD_CORE]);
  for (let i = 0; i < count; i++) {
    await Promise.all([side.listeners, side.fleet, side.consoles].map((part) => part?.call('forget')));
    const at_us = await side.begin();
    await until('recorded', async () => {
      return (await side.listeners.call<number>('recorded')) > at_us + HEARD_AFTER_US;
    });
    const after = (times: (number | null)[]) =>
      times.flatMap((us) => (us === null ? [] : [(us - at_us) / 1000]));
    const first = after(await side.listeners.call<(number | null)[]>('first'));
    const opened = after(await side.fleet.call<(number | null)[]>('alarmed'));
    heard.push(...first);
    told.push(...opened);
    lost += TERMINALS - first.length - opened.length;
    if (side.consoles !== null) {
      const strips = after(await side.consoles.call<(number | null)[]>('shown'));
      shown.push(...strips);
      lost += CONSOLES - strips.length;
    }
    await side.end();
  }
  const busy = load().cores.get(LOAD_CORE) ?? 1;
  if (isCounted && busy > MAX_LOAD_BUSY)
    invalid.push(`${side.name}: the load's core was ${Math.round(busy * 100)} % busy`);
  const figures: Figures = {
    p50_ms: percentile(heard, 0.5),
    p99_ms: percentile(heard, 0.99),
    slowest_ms: Math.max(...heard),
    told_p99_ms: percentile(told, 0.99),
    told_slowest_ms: Math.max(...told),
    lost,
    load_busy: busy,
    ...(side.consoles === null
      ? {}
      : { strip_p50_ms: percentile(shown, 0.5), strip_p99_ms: percentile(shown, 0.99) }),
  };
  say(`${side.name}: ${count} alarms  ${JSON.stringify(figures)}`);
  return figures;
}

async function terminals(
  url: string,
  prefix: string,
  parts: Part[],
): Promise<Pick<Side, 'listeners' | 'fleet'>> {
  const listeners = startPart('listeners.ts', LOAD_CORE, [
    url,
    String(DECODING),
    String(DECODING),
    `${prefix}H`,
  ]);
  const socket = `${url.replace('http', 'ws')}/v1/terminal`;
  const fleet = startPart('fleet.ts', LOAD_CORE, [socket, String(TERMINALS - DECODING), `${prefix}F`]);
  parts.push(listeners, fleet);
  await Promise.all([listeners.call('connect'), fleet.call('connect')]);
  return { listeners, fleet };
}

async function ready({ listeners, fleet }: Pick<Side, 'listeners' | 'fleet'>): Promise<void> {
  await until('all terminals are welcomed', async () => {
    const own = await listeners.call<{ ready: number }>('state');
    const other = await fleet.call<{ welcomed: number }>('state');
    return own.ready === DECODING && other.welcomed === TERMINALS - DECODING;
  });
  // Their estimate of the clock and of their sound card settles.
  await pause(10_000);
}

async function bare(server: TestServer, file: number, parts: Part[]): Promise<Side> {
  const part = startPart('firstSoundBare.ts', SERVER_CORE);
  parts.push(part);
  const programme = join(server.dataDir, 'media', 'file', String(file), 'programme', 'programme.opk');
  await part.call('load', readFileSync(programme).toString('base64'));
  const url = await part.call<string>('address');
  const own = await terminals(url, 'BARE', parts);
  await ready(own);
  const post = async (path: string) => {
    await (await fetch(url + path, { method: 'POST' })).arrayBuffer();
  };
  return {
    name: 'baseline',
    ...own,
    consoles: null,
    begin() {
      const at = monotonicUs();
      void post('/start');
      return at;
    },
    async end() {
      await post('/stop');
      await pause(300);
    },
  };
}

/** The site: everything adopted, music everywhere, a plan on the panel's input. */
async function ours(
  server: TestServer,
  api: Api,
  file: number,
  parts: Part[],
): Promise<Side & { close(): void }> {
  const { url } = server;
  const own = await terminals(url, 'OWN', parts);
  const panel = await connectPanel(url, 'PANEL');
  type Found = { id: number; code: string }[];
  const found = () => api.call<Found>('GET', '/v1/terminal_found');
  await until('all are found', async () => (await found()).length === TERMINALS + 1);
  const ids = (await found()).map((row) => row.id);
  await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org: null });
  await ready(own);
  const { rows: zones } = await api.call<{ rows: { id: number }[] }>('GET', '/v1/partition');
  const { rows: panels } = await api.call<{ rows: { id: number }[] }>('GET', '/v1/fire_control_device');
  const everywhere = { orgs: zones.map((zone) => zone.id) };
  const message = await api.call<{ id: number }>('POST', '/v1/linkage_task', {
    name: 'Leave the building',
    files: [file],
    tone: 'none',
    volume: 100,
    ...everywhere,
  });
  const plan = await api.call<{ id: number }>('POST', '/v1/alarm_plan', {
    name: 'Fire',
    fire_control_device: panels[0]?.id,
    input_nums: [1],
    linkage_task_ids: [message.id],
  });
  const music = {
    name: 'Music',
    audio_source: 0,
    files: [file],
    loop: 1,
    volume: MUSIC_VOLUME,
    ...everywhere,
  };
  await api.call('POST', '/v1/task', music);

  const consoles = startPart('alarmConsoles.ts', LOAD_CORE, [
    `${url.replace('http', 'ws')}/v1/socket`,
    String(CONSOLES),
  ]);
  parts.push(consoles);
  const tickets: string[] = [];
  for (let i = 0; i < CONSOLES; i++)
    tickets.push((await api.call<{ ticket: string }>('POST', '/v1/socket/ticket', {})).ticket);
  await consoles.call('connect', tickets);

  type Row = { status: string };
  const isIdle = async () =>
    (await api.call<Row>('GET', `/v1/alarm_plan/${plan.id}`)).status === 'not_started';
  return {
    name: 'measured',
    ...own,
    consoles,
    begin: () => panel.set(true),
    async end() {
      panel.set(false);
      await api.call('POST', `/v1/alarm_plan/${plan.id}/stop`);
      await until('the alarm is over', isIdle);
      // Music is back everywhere, and nothing of the alarm is waiting to be heard.
      await pause(800);
    },
    close: panel.close,
  };
}

async function main(): Promise<void> {
  if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
  const server = await startServer({ under: pinnedTo(SERVER_CORE) });
  const parts: Part[] = [];
  try {
    const api = await Api.login(server.url, server.adminPassword);
    const file = await api.upload('alarm.wav', noiseWav(60));
    const other = await bare(server, file, parts);
    await run(other, WARM_UP, false);
    const baseline = await run(other, ALARMS, true);
    await Promise.all(parts.splice(0).map((part) => part.end()));

    const side = await ours(server, api, file, parts);
    for (let i = 0; i < LONG_FILES; i++)
      await api.submit(`ninety minutes ${i}.wav`, noiseWav(LONG_FILE_S, LONG_FILE_RATE));
    const building = async () =>
      (await api.call<{ total: number }>('GET', '/v1/file?build_status=building')).total > 0;
    await until('a long file is in the making', building);
    await run(side, WARM_UP, false);
    const measured = await run(side, ALARMS, true);
    if (!(await building())) invalid.push('no file was in the making at the end');
    side.close();
    say(`EN 54-16 allows ${EN_54_16_MS} ms; the slowest of all took ${rounded(measured.slowest_ms ?? 0)} ms`);
    finish({
      name: 'alarm',
      baseline,
      measured: { ...measured, en_54_16_ms: EN_54_16_MS },
      ratio: { p99_ratio: rounded((measured.p99_ms ?? 0) / (baseline.p99_ms ?? 1)) },
      goal: { p99_ms: { max: 500 }, lost: { max: 0 }, strip_p99_ms: { max: 300 } },
      invalid,
    });
  } finally {
    await Promise.all(parts.map((part) => part.end()));
    await server.stop();
  }
}

await main();
