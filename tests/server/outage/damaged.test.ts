import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { readManifest, readRows } from '../../../server/platform/db/standIn/snapshotFiles.ts';
import { isLong } from '../../support/random.ts';
import { until } from '../emergency/emergencySite.ts';
import { tables } from '../setup/tables.ts';
import { DISK_MB, diskOf } from './faults.ts';
import { silent, sounds } from './outageActions.ts';
import { type OutageSite, startOutageSite } from './outageSite.ts';

/** A database whose files were damaged while the server was off, as by a power cut, must not keep an alarm silent. */
const disk = diskOf(DISK_MB);
const spare = diskOf(null);
let site: OutageSite;
/** File of each table, from the folder of the database on. */
const files = new Map<string, string>();
/** Number of the last starts in a row, each with an alarm, that could not use the database. */
let fromSnapshot = 0;
const database = () => join(site.server.dataDir, 'postgres');
const good = join(spare.folder, 'postgres');

beforeAll(async () => {
  site = await startOutageSite(disk.folder);
  await until('the snapshot has what alarms say', async () => {
    const manifest = await readManifest(site.server.dataDir);
    if (manifest === null) return false;
    const rows = await readRows(site.server.dataDir, manifest, 'linkage_task').catch(() => []);
    const sounds = rows.map((row) => JSON.parse(row).frozen?.[0]?.sound);
    return sounds.length === 2 && sounds.every((sound) => sound != null);
  });
  const { adminUrl } = await startEmbedded({ dataDir: site.server.dataDir });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  for (const name of ['pg_catalog.pg_class', ...names()]) {
    const { rows } = await client.query('select pg_relation_filepath($1::regclass) as path', [name]);
    files.set(name, rows[0].path);
  }
  await client.end();
  await site.server.end();
  cpSync(database(), good, { recursive: true });
});
afterAll(async () => {
  await site?.server.stop();
  disk.remove();
  spare.remove();
});

const names = () => tables.map((table) => `public.${getTableName(table)}`);
const garbage = (name: string) => writeFileSync(join(database(), files.get(name) ?? ''), randomBytes(8_192));

/** Starts the server on a damaged database, and lets an alarm begin and stop. */
async function alarmSounds(damage: () => void): Promise<void> {
  damage();
  try {
    await site.server.start();
    for (const terminal of [site.hall, site.panel]) await terminal.comeBack();
    await site.logIn();
    const stream = await sounds(site, 'damaged', () =>
      site.call('POST', `/v1/alarm_plan/${site.plans.byHand}/start`, {}),
    );
    await site.call('POST', `/v1/alarm_plan/${site.plans.byHand}/stop`, {});
    await silent(site, stream);
    fromSnapshot = (await isReady()) ? 0 : fromSnapshot + 1;
  } finally {
    await site.server.end();
  }
}
const isReady = async () => (await fetch(`${site.server.url}/readyz`)).status === 200;

/** Puts the database back as it was, without what was stored meanwhile. */
function repair(): void {
  rmSync(database(), { recursive: true, force: true });
  cpSync(good, database(), { recursive: true });
}
const refusals = async () =>
  (
    await site.call<{ rows: { kind: string; params: { reason?: string } }[] }>('GET', '/v1/fault')
  ).rows.filter(({ kind }) => kind === 'database_refused');

describe.skipIf(process.platform === 'win32')('an alarm sounds after a start on', () => {
  // Systems mount a failing disk like that. A disk of its own needs the rights to mount one.
  if (isLong)
    test.skipIf(!disk.isOwn)('a disk that has become read-only', async () => {
      const mount = (way: string) =>
        expect(spawnSync('mount', ['-o', `remount,${way}`, disk.folder]).status).toBe(0);
      await alarmSounds(() => mount('ro'));
      mount('rw');
      // The start on the read-only disk could not store data.
      fromSnapshot = 0;
    });

  const damages: [string, () => void][] = [
    [
      'a damaged control file',
      () => writeFileSync(join(database(), 'global', 'pg_control'), randomBytes(8_192)),
    ],
    ['no database', () => rmSync(database(), { recursive: true })],
    ['a missing table file', () => rmSync(join(database(), files.get('public.terminal') ?? ''))],
    ['a damaged catalog', () => garbage('pg_catalog.pg_class')],
  ];
  test.each(isLong ? damages : damages.slice(0, 1))('%s', async (_title, damage) => {
    await alarmSounds(damage);
    repair();
  });

  test.each(isLong ? names() : [])('damaged rows: %s', async (name) => {
    await alarmSounds(() => garbage(name));
    repair();
  });

  test('and the whole database is used again afterwards, with what was done meanwhile', async () => {
    await site.server.start();
    await site.logIn();
    await until('it is ready', isReady);
    expect(fromSnapshot).toBeGreaterThan(0);
    await until('the alarms are in the records', async () => {
      const { rows } = await site.call<{ rows: { plan_id: number }[] }>('GET', '/v1/alarm_record?limit=100');
      return rows.length === fromSnapshot;
    });
    expect(await refusals()).toEqual([]);
  });
});
