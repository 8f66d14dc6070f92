import pg from 'pg';
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts';
import type { TestServer } from '../tests/support/server.ts';
import {
  type Figures,
  finish,
  LOAD_CORE,
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
import { Api } from './support/api.ts';
import { type Captured, capture } from './support/listCapture.ts';
import { listCases } from './support/listCases.ts';
import { fill, SITE } from './support/listData.ts';
import { imported } from './support/listImport.ts';
import {
  figuresOf,
  LONGEST_TURN_MS,
  longestTurn,
  type Times,
  uncoveredBy,
  worst,
} from './support/listReport.ts';
import type { ListCase } from './support/listShapes.ts';
import { note } from './support/notes.ts';
import { startProduct } from './support/productServer.ts';
import { repeated, secondsUntil } from './support/timeLimit.ts';

/**
 * Benchmark of lists: the embedded database with 10,000 devices, 2,000 zones and 1,000,000 rows of logs.
 * Every list route, sorted, filtered and searched like in the console; the same lists for an account with all
 * zones and for one with 200; an import of 10,000 terminals. Baseline: the statements of the same request
 * alone, from the same core.
 */
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 20);
/** Fewest requests of a list in a run: the 95th percentile of so few is the slowest one. */
const LEAST_REQUESTS = 5;
/** Parts of the time limit at whose ends the runs over all lists, and the imports, must be over. */
const LISTS_PART = 0.85;
const only = process.env.BENCH_ONLY;
let cases: readonly ListCase[] = [];
const invalid: string[] = [];

interface Target {
  load: Part;
  base: string;
  captured: Captured;
  /** Logins with all zones, and with some. */
  token: string;
  some: string;
}

/** One run over every case: `count` rounds. */
async function run({ load, base, token, captured }: Target, count: number): Promise<Map<string, Times>> {
  const urls = cases.map(({ url }) => url);
  const lists = urls.map((url) => captured.statements[url] ?? []);
  const bare = await load.call<number[][]>('sql', { lists, count });
  const ours = await load.call<number[][][]>('http', { base, tokens: [token], urls, count });
  return new Map(urls.map((url, n) => [url, { ours: ours[n]?.[0] ?? [], bare: bare[n] ?? [] }]));
}

/**
 * Compares the plain list of each route for both accounts; returns the greatest difference of the p95, ms.
 */
async function difference({ load, base, token, some }: Target, count: number): Promise<Figures> {
  // Routes of a single row are left out: they are refused without its zone. A timeline is no page: it has all
  // visible runs, which are ten times as many.
  const lists = cases.filter(({ route }) => !route.includes('{') && route !== '/v1/timeline');
  const firsts = new Map(lists.map((one) => [one.route, one.url]).reverse() as [string, string][]);
  const urls = [...firsts.values()];
  const request = { base, tokens: [token, some], urls, count: count * 2 };
  const times = await load.call<number[][][]>('http', request);
  const found = urls.map((url, n) => {
    const [ofAll = Number.NaN, ofSome = Number.NaN] = (times[n] ?? []).map((one) => percentile(one, 0.95));
    return { url, apart: Math.abs(ofAll - ofSome), all: ofAll, some: ofSome };
  });
  found.sort((a, b) => b.apart - a.apart);
  for (const one of found.slice(0, 5))
    print(
      `  apart ${rounded(one.apart)} ms: all zones ${rounded(one.all)}, ${SITE.someZones} zones ${rounded(one.some)}  ${one.url}`,
    );
  return { zones_difference_ms: found[0]?.apart ?? Number.NaN };
}

/** Warms up; returns how many requests of each list a run can have for `RUNS` runs in time. */
async function requestsFor(target: Target): Promise<number> {
  await run(target, 1);
  const from = performance.now();
  await run(target, 1);
  await difference(target, 1);
  const roundS = (performance.now() - from) / 1000;
  const count = Math.floor(secondsUntil(LISTS_PART) / (RUNS + 0.2) / roundS);
  const chosen = Math.max(LEAST_REQUESTS, Math.min(REQUESTS, count));
  if (chosen < REQUESTS) note(`${chosen} of ${REQUESTS} requests of each list in a run, to end in time`);
  return chosen;
}

