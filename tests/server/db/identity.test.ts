import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEngine } from '../../../server/platform/db/engine.ts';
import { StartError } from '../../../server/platform/process/startError.ts';
import { file } from '../../../server/sound/files/file.table.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';

let dataDir: string;
let first: TestDb;
let second: TestDb;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-identity-'));
  [first, second] = await Promise.all([createTestDb(), createTestDb()]);
});
afterEach(async () => {
  await Promise.all([first.drop(), second.drop()]);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Opens and closes, like a start of the server. */
async function start(database: TestDb | undefined, adopt?: string): Promise<void> {
  const nothing = () => {};
  const engine = await openEngine({
    dataDir,
    databaseUrl: database?.url,
    print: nothing,
    onIdleError: nothing,
    onRestart: nothing,
    onLost: nothing,
    ...(adopt === undefined ? {} : { adopt }),
  });
  await engine.close();
}

async function identityIn({ db }: TestDb): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select value #>> '{}' as id from setting where key = 'identity'`,
  );
  return rows[0]?.id;
}

const identityFile = () => join(dataDir, 'identity');
const identityOfFolder = () => readFileSync(identityFile(), 'utf8').trim();

/** Creates an upload of this size in the folder, and its row. */
async function upload(database: TestDb, bytes: number): Promise<string> {
  const rows = await database.db
    .insert(file)
    .values({ name: 'bell', original_name: 'bell.wav', size: bytes, sha256: '', build_status: 'waiting' })
    .returning({ id: file.id });
  const folder = join(dataDir, 'media', 'file', String(rows[0]?.id));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'original'), Buffer.alloc(bytes));
  return folder;
}

/** Removes the identities, as in installations of older versions. */
async function forget(database: TestDb): Promise<void> {
  rmSync(identityFile(), { force: true });
  await database.db.execute(sql`delete from setting where key = 'identity'`);
}

const refused = { name: StartError.name, message: expect.stringContaining('do not belong together') };

test('folder and database get one identity at the first start and keep it', async () => {
  await start(first);
  const identity = identityOfFolder();
  expect(await identityIn(first)).toBe(identity);
  await start(first);
  expect(identityOfFolder()).toBe(identity);
  expect(await identityIn(first)).toBe(identity);
});

test('a folder with the database of another installation is refused, before either is changed', async () => {
  await start(first);
  const media = await upload(first, 7);
  const identity = identityOfFolder();
  await second.db.execute(sql`insert into setting (key, value) values ('identity', ${'"another"'}::jsonb)`);
  await expect(start(second)).rejects.toMatchObject(refused);
  await expect(start(second)).rejects.toThrow('npm run adopt-data');
  expect(existsSync(join(media, 'original'))).toBe(true);
  expect(identityOfFolder()).toBe(identity);
  expect(await identityIn(second)).toBe('another');
  await start(first);
});

test('a folder in use is refused with an empty database, and without its own database setting', async () => {
  await start(first);
  await upload(first, 7);
  await expect(start(second)).rejects.toMatchObject(refused);
  expect(await identityIn(second)).toBeUndefined();
  await expect(start(undefined)).rejects.toThrow('set DATABASE_URL as before');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

test('an installation without identities is recognised by its files, and a different one is refused', async () => {
  await upload(first, 7);
  await expect(start(second)).rejects.toMatchObject(refused);
  // Same id as the file in the folder, but another file.
  await second.db.execute(
    sql`insert into file (name, original_name, size, sha256, build_status) values ('a', 'a', 8, '', 'waiting')`,
  );
  await expect(start(second)).rejects.toMatchObject(refused);
  await start(first);
  expect(await identityIn(first)).toBe(identityOfFolder());
});

test('an identity lost on one side is restored from the other', async () => {
  await start(first);
  await upload(first, 7);
  const identity = identityOfFolder();
  rmSync(identityFile());
  await start(first);
  expect(identityOfFolder()).toBe(identity);
  await forget(first);
  writeFileSync(identityFile(), `${identity}\n`);
  await start(first);
  expect(await identityIn(first)).toBe(identity);
});

test('recordings without a row are a reason to refuse as well', async () => {
  const day = join(dataDir, 'recordings', '2026-01-01');
  mkdirSync(day, { recursive: true });
  writeFileSync(join(day, 'a.ogg'), 'sound');
  await expect(start(first)).rejects.toMatchObject(refused);
  await first.db.execute(
    sql`insert into record_file (record_type, name, caller_name, callee_name, began_at, channels, emergency, path)
        values ('call', '', '', '', 0, 1, false, '2026-01-01/a.ogg')`,
  );
  await start(first);
});

test('an explicit adoption binds folder and database; the former database is refused then', async () => {
  await start(first);
  await upload(first, 7);
  await start(second, '00000000-0000-4000-8000-000000000001');
  await start(second);
  await expect(start(first)).rejects.toMatchObject(refused);
});

test('a damaged identity file is restored from the database, and another database is refused as with a lost one', async () => {
  await start(first);
  await upload(first, 7);
  const identity = identityOfFolder();
  for (const left of ['', identity.slice(0, 18)]) {
    writeFileSync(identityFile(), left);
    await expect(start(second)).rejects.toMatchObject(refused);
    await expect(start(undefined)).rejects.toThrow('set DATABASE_URL as before');
    await start(first);
    expect(identityOfFolder()).toBe(identity);
  }
});

test('a database changed by a newer version is refused and stays unchanged', async () => {
  await first.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${Date.UTC(2040, 0, 2)})`,
  );
  await expect(start(first)).rejects.toThrow('changed by a newer version of this program');
  await expect(start(first)).rejects.toThrow('2040-01-02');
  expect(await identityIn(first)).toBeUndefined();
  expect(existsSync(identityFile())).toBe(false);
});
