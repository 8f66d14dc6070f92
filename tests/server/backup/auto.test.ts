import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BackupSettings } from '../../../contract/entities/site/backup.ts';
import type { Run, RunFailure } from '../../../server/edge/backup/auto/backupProcess.ts';
import { type Backups, createBackups } from '../../../server/edge/backup/auto/backups.ts';
import * as settings from '../../../server/platform/config/setting.repository.ts';
import type { NewFault } from '../../../server/site/faults/faults.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const admin = { accountId: null, code: 'admin' };
let database: TestDb;
let folder: string;
let now: number;
let alarm: boolean;
let outcome: RunFailure | null;
let runs: Run[];
let held: PromiseWithResolvers<void> | null;
const faults = new Map<string, NewFault>();
const audited: object[] = [];

beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tocsin-auto-')));
  mkdirSync(join(folder, 'data'));
  mkdirSync(join(folder, 'place'));
  now = Date.parse('2026-06-01T12:00:00Z');
  [alarm, outcome, runs, held] = [false, null, [], null];
  faults.clear();
  for (const key of ['backup_settings', 'backup_book']) await settings.put(database.db, key, null);
  return () => rmSync(folder, { recursive: true });
});

/** Writes a file in place of a backup, when the test permits it. */
async function run(one: Run): Promise<RunFailure | null> {
  runs.push(one);
  if (held !== null) {
    const cut = new Promise((done) => one.signal.addEventListener('abort', done));
    await Promise.race([held.promise, cut]);
    if (one.signal.aborted) return { reason: 'interrupted', need_mb: 0, free_mb: 0, detail: '' };
  }
  if (one.kind === 'backup' && outcome === null) writeFileSync(one.path, 'a backup');
  if (one.kind === 'trial' && outcome === null) one.onVerified('c0ffee');
  return outcome;
}
const place = () => join(folder, 'place');
const start = () =>
  createBackups({
    db: database.db,
    audit: { record: async (_tx, _actor, entry) => void audited.push(entry) },
    log: { info: () => {}, error: () => {} },
    env: { DATA_DIR: join(folder, 'data'), TZ_SITE: 'UTC' },
    faults: {
      open: (fault) => void faults.set(fault.kind, fault),
      resolve: (kind) => void faults.delete(kind),
      drop: (kind) => void faults.delete(kind),
      allOpen: () => [],
    },
    run,
    isAlarm: () => alarm,
    now: () => now,
  });
const on = (more: Partial<BackupSettings> = {}) =>
  ({ enabled: true, folder: place(), at: '02:30:00', ...more }) satisfies Partial<BackupSettings>;

/** Advances the clock and runs everything that is due. */
async function pass(backups: Backups, ms: number): Promise<string[]> {
  now += ms;
  await backups.look();
  await backups.idle();
  return (await backups.overview()).rows.map(({ name }) => name.slice(7, 18));
}

test('runs a backup every night, deletes old ones after a new one, and keeps the verified one', async () => {
  const backups = await start();
  await backups.set(admin, '', on({ keep_last: 2, keep_weekly: 0, keep_monthly: 0 }));
  expect(await pass(backups, 14 * HOUR)).toEqual([]);
  expect(await pass(backups, HOUR)).toEqual(['20260602T03']);
  expect([...faults.keys()]).toEqual(['backup_untried']);
  expect(await pass(backups, 20 * HOUR)).toEqual(['20260602T03']);
  const [first] = (await backups.overview()).rows;
  await backups.tryOut(admin, '', first?.name ?? '');
  await backups.idle();
  expect((await backups.overview()).rows).toMatchObject([{ verified: true, trial: 'worked' }]);
  expect([...faults.keys()]).toEqual([]);
  await pass(backups, 4 * HOUR);
  await pass(backups, DAY);
  expect(await pass(backups, DAY)).toEqual(['20260605T03', '20260604T03', '20260602T03']);
  expect(await pass(backups, 90 * DAY)).toHaveLength(3);
  expect(faults.get('backup_untried')?.params).toEqual({ what: 'long', days: 92 });
  expect(audited.at(-1)).toMatchObject({ action: 'start', entity: 'backup', after: { trial: first?.name } });
  await backups.close();
});

