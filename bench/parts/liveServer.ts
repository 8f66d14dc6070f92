import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BroadcastLive } from '../../contract/entities/tasks/broadcast.ts';
import { startEmbedded } from '../../server/platform/db/embedded/embedded.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { openDb } from '../../server/platform/db/openDb.ts';
import { readEnv } from '../../server/platform/process/env.ts';
import { createLog } from '../../server/platform/process/log.ts';
import { firstRun } from '../../server/site/accounts/firstRun.ts';
import { buildApp } from '../../server/start/app.ts';
import { createDeps } from '../../server/start/deps.ts';
import { endWithParent } from '../../tests/support/endWithParent.ts';
import { barePage } from '../support/liveBare.ts';
import { StatusDriver, TASKS } from '../support/liveDriver.ts';
import { serveCalls } from './harness.ts';

/**
 * Real server with 10,000 adopted terminals in 200 zones, and the source of changes in the same process:
 * 10,000 sockets would measure the gateway (bench:fanout does), and use the browser's core.
 */
const [count = '10000'] = process.argv.slice(2);
const ZONES = 200;
const password = 'Bench-password-1';

const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-bench-live-'));
const postgres = await startEmbedded({ dataDir, durable: false });
const guard = endWithParent(dataDir);
const database = openDb(postgres.url);
await migrate(database.db);
await firstRun(database.db, 'Bench', password);
await database.pool.query(
  `insert into partition (name, code, parent_id)
   select 'Zone ' || n, 'Z' || n, (select id from partition where parent_id is null)
   from generate_series(1, $1::int) n`,
  [ZONES],
);
await database.pool.query(
  `insert into terminal (role, code, name, org, secret_hash, client_ip, client_version, last_login_time)
   select 0, 'DEV-' || n, 'Building ' || n / 100 || ' room ' || n % 100,
     (select min(id) from partition where parent_id is not null) + n % $2::int,
     'x' || n, '10.0.' || n / 250 || '.' || n % 250, '1.' || n % 7, now()
   from generate_series(1, $1::int) n`,
  [Number(count), ZONES],
);
const env = readEnv({ DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'error' });
const deps = await createDeps({
  env,
  log: createLog('error'),
  db: database.db,
  // All terminals are offline, which must not raise faults.
  faultTimes: { returnMs: 2_000_000_000 },
});
const app = await buildApp(deps);
const gridFile = fileURLToPath(
  new URL('../../node_modules/ag-grid-community/dist/ag-grid-community.min.js', import.meta.url),
);
const grid = readFileSync(gridFile, 'utf8');
const open = { config: { access: 'public' as const } };
app.get('/ag-grid.js', open, (_request, reply) => reply.type('text/javascript').send(grid));
app.get<{ Querystring: { sort: string } }>('/bare.html', open, (request, reply) => {
  // The page has an inline script.
  reply.header('content-security-policy', "default-src 'self' 'unsafe-inline'; connect-src ws: 'self'");
  return reply.type('text/html').send(barePage(request.query.sort));
});
await app.listen({ host: '127.0.0.1', port: 0 });

const tasks = deps.live.topic<BroadcastLive>('task');
TASKS.forEach((name, i) => {
  tasks.upsert({
    id: i + 1,
    org: null,
    name,
    task_type: 1,
    audio_source: 0,
    priority: 50 + i,
    weight: 50_000 + i,
    volume: null,
    play_order: 0,
    loop: 1,
    resume_policy: 'live',
    state: 'playing',
    started_at: Math.floor(Date.now() / 1000),
    started_by: 'bench',
    waiting_for: 0,
    item_index: 0,
    item_count: 1,
    item_name: name,
    item_duration_ms: 60_000,
    item_position_ms: 0,
    anchor_at: Date.now(),
    total_ms: null,
    position_ms: 0,
    left_ms: null,
    targets: Number(count),
    unknown: 0,
    sent: 0,
    sounding: Number(count),
    silent: 0,
    preempted: 0,
    offline: 0,
    behind_relay: 0,
    source_silent: false,
    level_db: -16,
  });
});
const driver = new StatusDriver(deps.terminals.devices);

serveCalls({
  address: () => ({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, password }),
  start: (perSecond: number) => driver.start(perSecond),
  stop: () => driver.stop(),
  changes: (ids: number[]) => driver.changesOf(ids),
  async close() {
    driver.stop();
    await app.close();
    await deps.close();
    await database.close();
    await postgres.stop();
    guard.dismiss();
    rmSync(dataDir, { recursive: true, force: true });
  },
});
