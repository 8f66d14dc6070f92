import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upgradePaths } from '../../../server/platform/dataFolder/upgradePaths.ts';
import { type Embedded, startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { readManifest, readRows } from '../../../server/platform/db/standIn/snapshotFiles.ts';
import { endWithParent } from '../../support/endWithParent.ts';
import { until } from '../emergency/emergencySite.ts';
import { diskOf } from './faults.ts';
import { everything, isKept, records, silent, sounds } from './outageActions.ts';
import { type OutageSite, startOutageSite } from './outageSite.ts';

const disk = diskOf(null);
const own = diskOf(null);
let database: Embedded;
let guard: ReturnType<typeof endWithParent>;
let site: OutageSite;

beforeAll(async () => {
  database = await startEmbedded({ dataDir: own.folder, durable: false });
  guard = endWithParent(own.folder);
  site = await startOutageSite(disk.folder, { DATABASE_URL: database.url });
});
afterAll(async () => {
  process.stdout.write(`${site?.measured.join('\n')}\n`);
  await site?.server.stop();
  await database?.stop();
  guard?.dismiss();
  disk.remove();
  own.remove();
});

/** Waits until the snapshot has these rows of a table. */
async function inSnapshot(table: string, has: (rows: Record<string, unknown>[]) => boolean): Promise<void> {
  await until(`${table} is in the snapshot`, async () => {
    const manifest = await readManifest(site.server.dataDir);
    if (manifest === null) return false;
    const rows = await readRows(site.server.dataDir, manifest, table).catch(() => []);
    return has(rows.map((row) => JSON.parse(row) as Record<string, unknown>));
  });
}
/** Times of the log lines about failed work that is tried again, ms. */
function failures(): number[] {
  const lines = site.server.output().split('\n');
  const read = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  return read.filter(({ err }) => err?.code === '25006').map(({ time }) => time as number);
}
/** Sizes of the files of recordings, bytes; their folder is made with the first. */
const recorded = () => {
  const folder = join(site.server.dataDir, 'recordings');
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found
    .filter(({ name }) => name.endsWith('.ogg'))
    .map((file) => statSync(join(file.parentPath, file.name)).size);
};
const restart = async () => {
  await site.server.start();
  for (const terminal of [site.hall, site.panel, site.station]) await terminal.comeBack();
};
async function answer(path: string, method = 'GET', body?: object) {
  const response = await fetch(`${site.server.url}${path}`, {
    method,
    headers: { lang: 'en', access_token: site.token(), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe.skipIf(process.platform === 'win32')('a start without the database', () => {
  let before: number;
  let running: number;

  test('an alarm that ran at the kill sounds again', async () => {
    await inSnapshot('linkage_task', (rows) =>
      rows.every(({ frozen }) => (frozen as { sound: unknown }[] | null)?.[0]?.sound != null),
    );
    before = (await records(site)).length;
    await site.call('POST', `/v1/alarm_plan/${site.plans.byHand}/start`, {});
    const first = await site.heard();
    await inSnapshot('broadcast', (rows) => rows.some(({ id }) => id === first));
    await until('a second is recorded', () => recorded().some((size) => size > 5_000));
    await site.server.kill9();
    await database.stop();
    // Its row is in the database only.
    writeFileSync(join(upgradePaths(site.server.dataDir).packages, '7'), 'a package');
    await restart();
    expect(existsSync(join(upgradePaths(site.server.dataDir).packages, '7'))).toBe(true);
    running = await site.heard();
    expect(running).toBe(first);
  });

  test('reports that it is not ready and the age of its rows, and refuses requests that need the database', async () => {
    const ready = await answer('/readyz');
    expect(ready).toMatchObject({ status: 503, body: { ok: false, snapshot_at: expect.any(Number) } });
    for (const [method, path] of [
      ['GET', '/v1/user'],
      ['GET', '/v1/alarm_record'],
      ['POST', '/v1/partition'],
    ] as const)
      expect(await answer(path, method, method === 'POST' ? { name: 'x' } : undefined)).toMatchObject({
        status: 409,
        body: { code: 993, key: 'common.databaseAway' },
      });
    expect((await answer('/v1/profile')).body).toMatchObject({ value: { code: 'admin' } });
    const metrics = await (await fetch(`${site.server.url}/metrics`)).text();
    expect(metrics).toMatch(/^tocsin_running_from_snapshot 1$/m);
    expect(metrics).toMatch(/^tocsin_database_up 0$/m);
  });

  test('stops and starts emergency sound, and joins the database without interruption', async () => {
    await site.call('POST', `/v1/alarm_plan/${site.plans.byHand}/stop`, {});
    await silent(site, running);
    const talks = await everything(site, 'from the snapshot');
    const stream = await sounds(site, 'from the snapshot, while the database comes', () =>
      site.call('POST', `/v1/alarm_plan/${site.plans.byHand}/start`, {}),
    );
    // As if the database of another installation had come.
    const identity = join(site.server.dataDir, 'identity');
    const ours = readFileSync(identity, 'utf8');
    writeFileSync(identity, randomUUID());
    database = await startEmbedded({ dataDir: own.folder, durable: false });
    await until('it is not joined', () => site.server.output().includes('but cannot be used'));
    expect((await answer('/readyz')).status).toBe(503);
    // Meanwhile its rows change; one reader fails at first.
    const title = async () => (await site.call<{ title_en: string }>('GET', '/v1/sys/config')).title_en;
    const inDatabase = new pg.Client({ connectionString: database.adminUrl });
    await inDatabase.connect();
    await inDatabase.query('alter table signal_last rename to signal_away');
    await inDatabase.query(
      `insert into setting (key, value) values ('system_config', '{"title_en": "Behind"}')`,
    );
    expect(await title()).toBe('');
    writeFileSync(identity, ours);
    await until('a reader fails', () =>
      site.server.output().includes('The rows of signal_last could not be read'),
    );
    expect((await answer('/readyz')).status).toBe(503);
    await inDatabase.query('alter table signal_away rename to signal_last');
    await inDatabase.end();
    await until('the database is joined', async () => (await answer('/readyz')).status === 200);
    expect(await title()).toBe('Behind');
    expect(site.hall.client.heard.filter(({ type }) => type === 'stream.close')).toEqual([]);
    await until('it is in the records', async () =>
      (await records(site)).some(
        ({ plan_id, state }) => plan_id === site.plans.byHand && state === 'alarming',
      ),
    );
    await site.call('POST', `/v1/alarm_plan/${site.plans.byHand}/acknowledge`, {});
    await site.call('POST', `/v1/alarm_plan/${site.plans.byHand}/stop`, {});
    await silent(site, stream);
    await isKept(site, talks, before + 2);
    type Recordings = { rows: { broadcast_id: number; cut_off: boolean; duration_ms: number | null }[] };
    const cutOff = await until('the recording that the kill cut off is completed', async () => {
      const { rows } = await site.call<Recordings>('GET', '/v1/record_file?limit=100');
      return rows.find((row) => row.cut_off);
    });
    expect(cutOff).toMatchObject({ broadcast_id: running, duration_ms: expect.any(Number) });
    const login = { username: 'admin', password: 'not that one' };
    expect((await answer('/v1/login', 'POST', login)).body).toMatchObject({ code: 999 });
    await site.call('POST', '/v1/partition', { name: 'After', code: 'after', parent_id: site.zone });
    expect(site.server.output()).toContain('starts from its snapshot of');
    // Work that waits for the database is a line a second.
    const times = failures();
    expect(times.length).toBeGreaterThan(0);
    for (const [n, time] of times.entries()) expect(time - (times[n - 1] ?? 0)).toBeGreaterThan(900);
  });
});
