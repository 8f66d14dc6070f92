import pg from 'pg';
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts';
import { checkWarmUp, scaled } from '../tests/support/load/sizing.ts';
import type { TestServer } from '../tests/support/server.ts';
import {
  type Figures,
  finish,
  LOAD_CORE,
  MAX_LOAD_BUSY,
  pinnedTo,
  print,
  SERVER_CORE,
  startPart,
} from './parts/harness.ts';
import { Api, pause, until } from './support/api.ts';
import { familyOf, measure, measureLoad } from './support/cpu.ts';
import { metricsOf, residentMb } from './support/processFigures.ts';
import { startProduct } from './support/productServer.ts';
import { sized } from './support/sized.ts';

/**
 * Benchmark of 10,000 idle terminals on one server. Measures the time until all are online and
 * shown after they were switched on together, their cost while they only report, and the time until all are
 * back after a kill and restart of the server. Baseline: a bare `ws` server that parses the same reports of
 * as many sockets. `connect_cpu_ms`: processor time of the server for each terminal until it is online and shown.
 */
const NOMINAL = Number(process.env.BENCH_TERMINALS ?? 10_000);
/** Load of the load's core on the reference machine under the nominal load. */
const NOMINAL_BUSY = 0.5;
const IDLE_MS = 20_000;
/** Time limit of each of the three times that all connect. */
const LIMIT_MS = 120_000;
const invalid: string[] = [];

interface State {
  online: number;
  attempts: number;
  lost: number;
  reports: number;
}

/** Creates terminals with known secrets, in zones. */
async function fill(dataDir: string, terminals: number): Promise<void> {
  const database = await startEmbedded({ dataDir, durable: false });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    insert into partition (name, code, parent_id)
      select 'Zone ' || n, 'Z' || n, (select min(id) from partition) from generate_series(1, 200) n`);
  await client.query(
    `insert into terminal (role, kind, code, name, org, secret_hash)
       select 0, 'device', 'IDLE-' || n, 'Hall ' || n, z.id, encode(sha256(('secret-' || n)::bytea), 'hex')
       from generate_series(0, $1::int - 1) n join partition z on z.code = 'Z' || 1 + n % 200`,
    [terminals],
  );
  await client.query('analyze');
  await client.end();
  await database.stop();
}

/** Cost of the idle terminals, in cores. @param isCounted false: their number may still be changed */
async function idle(
  pid: number,
  state: () => Promise<State>,
  load: number,
  isCounted: boolean,
): Promise<Figures> {
  const before = await state();
  const end = measure(pid, []);
  const endLoad = measureLoad([load]);
  await pause(IDLE_MS);
  const own = end();
  const busy = endLoad();
  const after = await state();
  if (!isCounted) checkWarmUp('baseline', busy);
  else if (busy > MAX_LOAD_BUSY) invalid.push(`the load generator was ${Math.round(busy * 100)} % busy`);
  return {
    cpu: own.main + own.rest,
    cpu_database: own.rest,
    memory_mb: residentMb(familyOf(pid)[0] ?? pid),
    reports_per_s: ((after.reports - before.reports) / IDLE_MS) * 1000,
    lost: after.lost - before.lost,
    load_busy: busy,
  };
}

/** Seconds until all terminals are online, and until the server's own count shows it. */
async function allOnline(
  terminals: number,
  state: () => Promise<State>,
  shown: () => Promise<number>,
): Promise<Figures> {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  let reportedAt = 0;
  const reached = async () => {
    const { online, attempts } = await state();
    if (seconds() > reportedAt + 10) {
      reportedAt = seconds();
      print(`  ${Math.round(reportedAt)} s: ${online} online after ${attempts} attempts`);
    }
    return online === terminals;
  };
  await until('all are online', reached, LIMIT_MS);
  const online_s = seconds();
  await until('all are shown', async () => (await shown()) === terminals);
  return { online_s, shown_s: seconds() };
}

async function bare(terminals: number): Promise<Figures> {
  print(`a bare server with ${terminals} sockets`);
  const server = startPart('bareServer.ts', SERVER_CORE);
  const load = startPart('idleTerminalLoad.ts', LOAD_CORE, [String(terminals)]);
  try {
    await load.call('connect', await server.call<string>('address'));
    const state = () => load.call<State>('state');
    const { online_s = 0 } = await allOnline(terminals, state, async () => terminals);
    const { cpu = 0, memory_mb = 0, reports_per_s = 0 } = await idle(server.pid, state, load.pid, false);
    return { online_s, cpu, memory_mb, reports_per_s };
  } finally {
    await load.end();
    await server.end();
  }
}

async function ours(server: TestServer, terminals: number): Promise<Figures> {
  await server.end();
  await fill(server.dataDir, terminals);
  await server.start();
  await Api.login(server.url, server.adminPassword);
  const load = startPart('idleTerminalLoad.ts', LOAD_CORE, [String(terminals)]);
  try {
    const state = () => load.call<State>('state');
    const metrics = metricsOf(server.url);
    print(`${terminals} terminals are switched on together`);
    await metrics.longestTurn();
    const memory_empty_mb = residentMb(server.pid);
    const endConnecting = measure(server.pid, []);
    await load.call('connect', `${server.url.replace('http', 'ws')}/v1/terminal`);
    const on = await allOnline(terminals, state, metrics.online);
    const connecting = endConnecting();
    const connect_cpu_ms = (connecting.main * connecting.seconds * 1000) / terminals;
    const on_turn_ms = await metrics.longestTurn();
    print(`they report for ${IDLE_MS / 1000} s`);
    const costs = await idle(server.pid, state, load.pid, true);
    const idle_turn_ms = await metrics.longestTurn();
    print('the server is killed and started again');
    await server.kill9();
    await server.start();
    const before = (await state()).attempts;
    const back = await allOnline(terminals, state, metrics.online);
    const attempts = (await state()).attempts - before;
    return {
      ...on,
      on_turn_ms,
      connect_cpu_ms,
      memory_empty_mb,
      ...costs,
      idle_turn_ms,
      back_s: back.online_s ?? Number.NaN,
      back_shown_s: back.shown_s ?? Number.NaN,
      back_turn_ms: await metrics.longestTurn(),
      attempts_each: attempts / terminals,
    };
  } finally {
    await load.end();
  }
}

if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
await sized(NOMINAL_BUSY, async (share) => {
  const terminals = scaled(NOMINAL, share, 100);
  const baseline = await bare(terminals);
  const server = await startProduct({ under: pinnedTo(SERVER_CORE) });
  try {
    const measured = await ours(server, terminals);
    finish({
      name: 'idle-terminals',
      baseline,
      measured: { ...measured, terminals },
      ratio: { cpu_ratio: (measured.cpu ?? Number.NaN) / (baseline.cpu ?? 1) },
      goal: { lost: { max: 0 }, shown_s: { max: 30 }, back_shown_s: { max: 30 } },
      invalid,
    });
  } finally {
    await server.stop();
  }
});
