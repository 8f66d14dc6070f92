import { PACKET_US, PACKETS_PER_MESSAGE } from '../contract/protocol/audio.ts';
import { checkWarmUp, scaled } from '../tests/support/load/sizing.ts';
import {
  type Figures,
  finish,
  LOAD_CORE,
  MAX_LOAD_BUSY,
  medianOf,
  type Part,
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
 * Benchmark of the fan-out: 1,000 terminals receive one 64 kbit/s programme and report once a second.
 * Baseline: a bare `ws` loop that sends the same bytes and parses the same reports. Each run measures one
 * after the other, on the same core, under the same load.
 */
const TERMINALS = 1_000;
/** Load of the load's core on the reference machine under the nominal load. */
const NOMINAL_BUSY = 0.1;
/** Sound is sent ahead at twice the rate at first; after this time the flow is even. */
const SETTLE_MS = 6_000;
const MEASURE_MS = 15_000;
const MESSAGES_PER_S = 1e6 / (PACKET_US * PACKETS_PER_MESSAGE);

interface Taken {
  messages: number;
  bytes: number;
  missing: number;
  reports: number;
  closed: number;
}

/** Server with its terminals, and functions to start and stop its programme. */
interface Side {
  name: string;
  pid: number;
  fleet: Part;
  terminals: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const invalid: string[] = [];

/** Runs one measurement; adds reasons that make it invalid to `reasons`. @param reasons null: a warm-up */
async function run(side: Side, reasons: string[] | null): Promise<Figures> {
  await side.start();
  await pause(SETTLE_MS);
  await side.fleet.call('take');
  const end = measure(side.pid, []);
  const endFleet = measure(side.fleet.pid, []);
  const load = measureLoad([side.fleet.pid]);
  await pause(MEASURE_MS);
  const usage = end();
  const fleet = endFleet();
  const busy = load();
  const taken = await side.fleet.call<Taken>('take');
  await side.stop();
  await pause(1_000);
  if (reasons === null) checkWarmUp(side.name, busy);
  else reasons.push(...faultsOf(side, { busy, seconds: usage.seconds }, taken));
  return {
    cpu: usage.main + usage.rest,
    cpu_main: usage.main,
    cpu_database: usage.rest,
    load_cpu: fleet.main,
    load_busy: busy,
    messages_per_s: taken.messages / usage.seconds,
    mbit_per_s: (taken.bytes * 8) / usage.seconds / 1e6,
    reports_per_s: taken.reports / usage.seconds,
  };
}

function faultsOf(side: Side, { busy, seconds }: { busy: number; seconds: number }, taken: Taken): string[] {
  const faults: string[] = [];
  if (busy > MAX_LOAD_BUSY)
    faults.push(`${side.name}: the load generator was ${Math.round(busy * 100)} % busy`);
  const share = taken.messages / (side.terminals * MESSAGES_PER_S * seconds);
  if (Math.abs(share - 1) > 0.05)
    faults.push(`${side.name}: ${rounded(share * 100)} % of the messages arrived`);
  if (taken.missing > 0) faults.push(`${side.name}: ${taken.missing} gaps in the sound`);
  if (taken.closed > 0) faults.push(`${side.name}: ${taken.closed} connections were lost`);
  return faults;
}

async function startFleet(url: string, prefix: string, terminals: number): Promise<Part> {
  const fleet = startPart('fleet.ts', LOAD_CORE, [url, String(terminals), prefix]);
  await fleet.call('connect');
  return fleet;
}

async function welcomed(fleet: Part, terminals: number): Promise<void> {
  await until('all terminals are welcomed', async () => {
    const state = await fleet.call<{ welcomed: number }>('state');
    return state.welcomed === terminals;
  });
}

async function main(share: number): Promise<void> {
  const terminals = scaled(TERMINALS, share, 20);
  const server = await startProduct({ under: pinnedTo(SERVER_CORE) });
  const bare = startPart('bareServer.ts', SERVER_CORE);
  const parts: Part[] = [bare];
  try {
    const api = await Api.login(server.url, server.adminPassword);
    print('a programme of 60 s is uploaded and built');
    const file = await api.upload('fanout.wav', noiseWav(60));

    print(`${terminals} terminals are adopted`);
    const fleet = await startFleet(`${server.url.replace('http', 'ws')}/v1/terminal`, 'FAN', terminals);
    parts.push(fleet);
    const found = async () =>
      (await api.call<{ rows: { id: number }[] }>('GET', '/v1/terminal_found?limit=1000')).rows;
    await until('all terminals are found', async () => (await found()).length === terminals);
    const ids = (await found()).map((row) => row.id);
    await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org: null });
    await welcomed(fleet, terminals);
    const zones = await api.call<{ rows: { id: number; parent_id: number | null }[] }>(
      'GET',
      '/v1/partition',
    );
    const orgs = zones.rows.filter((zone) => zone.parent_id === null).map((zone) => zone.id);

    const bareFleet = await startFleet(await bare.call<string>('address'), 'BARE', terminals);
    parts.push(bareFleet);
    await welcomed(bareFleet, terminals);

    let task = 0;
    const ours: Side = {
      name: 'measured',
      pid: server.pid,
      fleet,
      terminals,
      async start() {
        const body = { name: 'Fan-out', audio_source: 0, files: [file], orgs, loop: 1 };
        task = (await api.call<{ id: number }>('POST', '/v1/task', body)).id;
      },
      stop: () => api.call('POST', `/v1/task/${task}/stop`),
    };
    const baseline: Side = {
      name: 'baseline',
      pid: bare.pid,
      fleet: bareFleet,
      terminals,
      start: () => bare.call('start'),
      stop: () => bare.call('stop'),
    };
    finishRuns(await runs(baseline, ours), terminals);
  } finally {
    await Promise.all(parts.map((part) => part.end()));
    await server.stop();
  }
}

async function runs(baseline: Side, ours: Side): Promise<Record<'baseline' | 'measured', Figures[]>> {
  const figures = { baseline: [] as Figures[], measured: [] as Figures[] };
  print('warm-up');
  for (const side of [baseline, ours]) await run(side, null);
  await repeated('runs', { times: RUNS, part: 1 }, async (i) => {
    print(`run ${i + 1} of ${RUNS}`);
    const [bare, own] = [await run(baseline, invalid), await run(ours, invalid)];
    print(`  bare ws ${rounded(bare.cpu ?? 0)} cores, server with database ${rounded(own.cpu ?? 0)} cores`);
    figures.baseline.push(bare);
    figures.measured.push(own);
  });
  return figures;
}

function finishRuns(figures: Record<'baseline' | 'measured', Figures[]>, terminals: number): void {
  const baseline = medianOf('baseline', figures.baseline);
  const measured = medianOf('measured', figures.measured);
  const ratio = { cpu: rounded((measured.cpu ?? 0) / (baseline.cpu ?? 0)) };
  finish({
    name: 'fanout',
    baseline,
    measured: { ...measured, terminals },
    ratio: { cpu_ratio: ratio.cpu },
    goal: { cpu_ratio: { max: 1.5 } },
    invalid,
  });
}

if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
await sized(NOMINAL_BUSY, main);
