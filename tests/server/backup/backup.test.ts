import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArchiveWriter } from '../../../server/edge/backup/archiveWriter.ts';
import { restoreDatabase, stepsOfArchive } from '../../../server/edge/backup/database/restoreDatabase.ts';
import { makeBackup } from '../../../server/edge/backup/makeBackup.ts';
import { restoreFiles } from '../../../server/edge/backup/restoreFiles.ts';
import { verifyArchive } from '../../../server/edge/backup/verifyArchive.ts';
import { StartError } from '../../../server/platform/process/startError.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';
import { everyRow, fillEveryTable } from './backupRows.ts';
import { createEmptyDb } from './emptyDb.ts';

/** Rows per table. */
const ROWS = 24;

let folder: string;
let dataDir: string;
let source: TestDb;
let client: pg.Client;
let tables: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-backup-'));
  dataDir = join(folder, 'data');
  source = await createTestDb();
  client = new pg.Client({ connectionString: source.adminUrl });
  await client.connect();
  tables = await fillEveryTable(client, ROWS);
});
afterAll(async () => {
  await client.end();
  await source.drop();
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, bytes: string | Buffer): void {
  mkdirSync(dirname(join(dataDir, path)), { recursive: true });
  writeFileSync(join(dataDir, path), bytes);
}

function backup(name: string, more: Partial<Parameters<typeof makeBackup>[0]> = {}) {
  const path = join(folder, name);
  return makeBackup({
    dataDir,
    url: source.url,
    path,
    keys: false,
    identity: 'here',
    program: '1',
    ...more,
  });
}

/** Paths below a folder with their content. */
function filesBelow(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found[path.slice(root.length + 1)] = readFileSync(path).toString('base64');
  }
  return found;
}

test('every row of every table is restored exactly, and sequences continue after them', async () => {
  mkdirSync(dataDir, { recursive: true });
  await client.query(`select setval('"audit_id_seq"', 4711)`);
  await backup('rows.tar');
  const manifest = await verifyArchive(join(folder, 'rows.tar'));
  expect(manifest.tables.map(({ name }) => name)).toEqual(tables);
  expect(manifest.tables.every(({ rows }) => rows === ROWS)).toBe(true);
  const empty = await createEmptyDb();
  try {
    // A row that does not fit is found at the end, and everything is rolled back.
    const wrong = structuredClone(manifest);
    Object.assign(wrong.tables.at(-1) ?? {}, { sha256: '0'.repeat(64) });
    await expect(restoreDatabase(empty.url, join(folder, 'rows.tar'), wrong, null)).rejects.toThrow(
      'differs from the backup',
    );
    await restoreDatabase(empty.url, join(folder, 'rows.tar'), manifest, null);
    const restored = new pg.Client({ connectionString: empty.url });
    await restored.connect();
    try {
      expect(await everyRow(restored, tables)).toEqual(await everyRow(client, tables));
      const { rows } = await restored.query(`select nextval('"audit_id_seq"')::int as next`);
      expect(rows[0].next).toBe(4712);
      // Foreign keys and the guard of the audit log are active again.
      await expect(restored.query('delete from audit')).rejects.toThrow();
      await expect(restored.query('update account set role_id = 999999')).rejects.toThrow();
    } finally {
      await restored.end();
    }
    await expect(restoreDatabase(empty.url, join(folder, 'rows.tar'), manifest, null)).rejects.toThrow(
      'A restore needs an empty database',
    );
  } finally {
    await empty.drop();
  }
});

test('the archive opens with tar and gzip, and a spreadsheet finds columns and rows', async () => {
  const out = join(folder, 'opened');
  mkdirSync(out);
  execFileSync('tar', ['-xf', join(folder, 'rows.tar'), '-C', out]);
  const csv = execFileSync('gzip', ['-dc', join(out, 'database/role.0001.csv.gz')]).toString();
  expect(csv.split('\n')[0]).toMatch(/^id,code,name,/);
  expect(readFileSync(join(out, 'README.txt'), 'utf8')).toContain('npm run restore');
  expect(readFileSync(join(out, 'database/schema.sql'), 'utf8')).toContain('CREATE TABLE "account"');
  expect(statSync(join(folder, 'rows.tar')).mode & 0o777).toBe(0o600);
});

