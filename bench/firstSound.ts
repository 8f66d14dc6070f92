import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monotonicUs } from '../terminal/headless/time.ts';
import { checkWarmUp, scaled } from '../tests/support/load/sizing.ts';
import type { TestServer } from '../tests/support/server.ts';
import {
  type Figures,
  finish,
  LOAD_CORE,
  MAX_LOAD_BUSY,
  medianOf,
  type Part,
  percentile,
  pinnedTo,
  print,
  RUNS,
  rounded,
  SERVER_CORE,
  startPart,
} from './parts/harness.ts';
import { Api, noiseWav, pause, until } from './support/api.ts';
import { measure, measureLoad } from './support/cpu.ts';
import { startProduct } from './support/productServer.ts';
import { sized } from './support/sized.ts';
import { repeated } from './support/timeLimit.ts';

/**
 * Benchmark of the first sound: from the API call to the first sample that a sound card plays, at 100
 * terminals of which 20 decode and record, over 20 starts; again while a file of 90 minutes is transcoded.
 * Skew is measured in the same recordings, with inaccurate clocks and sound cards. Baseline: a bare `ws` loop
 * that does the minimum of any server (firstSoundBare.ts; docs/decisions/0021-first-sound-benchmark.md).
 */
const TERMINALS = 100;
const DECODING = 20;
const STARTS = 20;
/** Load of the load's core on the reference machine under the nominal load. */
const NOMINAL_BUSY = 0.25;
const WARM_UP_STARTS = 3;
/** Times after the call at which skew is measured, and the task is stopped, µs. */
const COMPARED_AFTER_US = 700_000;
const STOPPED_AFTER_US = 1_100_000;
const SILENCE_MS = 400;
/** Maximum load of other programs on a core: the p99 of twenty starts is the slowest one. */
const MAX_STRANGERS = 0.15;
const LONG_FILE_S = 90 * 60;
/** A low rate keeps the files small; the resulting programme is as long and as costly. */
const LONG_FILE_RATE = 8_000;
const LONG_FILES = 10;

/** Numbers of terminals, and of those of them that decode and record. */
interface Sizes {
  terminals: number;
  decoding: number;
}

/** Server and its terminals. */
interface Side {
  name: string;
  /** Process id of the server. */
  pid: number;
  /** True if only the server and its database may use the server's core. */
  alone: boolean;
  listeners: Part;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const invalid: string[] = [];

/**
 * Several starts one after the other: first sounds, ms after the call, and skews, µs.
 *
 * @param reasons what makes the run invalid is added to them; null: a warm-up
 */
async function starts(side: Side, count: number, reasons: string[] | null): Promise<Figures> {
  const { listeners } = side;
  const delays: number[] = [];
  const skews: number[] = [];
  const ends = [measure(side.pid, [SERVER_CORE]), measure(listeners.pid, [LOAD_CORE])];
  const endLoad = measureLoad([listeners.pid]);
  let dry = 0;
  for (let i = 0; i < count; i++) {
    await listeners.call('forget');
    const before = await listeners.call<{ underruns: number }>('state');
    const called_us = monotonicUs();
    await side.start();
    await until(
      'recorded',
      async () => (await listeners.call<number>('recorded')) > called_us + STOPPED_AFTER_US,
    );
    dry += (await listeners.call<{ underruns: number }>('state')).underruns - before.underruns;
    await side.stop();
    const first = await listeners.call<(number | null)[]>('first');
    for (const at of first) delays.push(at === null ? Number.POSITIVE_INFINITY : (at - called_us) / 1000);
    for (const us of await listeners.call<number[]>('skew', called_us + COMPARED_AFTER_US))
      skews.push(Math.abs(us));
    await pause(SILENCE_MS);
  }
  const [server, load] = ends.map((end) => end());
  const busy = endLoad();
  if (reasons === null) checkWarmUp(side.name, busy);
  else if (busy > MAX_LOAD_BUSY)
    reasons.push(`${side.name}: the load generator was ${Math.round(busy * 100)} % busy`);
  const strangers = [(load?.cores.get(LOAD_CORE) ?? 1) - (load?.main ?? 0)];
  if (side.alone && server) strangers.push((server.cores.get(SERVER_CORE) ?? 1) - server.main - server.rest);
  if (Math.max(...strangers) > MAX_STRANGERS)
    reasons?.push(
      `${side.name}: other programs took ${strangers.map((n) => rounded(n)).join(' and ')} of a core`,
    );
  return {
    p50_ms: percentile(delays, 0.5),
    p99_ms: percentile(delays, 0.99),
    max_ms: Math.max(...delays),
    skew_p50_us: percentile(skews, 0.5),
    skew_p99_us: percentile(skews, 0.99),
    load_busy: busy,
    cards_dry: dry,
  };
}

/** @param part of the time limit at whose end the runs must be over */
async function runs(side: Side, part: number): Promise<Figures> {
  print(`${side.name}: warm-up`);
  await starts(side, WARM_UP_STARTS, null);
  const all = await repeated(side.name, { times: RUNS, part }, async (i) => {
    const figures = await starts(side, STARTS, invalid);
    print(`${side.name}: run ${i + 1} of ${RUNS}  ${JSON.stringify(figures)}`);
    return figures;
  });
  return medianOf(side.name, all);
}

async function listen(url: string, prefix: string, { terminals, decoding }: Sizes): Promise<Part> {
  const args = [url, String(terminals), String(decoding), prefix];
  const listeners = startPart('listeners.ts', LOAD_CORE, args);
  await listeners.call('connect');
  return listeners;
}

async function ready(listeners: Part, { terminals }: Sizes): Promise<void> {
  await until('all terminals know the time', async () => {
    return (await listeners.call<{ ready: number }>('state')).ready === terminals;
  });
  // Wait until their estimates of clock and sound card have settled.
  await pause(10_000);
}

/**
 * Uploads enough files of 90 minutes to keep one in transcoding until the end, without further load by the
 * client.
 */
async function transcode(api: Api): Promise<void> {
  const long = noiseWav(LONG_FILE_S, LONG_FILE_RATE);
  for (let i = 0; i < LONG_FILES; i++) await api.submit(`ninety minutes ${i}.wav`, long);
  await until('a long file is in the making', () => building(api));
}

async function building(api: Api): Promise<boolean> {
  return (await api.call<{ total: number }>('GET', '/v1/file?build_status=building')).total > 0;
}

async function ours(
  server: TestServer,
  api: Api,
  { file, sizes, parts }: { file: number; sizes: Sizes; parts: Part[] },
): Promise<Side> {
  const listeners = await listen(server.url, 'HEAR', sizes);
  parts.push(listeners);
  const found = async () =>
    (await api.call<{ rows: { id: number }[] }>('GET', '/v1/terminal_found?limit=1000')).rows;
  await until('all terminals are found', async () => (await found()).length === sizes.terminals);
  const ids = (await found()).map((row) => row.id);
  await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org: null });
  const { rows } = await api.call<{ rows: { id: number }[] }>('GET', `/v1/device?limit=${sizes.terminals}`);
  const devices = rows.map((row) => row.id);
  await ready(listeners, sizes);
  let task = 0;
  return {
    name: 'measured',
    pid: server.pid,
    alone: true,
    listeners,
    async start() {
      const body = { name: 'First sound', audio_source: 0, files: [file], devices, volume: 100 };
      task = (await api.call<{ id: number }>('POST', '/v1/task', body)).id;
    },
    stop: () => api.call('POST', `/v1/task/${task}/stop`),
  };
}

