import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TerminalLive } from '../contract/entities/terminals/terminal.ts';
import { type Report, report as reportSchema } from '../contract/protocol/terminal.ts';
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { openDb } from '../server/platform/db/openDb.ts';
import { createLiveHub } from '../server/platform/live/hub.ts';
import { Collector } from '../server/site/history/collector.ts';
import { read } from '../server/site/history/history.repository.ts';
import { subjects } from '../server/site/history/packing.ts';
import { createHistoryWriter } from '../server/site/history/writer.ts';
import { createDevices } from '../server/site/terminals/devices.ts';
import { Directory } from '../server/site/terminals/directory.ts';
import type { TerminalLink } from '../server/site/terminals/gateway/terminals.types.ts';
import type { TerminalRow } from '../server/site/terminals/terminal.repository.ts';
import { tickDelays, tickFigures } from './pace/tickDelay.ts';
import { finish, print, rounded } from './parts/harness.ts';

/**
 * Measures the history of 10,000 terminals that play 20 broadcasts in 300 zones: processor time of
 * the collector in a minute, size of a day, time of the queries of the screens, and how late the ticks are that begin
 * the steps of alarms and send audio, with the history and without it in turn. No other part of the server runs. Figures: docs/decisions/0215-history.md.
 */
const TERMINALS = Number(process.env.BENCH_TERMINALS ?? 10_000);
const ZONES = 300;
const BROADCASTS = 20;
/** Looks at all terminals in a minute. */
const LOOKS = 30;
const MINUTES = 60;
/** First minute of an hour. */
const FIRST = 29_700_000 - (29_700_000 % 60);

const directory = new Directory();
for (let id = 1; id <= TERMINALS; id++)
  directory.put({
    ...{
      id,
      org: (id % ZONES) + 1,
      kind: 'device',
      role: 0,
      code: `T-${id}`,
      name: `Hall ${id}`,
      dev_name2: '',
    },
    ...{ ao_volume: 80, ai_volume: 80, call_number: '', rev: 1, details: {}, features: ['decode'] },
    last_login_time: 1,
  } as unknown as TerminalRow);
const hub = createLiveHub();
let now = 0;
const devices = createDevices(
  directory,
  (kind) => hub.topic<TerminalLive>(kind),
  () => now,
);
const reportOf = (task: number, level_db: number): Report =>
  reportSchema.parse({
    type: 'report',
    state: 'playing',
    stream: task,
    position_us: now * 1000,
    level_db,
    received: Math.round(now / 20),
  });

/** Rounds with the history and without it, the time of each, and the interval of looks, ms. */
const [ROUNDS, ROUND_MS, LOOK_MS] = [6, 6_000, 2_000];
/** Parts in which the reports of a second arrive. */
const PARTS = 20;

/** Reports of all terminals, a second after the last ones; one of a thousand is offline. */
function report(): void {
  now += 1000;
  for (let id = 1; id <= TERMINALS; id++) {
    const task = (id % BROADCASTS) + 1;
    if (id % 1000 !== 0) devices.handlers.report(id, reportOf(task, -20 - ((id * 7 + now / 1000) % 20)));
  }
}
for (let id = 1; id <= TERMINALS; id++) {
  if (id % 1000 !== 0) devices.handlers.online({ terminalId: id, reportAgeMs: 0 } as unknown as TerminalLink);
  devices.setPlaying(id, {
    ...{ task_id: (id % BROADCASTS) + 1, tasks: 'Song', play_status: 2, levelAt: () => -20 },
    reason: { key: 'playing', params: {} },
  });
}

const dataDir = mkdtempSync(join(tmpdir(), 'history-bench-'));
const database = await startEmbedded({ dataDir, durable: true });
const { db, pool, close } = openDb(database.url);
await migrate(db);
/** Reports of a part of the terminals, as they arrive between two ticks. */
function reportPart(part: number): void {
  now += 1000 / PARTS;
  for (let id = 1 + (part % PARTS); id <= TERMINALS; id += PARTS) {
    const task = (id % BROADCASTS) + 1;
    if (id % 1000 !== 0) devices.handlers.report(id, reportOf(task, -20 - ((id * 7 + part) % 20)));
  }
}
const failed: unknown[] = [];
const writer = createHistoryWriter({
  db,
  log: { error: (details) => failed.push(details) },
  retried: () => {},
});
const zones = { ancestors: (id: number) => (id === 1 ? [1] : [id, 1 + (id % 12), 1]) };
const collector = new Collector(devices, zones);

