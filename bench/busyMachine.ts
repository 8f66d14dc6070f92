import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { monotonicUs } from '../terminal/headless/time.ts';
import type { TestServer } from '../tests/support/server.ts';
import { type Figures, finish, type Part, percentile, print, rounded, startPart } from './parts/harness.ts';
import { Api, noiseWav, pause, until } from './support/api.ts';
import { startProduct } from './support/productServer.ts';

/**
 * Benchmark of a machine that does too much else: eight endless loops beside the server. 50 terminals of the
 * same machine play a programme for two minutes; their simulated sound cards count the silence. Five more
 * terminals have the real-time class, as if they were other machines: what these miss, the server sent late.
 * Measured for a server and terminals that root starts, and for an ordinary account. Baseline: those that root
 * starts, without the priority that they take then.
 */
const LOOPS = 8;
const TERMINALS = 50;
const APART = 5;
const PLAYED_S = Number(process.env.BENCH_SECONDS ?? 120);
/** Time without loops, to see that nothing is missed then, s. */
const QUIET_S = 10;
const STARTS = 10;
const ACCOUNT = '65534';
/** `normal`: root, but with normal priority. */
const who = ['normal', 'root', 'ordinary'] as const;
type Who = (typeof who)[number];

const invalid: string[] = PLAYED_S < 120 ? ['a short run (BENCH_SECONDS)'] : [];
const isRoot = process.getuid?.() === 0;
const ordinary = ['setpriv', '--reuid', ACCOUNT, '--regid', ACCOUNT, '--clear-groups'];
/** Gives the data folder of the server to the account, then starts it as that account. */
const OWNED = 'chown "$0" "$DATA_DIR"; exec "$@"';

/** Command that starts a process as somebody. */
function under(as: Who): string[] {
  return as === 'ordinary' && isRoot ? ordinary : [];
}

/** Endless loops in the session of the server, for at most the given time. */
function loops(seconds: number): ChildProcess[] {
  const program = `for (const end = Date.now() + ${seconds * 1000}; Date.now() < end; );`;
  return Array.from({ length: LOOPS }, () => spawn(process.execPath, ['-e', program], { stdio: 'ignore' }));
}

interface Site {
  api: Api;
  own: Part;
  apart: Part;
  start(): Promise<number>;
  stop(task: number): Promise<void>;
}

async function siteOf(server: TestServer, as: Who, parts: Part[]): Promise<Site> {
  const api = await Api.login(server.url, server.adminPassword);
  const file = await api.upload('busy machine.wav', noiseWav(60));
  const raised = as === 'normal' ? '' : 'raised';
  const own = startPart('cards.ts', null, [server.url, String(TERMINALS), 'OWN', raised], under(as));
  const realTime = isRoot ? ['chrt', '--rr', '--reset-on-fork', '50'] : [];
  const apart = startPart('cards.ts', null, [server.url, String(APART), 'APART'], realTime);
  parts.push(own, apart);
  await Promise.all([own.call('connect'), apart.call('connect')]);
  type Rows = { rows: { id: number }[] };
  const found = async () => (await api.call<Rows>('GET', '/v1/terminal_found?limit=1000')).rows;
  await until('all terminals are found', async () => (await found()).length === TERMINALS + APART);
  const ids = (await found()).map((row) => row.id);
  await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org: null });
  const devices = (await api.call<Rows>('GET', '/v1/device?limit=1000')).rows.map((row) => row.id);
  await until('all terminals know the time', async () => {
    return (await own.call<number>('ready')) + (await apart.call<number>('ready')) === TERMINALS + APART;
  });
  // Wait until their estimates of clock and sound card have settled.
  await pause(10_000);
  return {
    api,
    own,
    apart,
    async start() {
      const body = { name: 'Busy machine', audio_source: 0, files: [file], loop: 1, devices, volume: 100 };
      return (await api.call<{ id: number }>('POST', '/v1/task', body)).id;
    },
    stop: (task) => api.call('POST', `/v1/task/${task}/stop`),
  };
}