test('files match the rows byte for byte; files added or removed meanwhile are left out', async () => {
  await client.query(`update record_file set path = '2026-01-02/' || id || '.ogg'`);
  await client.query(`update file set build_status = 'built'`);
  const whole = Buffer.from(Array.from({ length: 300_001 }, (_, n) => (n * 31) % 256));
  for (let id = 1; id <= ROWS; id++) {
    put(`media/file/${id}${id === 3 ? '.uncommitted' : ''}/original`, whole.subarray(id));
    put(`recordings/2026-01-02/${id}.ogg`, id === 5 ? '' : `sound ${id}`);
  }
  put('media/file/1/programme/programme.opk', 'made of it');
  put('downloads/client 中文.zip', 'program');
  put('tls/key.pem', 'secret');
  put('keys/secrets.key', 'secret');
  const kept = filesBelow(dataDir);
  put('media/file/4711/original', 'of no row');
  put('media/incoming/half', 'not accepted');
  put('recordings/2026-01-02/of-no-row.ogg', 'sound');

  let isFirst = true;
  const made = await backup('files.tar', {
    between: async () => {
      if (!isFirst) return;
      isFirst = false;
      // Same order as in the server: the row first, then the file.
      await client.query('delete from file where id = 7');
      rmSync(join(dataDir, 'media/file/7'), { recursive: true });
      rmSync(join(dataDir, 'recordings/2026-01-02/8.ogg'));
      put('recordings/2026-01-02/9.ogg', 'replaced by something longer');
      rmSync(join(dataDir, 'media/file/9/original'));
      put('media/file/9/original', 'another one');
    },
  });
  expect(existsSync(join(dataDir, 'backup-held'))).toBe(false);
  const restored = join(folder, 'restored');
  mkdirSync(restored);
  await restoreFiles(join(folder, 'files.tar'), restored);
  const { 'tls/key.pem': key, 'keys/secrets.key': secretsKey, ...files } = kept;
  const found = filesBelow(restored);
  // Rewritten in place, which the server does only with a file that is being recorded.
  expect(Object.keys(found).sort()).toEqual(Object.keys(files).sort());
  delete found['recordings/2026-01-02/9.ogg'];
  delete files['recordings/2026-01-02/9.ogg'];
  expect(found).toEqual(files);
  expect([key, secretsKey]).not.toContain(undefined);
  expect(made.missing.some((path) => path.startsWith('media/file') || path.startsWith('recordings'))).toBe(
    false,
  );

  await backup('keys.tar', { keys: true });
  const named = Object.keys((await verifyArchive(join(folder, 'keys.tar'))).entries);
  expect(named).toEqual(expect.arrayContaining(['files/tls/key.pem', 'files/keys/secrets.key']));
  expect(named.some((name) => name.includes('backup-held'))).toBe(false);
});

test('a missing file of a row is reported', async () => {
  rmSync(join(dataDir, 'media/file/2'), { recursive: true });
  const { missing } = await backup('missing.tar');
  expect(missing).toContain('media/file/2/original');
});

test('an archive that is damaged anywhere, or truncated, is refused', async () => {
  const bytes = readFileSync(join(folder, 'files.tar'));
  const bad = join(folder, 'bad.tar');
  const within = [10, bytes.indexOf('sound 12'), bytes.indexOf('CREATE TABLE'), bytes.lastIndexOf('"rows"')];
  for (const at of within) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    writeFileSync(bad, changed);
    await expect(verifyArchive(bad).then(() => at)).rejects.toBeInstanceOf(StartError);
  }
  for (const length of [0, 100, 5_000, bytes.length >> 1]) {
    writeFileSync(bad, bytes.subarray(0, length));
    await expect(verifyArchive(bad)).rejects.toThrow('damaged or no backup');
  }
  await expect(verifyArchive(join(folder, 'none.tar'))).rejects.toThrow('There is no file');
});

test('an archive cannot write outside the folders of a site', async () => {
  const target = join(folder, 'inside', 'data');
  const path = join(folder, 'outward.tar');
  for (const name of [
    'media/../../out',
    'media/..',
    'media/./x',
    'media//x',
    '../out',
    'other/x',
    'media\\x',
  ]) {
    mkdirSync(target, { recursive: true });
    const archive = await createArchiveWriter(path);
    await archive.addBytes(`files/${name}`, new Date(), Buffer.from('x'));
    await archive.finish();
    await expect(restoreFiles(path, target), name).rejects.toThrow('is not a file of a site');
    expect(filesBelow(join(folder, 'inside'))).toEqual({});
  }
});

test('a backup of a newer version is refused', async () => {
  const manifest = await verifyArchive(join(folder, 'rows.tar'));
  expect(() => stepsOfArchive({ ...manifest, migrations: [...manifest.migrations, 1] })).toThrow(StartError);
});

test('a failed backup leaves no file, neither the previous name nor a partial one', async () => {
  const failing = backup('failed.tar', {
    between: () => Promise.reject(new Error('the disk is full')),
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
  expect(existsSync(join(dataDir, 'backup-held'))).toBe(false);
});