test('a missing folder is a fault until a backup succeeds again; a late backup is another fault', async () => {
  const backups = await start();
  await backups.set(admin, '', on());
  renameSync(place(), join(folder, 'away'));
  await pass(backups, 15 * HOUR);
  expect(faults.get('backup_failed')?.params).toMatchObject({ reason: 'place_gone' });
  // An empty folder in its place: the disk is not mounted.
  mkdirSync(place());
  await pass(backups, HOUR);
  expect(faults.get('backup_failed')?.params).toMatchObject({ reason: 'place_gone' });
  expect((await backups.overview()).place_reason).toBe('place_gone');
  expect(runs).toEqual([]);
  await pass(backups, 12 * HOUR);
  expect(faults.get('backup_overdue')?.params).toEqual({ hours: 13 });
  rmSync(place(), { recursive: true });
  renameSync(join(folder, 'away'), place());
  expect(await pass(backups, HOUR)).toHaveLength(1);
  expect([...faults.keys()]).toEqual(['backup_untried']);
  await backups.close();
});

test('lack of disk space is a fault with its figures, and no old backup is deleted', async () => {
  const backups = await start();
  await backups.set(admin, '', on({ keep_last: 1, keep_weekly: 0, keep_monthly: 0 }));
  await pass(backups, 15 * HOUR);
  outcome = { reason: 'no_room', need_mb: 500, free_mb: 20, detail: '' };
  expect(await pass(backups, DAY)).toHaveLength(1);
  expect(faults.get('backup_failed')?.params).toEqual({ reason: 'no_room', need_mb: 500, free_mb: 20 });
  expect(runs).toHaveLength(2);
  // Not retried every ten seconds.
  await pass(backups, HOUR / 2);
  expect(runs).toHaveLength(2);
  outcome = null;
  expect(await pass(backups, HOUR)).toEqual(['20260603T04']);
  expect(faults.has('backup_failed')).toBe(false);
  await backups.set(admin, '', { enabled: false });
  expect([...faults.keys()]).toEqual([]);
  expect(await pass(backups, 10 * DAY)).toHaveLength(1);
  await backups.close();
});

test('no backup begins during an alarm, and only one runs at a time', async () => {
  const backups = await start();
  await expect(backups.start(admin, '')).rejects.toMatchObject({ key: 'backup.notSetUp' });
  await backups.set(admin, '', on());
  alarm = true;
  expect(await pass(backups, 15 * HOUR)).toEqual([]);
  await expect(backups.start(admin, '')).rejects.toMatchObject({ key: 'backup.alarm' });
  alarm = false;
  held = Promise.withResolvers();
  await backups.start(admin, '');
  await expect(backups.start(admin, '')).rejects.toMatchObject({ key: 'backup.busy' });
  expect((await backups.overview()).job).toMatchObject({ kind: 'backup', by: 'admin' });
  held.resolve();
  await backups.idle();
  expect((await backups.overview()).rows).toHaveLength(1);
  await backups.close();
});

test('a backup that a shutdown interrupts is restarted at the next start', async () => {
  const before = await start();
  await before.set(admin, '', on());
  held = Promise.withResolvers();
  await before.start(admin, '');
  await expect.poll(() => runs.length).toBe(1);
  const [{ path } = { path: '' }] = runs;
  writeFileSync(`${path}.unfinished`, 'half');
  await before.close();
  held = null;
  const after = await start();
  await pass(after, 0);
  expect((await after.overview()).rows).toMatchObject([{ verified: true }]);
  expect(runs[1]?.path).toBe(path);
  expect(existsSync(`${path}.unfinished`)).toBe(false);
  await after.close();
});

test('folders that cannot hold backups are refused, and only complete backups are listed', async () => {
  const backups = await start();
  const refused = (path: string) => expect(backups.set(admin, '', { folder: path })).rejects;
  await refused('backups').toMatchObject({ key: 'backup.notAbsolute' });
  await refused(join(folder, 'nowhere')).toMatchObject({ key: 'backup.noFolder' });
  await refused(join(folder, 'data')).toMatchObject({ key: 'backup.inside' });
  await refused(process.cwd()).toMatchObject({ key: 'backup.inside' });
  await backups.set(admin, '', { folder: place() });
  writeFileSync(join(place(), 'tocsin-20260101T000000Z.tar.unfinished'), '');
  writeFileSync(join(place(), 'holiday.jpg'), '');
  writeFileSync(join(place(), 'tocsin-20260101T000000Z.tar'), 'of another server');
  const { rows } = await backups.overview();
  const foreign = { name: 'tocsin-20260101T000000Z.tar', verified: false };
  expect(rows).toMatchObject([{ ...foreign, trial: 'none', sha256: null }]);
  await backups.tryOut(admin, '', foreign.name);
  await backups.idle();
  expect((await backups.overview()).rows).toMatchObject([{ ...foreign, trial: 'worked', sha256: 'c0ffee' }]);
  await backups.remove(admin, '', 'tocsin-20260101T000000Z.tar');
  expect((await backups.overview()).rows).toEqual([]);
  expect(existsSync(join(place(), 'holiday.jpg'))).toBe(true);
  await backups.close();
});