const cost = { looks_ms: [] as number[], ends_ms: [] as number[], writes_ms: [] as number[] };
/** Processor time of this process during a work, ms. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
const sizeOf = async (): Promise<number> =>
  Number((await pool.query(`select pg_total_relation_size('history_minute') as size`)).rows[0].size);
const walOf = async (): Promise<string> =>
  (await pool.query('select pg_current_wal_lsn()::text as lsn')).rows[0].lsn;

report();
report();
await collector.look();
await collector.endMinute(FIRST);
const wal = await walOf();
for (let minute = FIRST; minute < FIRST + MINUTES; minute++) {
  let looks = 0;
  for (let i = 0; i < LOOKS; i++) {
    // Reports change the states; their cost is that of the gateway.
    if (i % 10 === 0) report();
    looks += await cpuOf(() => collector.look());
  }
  cost.looks_ms.push(looks);
  let blocks: Awaited<ReturnType<typeof collector.endMinute>> = [];
  cost.ends_ms.push(
    await cpuOf(async () => {
      blocks = await collector.endMinute(minute);
    }),
  );
  cost.writes_ms.push(await cpuOf(() => writer.write(blocks, minute + 1)));
  if (minute === FIRST)
    print(`rows of a minute: ${blocks.length}, ${blocks.reduce((n, b) => n + b.data.length, 0)} bytes`);
}
const size = await sizeOf();
const { rows } = await pool.query('select pg_wal_lsn_diff(pg_current_wal_lsn(), $1) as bytes', [wal]);
const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const perMinute = mean(cost.looks_ms) + mean(cost.ends_ms) + mean(cost.writes_ms);
const ticks = { with: [] as number[], without: [] as number[] };
/** The minute that each round ends, which is the most work of the history. */
let slot = FIRST + MINUTES;
async function round(side: keyof typeof ticks): Promise<void> {
  const looks = side === 'with' ? setInterval(() => void collector.look(), LOOK_MS) : undefined;
  const ended = side === 'with' ? collector.endMinute(slot++).then((b) => writer.write(b, slot)) : undefined;
  ticks[side].push(...(await tickDelays(ROUND_MS, reportPart)));
  clearInterval(looks);
  await ended;
}
for (let i = 0; i < ROUNDS; i++)
  for (const side of i % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const))
    await round(side);
await pool.query('delete from history_minute where slot >= $1', [FIRST + MINUTES]);
// A day of rows, for the queries of the screens.
await pool.query(
  `insert into history_minute select subject, block, slot - n * ${MINUTES}, data from history_minute, generate_series(1, 23) n`,
);
await pool.query('analyze history_minute');
async function timed(what: () => Promise<unknown>): Promise<number> {
  await what();
  const begun = performance.now();
  for (let i = 0; i < 5; i++) await what();
  return rounded((performance.now() - begun) / 5);
}
const span = [FIRST + MINUTES - 1440, FIRST + MINUTES] as const;
const twelve = Array.from({ length: 12 }, (_, n) => n + 1);
finish({
  name: 'history',
  baseline: tickFigures(ticks.without),
  measured: {
    cpu_pct: rounded(perMinute / 600),
    looks_ms: rounded(mean(cost.looks_ms)),
    ends_ms: rounded(mean(cost.ends_ms)),
    writes_ms: rounded(mean(cost.writes_ms)),
    day_mb: rounded((size * (1440 / MINUTES)) / 1e6),
    wal_day_mb: rounded((Number(rows[0].bytes) * (1440 / MINUTES)) / 1e6),
    terminal_day_ms: await timed(() => read(db, 60, subjects.terminal, [4321], ...span)),
    zones_day_ms: await timed(() => read(db, 60, subjects.zone, twelve, ...span)),
    ...tickFigures(ticks.with),
    load: rounded(loadavg()[0] ?? 0),
    zones_hour_ms: await timed(() => read(db, 60, subjects.zone, twelve, span[1] - 60, span[1])),
  },
  ratio: {},
  goal: { cpu_pct: { max: 1 } },
  invalid: failed.length === 0 ? [] : [`${failed.length} minutes were not written`],
});
await close();
await database.stop();
hub.close();
rmSync(dataDir, { recursive: true, force: true });