/** Fills the database of a stopped server; returns the routes, and the statements of each case. */
async function prepare(server: TestServer): Promise<Captured & { all: readonly ListCase[] }> {
  await server.end();
  const database = await startEmbedded({ dataDir: server.dataDir, durable: false });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const all = listCases(await fill(client, (line) => print(`  ${line}`)));
    cases = all.filter(({ url }) => only === undefined || url.includes(only));
    return { all, ...(await capture(database.url, server.adminPassword, cases)) };
  } finally {
    await client.end();
    await database.stop();
  }
}

async function main(): Promise<void> {
  if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
  const server = await startProduct({ under: pinnedTo(SERVER_CORE) });
  const load = startPart('listLoad.ts', LOAD_CORE);
  try {
    print(
      `a site of ${SITE.devices} devices, ${SITE.schools * (SITE.rooms + 1)} zones and ${SITE.logRows} rows of logs`,
    );
    const captured = await prepare(server);
    invalid.push(...uncoveredBy(captured));
    const known = new Set(captured.routes.map(({ path }) => path));
    const absent = new Set(cases.map(({ route }) => route).filter((route) => !known.has(route)));
    if (absent.size > 0)
      invalid.push(`the server has no ${[...absent].join(', ')}: mend bench/support/listCases.ts`);
    cases = cases.filter(({ route }) => known.has(route));
    const refused = cases.filter(({ url }) => captured.statements[url] === undefined).map(({ url }) => url);
    if (refused.length > 0) invalid.push(`not answered: ${refused.join(', ')}`);
    cases = cases.filter(({ url }) => captured.statements[url] !== undefined);
    await server.start();
    const database = await startEmbedded({ dataDir: server.dataDir });
    await load.call('connect', { database: database.url });
    const api = await Api.login(server.url, server.adminPassword);
    const login = (username: string) =>
      api.call<{ token: string }>('POST', '/v1/login', { username, password: server.adminPassword });
    const { token } = await login('admin');
    const { token: some } = await login('some');

    const target = { load, base: server.url, captured, token, some };
    const count = await requestsFor(target);
    print(`${cases.length} lists, ${count} times each`);
    const runs: Map<string, Times>[] = [];
    const apart: Figures[] = [];
    await repeated('runs', { times: RUNS, part: LISTS_PART }, async (i) => {
      print(`run ${i + 1} of ${RUNS}`);
      runs.push(await run(target, count));
      apart.push(await difference(target, count));
    });
    worst(runs);
    const longestTurnMs = longestTurn(captured);
    const files = await repeated('imports', { times: RUNS, part: 1 }, async (i) => ({
      import_10000_s: await imported(api, i),
    }));
    const baseline = medianOf(
      'baseline',
      runs.map((times) => figuresOf(cases, times, 'bare')),
    );
    const measured: Figures = {
      ...medianOf(
        'measured',
        runs.map((times) => figuresOf(cases, times, 'ours')),
      ),
      ...medianOf('measured', apart),
      ...medianOf('measured', files),
      longest_turn_ms: longestTurnMs,
    };
    await load.call('close');
    finish({
      name: 'lists',
      baseline,
      measured,
      ratio: { p50: rounded((measured.p50_ms ?? Number.NaN) / (baseline.p50_ms ?? Number.NaN)) },
      goal: {
        p95_ms: { max: 50 },
        zones_difference_ms: { max: 5 },
        import_10000_s: { max: 10 },
        longest_turn_ms: { max: LONGEST_TURN_MS },
      },
      invalid,
    });
  } finally {
    await load.end();
    await server.stop();
  }
}

await main();