/** Plays for a time; silence of the cards since the first sound, and time to the first sound. */
async function played({ own, apart, start, stop }: Site, seconds: number): Promise<Figures> {
  const both = [own, apart];
  const calledUs = monotonicUs();
  await Promise.all(both.map((part) => part.call('forget')));
  const before = await own.call<{ dry: number }>('counted');
  const task = await start();
  await pause(seconds * 1000);
  type Counted = { gaps: number; missed_s: number; dry: number; connected: number };
  const [mine, other] = await Promise.all(both.map((part) => part.call<Counted>('counted')));
  const first = (await apart.call<(number | null)[]>('first')).map((us) =>
    us === null ? Number.POSITIVE_INFINITY : (us - calledUs) / 1000,
  );
  await stop(task);
  return {
    missed_s: mine?.missed_s ?? Number.NaN,
    gaps: mine?.gaps ?? Number.NaN,
    dry: (mine?.dry ?? Number.NaN) - before.dry,
    apart_missed_s: other?.missed_s ?? Number.NaN,
    apart_gaps: other?.gaps ?? Number.NaN,
    first_sound_ms: Math.max(...first),
    cut_off: TERMINALS + APART - (mine?.connected ?? 0) - (other?.connected ?? 0),
  };
}

/** Time from a call to the sound at the terminals with the real-time class, ms, over some starts. */
async function starts({ apart, start, stop }: Site): Promise<Figures> {
  const delays: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    await apart.call('forget');
    const calledUs = monotonicUs();
    const task = await start();
    let first: (number | null)[] = [null];
    const isHeard = async () => {
      first = await apart.call<(number | null)[]>('first');
      return !first.includes(null);
    };
    await until('heard', isHeard, 60_000);
    delays.push(...first.map((us) => ((us ?? Number.NaN) - calledUs) / 1000));
    await stop(task);
    await pause(500);
  }
  return { start_p50_ms: percentile(delays, 0.5), start_p99_ms: percentile(delays, 0.99) };
}

async function run(as: Who): Promise<Figures> {
  const command = under(as);
  const server = await startProduct({
    env: { RUN_AS: as === 'ordinary' ? 'root' : '', SERVER_NICE: as === 'normal' ? '0' : '' },
    under: command.length === 0 ? [] : ['/bin/sh', '-c', OWNED, ACCOUNT, ...command],
  });
  const parts: Part[] = [];
  let busy: ChildProcess[] = [];
  try {
    const site = await siteOf(server, as, parts);
    const quiet = await played(site, QUIET_S);
    print(`${as}, without loops: ${JSON.stringify(quiet)}`);
    busy = loops(PLAYED_S * 3 + 120);
    await pause(2_000);
    const during = await played(site, PLAYED_S);
    print(`${as}, with ${LOOPS} loops: ${JSON.stringify(during)}`);
    const begun = await starts(site);
    print(`${as}, starts with loops: ${JSON.stringify(begun)}`);
    return { ...during, ...begun, quiet_missed_s: quiet.missed_s ?? Number.NaN };
  } finally {
    for (const loop of busy) loop.kill('SIGKILL');
    await Promise.all(parts.map((part) => part.end()));
    await server.stop();
  }
}

const named = (as: string, figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${as}_${key}`, rounded(value)]));

const isAble = isRoot && spawnSync(ordinary[0] ?? '', [...ordinary.slice(1), 'true']).status === 0;
if (!isAble) invalid.push('only root can measure both accounts, and terminals apart from the loops');
const only = process.env.BENCH_ONLY;
if (only !== undefined) invalid.push('a part of the benchmark (BENCH_ONLY)');
const found: Partial<Record<Who, Figures>> = {};
for (const as of who)
  if (only === undefined ? isAble || as === 'ordinary' : only === as) found[as] = await run(as);
finish({
  name: 'busy-machine',
  baseline: named('root', found.normal ?? {}),
  measured: { ...named('root', found.root ?? {}), ...named('ordinary', found.ordinary ?? {}) },
  ratio: {},
  goal: { root_missed_s: { max: 0 }, root_apart_missed_s: { max: 0 }, ordinary_apart_missed_s: { max: 0 } },
  invalid,
});