async function bareSide(
  server: TestServer,
  { file, sizes, parts }: { file: number; sizes: Sizes; parts: Part[] },
): Promise<Side> {
  const bare = startPart('firstSoundBare.ts', SERVER_CORE);
  parts.push(bare);
  const programme = join(server.dataDir, 'media', 'file', String(file), 'programme', 'programme.opk');
  await bare.call('load', readFileSync(programme).toString('base64'));
  const url = await bare.call<string>('address');
  const listeners = await listen(url, 'BARE', sizes);
  parts.push(listeners);
  await ready(listeners, sizes);
  const post = async (path: string) => {
    await (await fetch(url + path, { method: 'POST' })).arrayBuffer();
  };
  return {
    name: 'baseline',
    pid: bare.pid,
    alone: true,
    listeners,
    start: () => post('/start'),
    stop: () => post('/stop'),
  };
}

async function main(share: number): Promise<void> {
  const sizes = { terminals: scaled(TERMINALS, share, 10), decoding: scaled(DECODING, share, 5) };
  const server = await startProduct({ under: pinnedTo(SERVER_CORE) });
  const parts: Part[] = [];
  try {
    const api = await Api.login(server.url, server.adminPassword);
    const file = await api.upload('first sound.wav', noiseWav(30));
    const baseline = await runs(await bareSide(server, { file, sizes, parts }), 0.33);
    await Promise.all(parts.splice(0).map((part) => part.end()));

    const side = await ours(server, api, { file, sizes, parts });
    const idle = await runs(side, 0.64);
    print('a file of 90 minutes is transcoded meanwhile');
    await transcode(api);
    const busy = await runs({ ...side, name: 'while transcoding', alone: false }, 1);
    if (!(await building(api))) invalid.push('no file was in the making at the end');
    const ratio = { p99_ratio: rounded((idle.p99_ms ?? 0) / (baseline.p99_ms ?? 0)) };
    finish({
      name: 'first-sound',
      baseline,
      measured: {
        ...idle,
        transcoding_p50_ms: busy.p50_ms ?? Number.NaN,
        transcoding_p99_ms: busy.p99_ms ?? Number.NaN,
        transcoding_skew_p99_us: busy.skew_p99_us ?? Number.NaN,
      },
      ratio,
      goal: {
        p99_ms: { max: 120 },
        transcoding_p99_ms: { max: 300 },
        skew_p99_us: { max: 5_000 },
        transcoding_skew_p99_us: { max: 5_000 },
      },
      invalid,
    });
  } finally {
    await Promise.all(parts.map((part) => part.end()));
    await server.stop();
  }
}

if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
await sized(NOMINAL_BUSY, main);
