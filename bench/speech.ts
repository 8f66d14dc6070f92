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
import { Api, pause, until } from './support/api.ts';
import { measure, measureLoad } from './support/cpu.ts';
import { startProduct } from './support/productServer.ts';
import { sized } from './support/sized.ts';
import { repeated } from './support/timeLimit.ts';

/**
 * Benchmark of live speech, mouth to ear: from a sample at a call station to its output at a loudspeaker, at
 * 40 terminals of which 5 decode and record. The unavoidable part: 20 ms to fill a packet, the look-ahead of
 * the codec (2.5 ms), and 40 ms of the simulated sound cards. Baseline: a bare `ws` loop with a fixed lead
 * (speechBare.ts).
 */
const TERMINALS = 40;
const DECODING = 5;
const BEEPS = 50;
const WARM_UP_BEEPS = 25;
/** Load of the load's core on the reference machine under the nominal load. */
const NOMINAL_BUSY = 0.2;

/** Numbers of terminals, and of those of them that decode and record. */
interface Sizes {
  terminals: number;
  decoding: number;
}

const invalid: string[] = [];

/** @param part of the time limit at whose end the runs must be over */
async function talks(name: string, load: Part, pid: number, part: number): Promise<Figures> {
  print(`${name}: warm-up`);
  const warmUp = measureLoad([load.pid]);
  await load.call('talk', WARM_UP_BEEPS);
  checkWarmUp(name, warmUp());
  const runs = await repeated(name, { times: RUNS, part }, async (i) => {
    const end = measure(pid, []);
    const endLoad = measureLoad([load.pid]);
    const before = await load.call<{ underruns: number }>('state');
    const delays = await load.call<number[]>('talk', BEEPS);
    const after = await load.call<{ underruns: number }>('state');
    const server = end();
    const busy = endLoad();
    if (busy > MAX_LOAD_BUSY)
      invalid.push(`${name}: the load generator was ${Math.round(busy * 100)} % busy`);
    const heard = delays.filter(Number.isFinite);
    const figures = {
      p50_ms: percentile(delays, 0.5),
      p99_ms: percentile(delays, 0.99),
      max_heard_ms: Math.max(...heard),
      unheard: delays.length - heard.length,
      server_busy: server.main,
      load_busy: busy,
      cards_dry: after.underruns - before.underruns,
    };
    print(`${name}: run ${i + 1} of ${RUNS}  ${JSON.stringify(figures)}`);
    await pause(1_000);
    return figures;
  });
  return medianOf(name, runs);
}

async function listen(url: string, prefix: string, { terminals, decoding }: Sizes): Promise<Part> {
  const load = startPart('speechLoad.ts', LOAD_CORE, [url, String(terminals), String(decoding), prefix]);
  await load.call('connect');
  return load;
}

async function ready(load: Part, { terminals }: Sizes): Promise<void> {
  await until('all terminals know the time', async () => {
    return (await load.call<{ ready: number }>('state')).ready === terminals + 1;
  });
  // Wait until their estimates of clock and sound card have settled.
  await pause(10_000);
}

async function bare(sizes: Sizes): Promise<Figures> {
  const server = startPart('speechBare.ts', SERVER_CORE);
  const load = await listen(await server.call<string>('address'), 'BARE', sizes);
  try {
    await ready(load, sizes);
    return await talks('baseline', load, server.pid, 0.5);
  } finally {
    await load.end();
    await server.end();
  }
}

async function ours(server: TestServer, sizes: Sizes): Promise<Figures> {
  const load = await listen(server.url, 'SAY', sizes);
  try {
    const api = await Api.login(server.url, server.adminPassword);
    const found = async () =>
      (await api.call<{ rows: { id: number }[] }>('GET', '/v1/terminal_found?limit=1000')).rows;
    await until('all terminals are found', async () => (await found()).length === sizes.terminals + 1);
    const ids = (await found()).map((row) => row.id);
    await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org: null });
    await ready(load, sizes);
    return await talks('measured', load, server.pid, 1);
  } finally {
    await load.end();
  }
}

async function main(share: number): Promise<void> {
  const sizes = { terminals: scaled(TERMINALS, share, 10), decoding: scaled(DECODING, share, 2) };
  const baseline = await bare(sizes);
  const server = await startProduct({ under: pinnedTo(SERVER_CORE) });
  try {
    const measured = await ours(server, sizes);
    finish({
      name: 'speech',
      baseline,
      measured,
      ratio: { p99_ratio: rounded((measured.p99_ms ?? 0) / (baseline.p99_ms ?? 0)) },
      goal: { p99_ms: { max: 120 }, unheard: { max: 0 } },
      invalid,
    });
  } finally {
    await server.stop();
  }
}

if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
await sized(NOMINAL_BUSY, main);
