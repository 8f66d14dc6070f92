import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  dropSnapshot,
  type Manifest,
  readManifest,
  readRows,
  SNAPSHOT_FOLDER,
} from '../../../../server/platform/db/standIn/snapshotFiles.ts';
import {
  createSnapshotWriter,
  type SnapshotWriter,
} from '../../../../server/platform/db/standIn/snapshotWriter.ts';
import { createTestDb, type TestDb } from '../../setup/database.ts';

let database: TestDb;
let dataDir: string;
let writer: SnapshotWriter;
let unwatch: () => void;
beforeAll(async () => {
  database = await createTestDb();
  await database.db.execute(sql`insert into role (code, name, permissions) values ('R', 'Role', '[]')`);
});
afterAll(() => database.drop());

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-snapshot-'));
  writer = createSnapshotWriter({
    db: database.db,
    dataDir,
    identity: 'some-installation',
    migrations: [1, 2],
    log: { warn() {} },
    // Rows that are read here must be in the snapshot, not given up because the machine is busy.
    timeoutMs: 60_000,
  });
  unwatch = database.pool.onWrite(({ tables, volatile }) => writer.touched(tables, volatile));
});
afterEach(async () => {
  unwatch();
  await writer.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const folder = () => join(dataDir, SNAPSHOT_FOLDER);
const written = async () => (await readManifest(dataDir)) as Manifest;
async function codes(): Promise<string[]> {
  const rows = await readRows(dataDir, await written(), 'account');
  return rows.map((row) => (JSON.parse(row) as { code: string }).code);
}
const addAccount = (code: string) =>
  database.db.execute(
    sql`insert into account (code, name, password_hash, role_id) values (${code}, ${code}, 'hash', (select id from role))`,
  );

test('the snapshot is complete, names its installation, and is readable by the owner only', async () => {
  const before = Date.now();
  await writer.settled();
  const { identity, migrations, at } = await written();
  expect({ identity, migrations }).toEqual({ identity: 'some-installation', migrations: [1, 2] });
  expect(at).toBeGreaterThanOrEqual(before);
  expect(writer.at()).toBe(at);
  expect(statSync(folder()).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder())) expect(statSync(join(folder(), name)).mode & 0o777).toBe(0o600);
});

test('waiting after a commit ensures that it is in the snapshot', async () => {
  await writer.settled();
  expect(writer.isBehind()).toBe(false);
  await addAccount('NEW');
  expect(writer.isBehind()).toBe(true);
  await writer.settled();
  expect(await codes()).toContain('NEW');
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`delete from account where code = 'NEW'`);
    expect(writer.isBehind()).toBe(false);
  });
  expect(writer.isBehind()).toBe(true);
  await writer.settled();
  expect(await codes()).not.toContain('NEW');
});

test('a table without changes keeps its file, and no old file remains', async () => {
  await writer.settled();
  const before = (await written()).tables;
  await addAccount('TWO');
  await writer.settled();
  const after = (await written()).tables;
  expect(after.role).toEqual(before.role);
  expect(after.account?.file).not.toBe(before.account?.file);
  expect(readdirSync(folder()).sort()).toEqual(
    ['manifest.json', ...new Set(Object.values(after).map(({ file }) => file))].sort(),
  );
});

test('a torn or changed snapshot is invalid', async () => {
  await writer.settled();
  const path = join(folder(), 'manifest.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('some-installation', 'other-installation'));
  expect(await readManifest(dataDir)).toBeNull();
  writeFileSync(path, text.slice(0, -30));
  expect(await readManifest(dataDir)).toBeNull();
  writeFileSync(path, text);
  const manifest = await written();
  writeFileSync(join(folder(), manifest.tables.role?.file ?? ''), '{}\n');
  await expect(readRows(dataDir, manifest, 'role')).rejects.toThrow('damaged');
  await dropSnapshot(dataDir);
  expect(await readManifest(dataDir)).toBeNull();
});

test('rights that cannot be read any more are dropped, and return when they can', async () => {
  await writer.settled();
  expect((await written()).tables).toHaveProperty('login_session');
  await database.db.execute(sql`alter table role rename to role_away`);
  try {
    writer.touched(['role']);
    await writer.settled();
    expect((await written()).tables).not.toHaveProperty('login_session');
    expect((await written()).tables).toHaveProperty('alarm_plan');
    expect(writer.failure()).not.toBeNull();
  } finally {
    await database.db.execute(sql`alter table role_away rename to role`);
  }
  writer.touched(['role']);
  await writer.settled();
  expect((await written()).tables).toHaveProperty('login_session');
  expect(writer.failure()).toBeNull();
});

test('volatile columns alone cause no write until they are due, and go along with the next change of their table', async () => {
  await writer.settled();
  await addAccount('SEEN');
  await database.db.execute(sql`insert into login_session (account_id, token_hash, client_ip, user_agent, expires_at)
    select id, 'token', '', '', now() + interval '1 day' from account where code = 'SEEN'`);
  await writer.settled();
  const file = async () => (await written()).tables.login_session?.file;
  const [first, at] = [await file(), writer.at()];
  const seen = (year: number) =>
    database.db.execute(
      sql`update login_session set last_seen_at = make_timestamptz(${year}, 1, 1, 0, 0, 0)`,
    );
  await seen(2031);
  expect(writer.isBehind()).toBe(false);
  expect(await writer.renewed()).toBe(true);
  expect([await file(), writer.at()]).toEqual([first, at]);
  // A changed permission is acknowledged without them.
  await database.db.execute(sql`update role set name = 'Other'`);
  expect(writer.isBehind()).toBe(true);
  await writer.settled();
  expect(await file()).toBe(first);
  // The end of the session is a change: the whole table is written.
  await database.db.execute(sql`update login_session set expires_at = now() + interval '1 hour'`);
  expect(writer.isBehind()).toBe(true);
  await writer.settled();
  const second = await file();
  expect(second).not.toBe(first);
  // They are due at the latest when the server ends.
  await seen(2032);
  await writer.close();
  expect(await file()).not.toBe(second);
});

test('volatile columns are written once they are due', async () => {
  await writer.settled();
  const soon = createSnapshotWriter({
    db: database.db,
    dataDir,
    identity: 'some-installation',
    migrations: [1, 2],
    log: { warn() {} },
    volatileMs: 1,
  });
  await soon.settled();
  const at = soon.at();
  soon.touched([], ['login_session']);
  await expect.poll(() => soon.at(), { timeout: 30_000 }).toBeGreaterThan(at ?? 0);
  await soon.close();
});
