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
} from './parts/harness.ts';
import { pause } from './support/api.ts';
import { measure, measureLoad } from './support/cpu.ts';
import { bareSide, type FanoutSide, productSide } from './support/fanout/fanoutSide.ts';
import { minutesOf, playFor } from './support/fanout/longRun.ts';
import { startProduct } from './support/productServer.ts';
import { sized } from './support/sized.ts';
import { repeated } from './support/timeLimit.ts';

/**
 * Benchmark of the fan-out: 1,000 terminals receive one 64 kbit/s programme and report once a second.
 * Baseline: a bare `ws` loop that sends the same bytes and parses the same reports. Each run measures one
 * after the other, on the same core, under the same load. With `-- --minutes 10` the product alone plays for ten
 * minutes, and the packets that come too late are counted.
 */
const NOMINAL = 1_000;
const TERMINALS = Number(process.env.BENCH_TERMINALS || NOMINAL);
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

const invalid: string[] = [];
if (TERMINALS < NOMINAL) invalid.push('fewer terminals (BENCH_TERMINALS)');

/** Runs one measurement; adds reasons that make it invalid to `reasons`. @param reasons null: a warm-up */
async function run(side: FanoutSide, reasons: string[] | null): Promise<Figures> {
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

function faultsOf(
  side: FanoutSide,
  { busy, seconds }: { busy: number; seconds: number },
  taken: Taken,
): string[] {
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

async function main(share: number): Promise<void> {
  const terminals = scaled(TERMINALS, share, 20);
  const server = await startProduct({ under: pinnedTo(SERVER_CORE) });
  const parts: Part[] = [];
  try {
    const ours = await productSide(server, terminals, parts);
    const minutes = minutesOf(process.argv);
    if (minutes === null) finishRuns(await runs(await bareSide(terminals, parts), ours), terminals);
    else finishLong(await playFor(ours, minutes), { minutes, terminals });
  } finally {
    await Promise.all(parts.map((part) => part.end()));
    await server.stop();
  }
}

async function runs(
  baseline: FanoutSide,
  ours: FanoutSide,
): Promise<Record<'baseline' | 'measured', Figures[]>> {
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

/** Result of one long run: how many packets came too late. */
function finishLong(measured: Figures, run: { minutes: number; terminals: number }): void {
  if ((measured.closed ?? 0) > 0) invalid.push(`${measured.closed} connections were lost`);
  if ((measured.load_busy ?? 1) > MAX_LOAD_BUSY) invalid.push('the load generator was too busy');
  const goal = { late: { max: 0 }, missing: { max: 0 } };
  finish({
    name: 'fanout-minutes',
    baseline: {},
    measured: { ...run, ...measured },
    ratio: {},
    goal,
    invalid,
  });
}

if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
await sized(NOMINAL_BUSY, main);
