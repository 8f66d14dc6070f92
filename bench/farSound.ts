import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monotonicUs } from '../terminal/headless/time.ts';
import { startServer, type TestServer } from '../tests/support/server.ts';
import {
  type Figures,
  finish,
  LOAD_CORE,
  MAX_LOAD_BUSY,
  type Part,
  percentile,
  pinnedTo,
  print,
  rounded,
  SERVER_CORE,
  startPart,
} from './parts/harness.ts';
import { isSmall } from './support/alarmSide.ts';
import { Api, noiseWav, pause, until } from './support/api.ts';
import { measure } from './support/cpu.ts';

/**
 * Benchmark of the first sound over links of 80 ± 40 ms in each direction: our server, whose lead follows the links,
 * beside a bare `ws` loop with the fixed lead of 200 ms that earlier versions had (firstSoundBare.ts). Nothing may be
 * worse.
 */
const TERMINALS = 40;
const DECODING = 20;
const STARTS = isSmall ? 8 : 30;
const WARM_UP_STARTS = isSmall ? 1 : 3;
/** Times after the call at which skew is measured, and the task is stopped, µs. */
const COMPARED_AFTER_US = 900_000;
const STOPPED_AFTER_US = 1_300_000;
const SILENCE_MS = 600;
/** Time for estimates of clock, card and delay to settle: links that jitter need longer. */
const SETTLED_MS = 40_000;
/** Tolerance of the comparison of times, which contain those of the requests: a packet, ms. */
const PACKET_MS = 20;

const invalid: string[] = isSmall ? ['a small run (BENCH_SMALL)'] : [];

/** Terminals behind the links. */
async function listen(url: string, prefix: string, parts: Part[]): Promise<Part> {
  const link = startPart('delayedLink.ts', LOAD_CORE, [new URL(url).port]);
  const address = await link.call<string>('address');
  const listeners = startPart('listeners.ts', LOAD_CORE, [
    ...[address, String(TERMINALS), String(DECODING), prefix],
  ]);
  parts.push(link, listeners);
  await listeners.call('connect');
  return listeners;
}

async function ready(listeners: Part): Promise<void> {
  await until('all terminals know the time', async () => {
    return (await listeners.call<{ ready: number }>('state')).ready === TERMINALS;
  });
  await pause(SETTLED_MS);
}

interface Side {
  name: string;
  listeners: Part;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one after the other: first sounds, ms after the call; skews, µs; late packets. */
async function starts({ name, listeners, start, stop }: Side, count: number): Promise<Figures> {
  const delays: number[] = [];
  const skews: number[] = [];
  let late = 0;
  const load = measure(listeners.pid, [LOAD_CORE]);
  for (let i = 0; i < count; i++) {
    await listeners.call('forget');
    const calledUs = monotonicUs();
    await start();
    const recorded = () => listeners.call<number>('recorded');
    await until('recorded', async () => (await recorded()) > calledUs + STOPPED_AFTER_US);
    late += (await listeners.call<{ late: number }>('state')).late;
    await stop();
    for (const at of await listeners.call<(number | null)[]>('first'))
      delays.push(at === null ? Number.POSITIVE_INFINITY : (at - calledUs) / 1000);
    for (const us of await listeners.call<number[]>('skew', calledUs + COMPARED_AFTER_US))
      skews.push(Math.abs(us));
    await pause(SILENCE_MS);
  }
  const busy = load().cores.get(LOAD_CORE) ?? 1;
  if (busy > MAX_LOAD_BUSY) invalid.push(`${name}: the load's core was ${Math.round(busy * 100)} % busy`);
  const figures = {
    p50_ms: rounded(percentile(delays, 0.5)),
    p99_ms: rounded(percentile(delays, 0.99)),
    late_packets: late,
    skew_p99_us: rounded(percentile(skews, 0.99)),
    load_busy: rounded(busy),
  };
  print(`${name}: ${count} starts  ${JSON.stringify(figures)}`);
  return figures;
}

async function bareSide(server: TestServer, file: number, parts: Part[]): Promise<Side> {
  const bare = startPart('firstSoundBare.ts', SERVER_CORE);
  parts.push(bare);
  const programme = join(server.dataDir, 'media', 'file', String(file), 'programme', 'programme.opk');
  await bare.call('load', readFileSync(programme).toString('base64'));
  const url = await bare.call<string>('address');
  const listeners = await listen(url, 'BARE', parts);
  await ready(listeners);
  const post = async (path: string) => {
    await (await fetch(url + path, { method: 'POST' })).arrayBuffer();
  };
  return { name: 'baseline', listeners, start: () => post('/start/earlier'), stop: () => post('/stop') };
}

async function ourSide(server: TestServer, api: Api, file: number, parts: Part[]): Promise<Side> {
  const listeners = await listen(server.url, 'FAR', parts);
  const found = async () =>
    (await api.call<{ rows: { id: number }[] }>('GET', '/v1/terminal_found?limit=1000')).rows;
  await until('all terminals are found', async () => (await found()).length === TERMINALS);
  const ids = (await found()).map((row) => row.id);
  await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org: null });
  const { rows } = await api.call<{ rows: { id: number }[] }>('GET', `/v1/device?limit=${TERMINALS}`);
  const body = {
    name: 'Far',
    audio_source: 0,
    files: [file],
    devices: rows.map((row) => row.id),
    volume: 100,
  };
  await ready(listeners);
  let task = 0;
  return {
    name: 'measured',
    listeners,
    async start() {
      task = (await api.call<{ id: number }>('POST', '/v1/task', body)).id;
    },
    stop: () => api.call('POST', `/v1/task/${task}/stop`),
  };
}

async function run(side: Side): Promise<Figures> {
  await starts(side, WARM_UP_STARTS);
  return starts(side, STARTS);
}

async function main(): Promise<void> {
  if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
  const server = await startServer({ under: pinnedTo(SERVER_CORE) });
  const parts: Part[] = [];
  try {
    const api = await Api.login(server.url, server.adminPassword);
    const file = await api.upload('far sound.wav', noiseWav(30));
    const baseline = await run(await bareSide(server, file, parts));
    await Promise.all(parts.splice(0).map((part) => part.end()));
    const measured = await run(await ourSide(server, api, file, parts));
    const atMost = (key: string, more: number) => ({ max: rounded((baseline[key] ?? 0) + more) });
    finish({
      name: 'far-sound',
      baseline,
      measured,
      ratio: { p99_ratio: rounded((measured.p99_ms ?? 0) / (baseline.p99_ms ?? 0)) },
      goal: {
        p50_ms: atMost('p50_ms', PACKET_MS),
        p99_ms: atMost('p99_ms', PACKET_MS),
        late_packets: atMost('late_packets', 0),
        skew_p99_us: { max: 5_000 },
      },
      invalid,
    });
  } finally {
    await Promise.all(parts.map((part) => part.end()));
    await server.stop();
  }
}

await main();
