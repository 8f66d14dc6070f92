import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOURNAL_FILE } from '../../../server/air/journal/journalFile.ts';
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { readManifest } from '../../../server/platform/db/standIn/snapshotFiles.ts';
import { eventually } from '../../support/eventually.ts';
import { everyNth, isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** Files of the data folder as a power cut may leave them: none of them may end the start. */
let server: TestServer;
let identity: string;
beforeAll(async () => {
  server = await startServer();
  await eventually(async () => expect(await readManifest(server.dataDir)).not.toBeNull());
  identity = readFileSync(join(server.dataDir, 'identity'), 'utf8');
  await server.end();
});
afterAll(() => server.stop());

/** Files within PostgreSQL's folder that PostgreSQL writes; it has its own recovery. */
const isPostgres = (path: string) => path.startsWith('postgres/') && !path.endsWith('-password');

/** Files of the server in its data folder, and those that exist only while it runs or after a kill. */
function ownFiles(): string[] {
  const found = readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(server.dataDir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return [
    ...new Set([...found.filter((path) => !isPostgres(path)), JOURNAL_FILE, 'postgres/postmaster.pid']),
  ];
}

const damages: Record<string, (path: string) => void> = {
  empty: (path) => writeFileSync(path, ''),
  'cut in half': (path) => {
    const whole = readFileSync(path, { flag: 'a+' });
    truncateSync(path, Math.floor(whole.length / 2));
  },
  missing: (path) => rmSync(path, { force: true }),
};

function damage(paths: readonly string[], how: (path: string) => void): void {
  for (const path of paths) {
    const file = join(server.dataDir, path);
    how(file);
    // As after the time that a machine takes to start.
    const before = new Date(Date.now() - 60_000);
    if (how !== damages.missing) utimesSync(file, before, before);
  }
}

/** Logs in to the database with the passwords of the files. */
async function checkPasswords(): Promise<void> {
  const { url, backupUrl, adminUrl } = await startEmbedded({ dataDir: server.dataDir });
  for (const connectionString of [url, backupUrl, adminUrl]) {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.end();
  }
}

/** Starts the server: its accounts and its identity are those of before. */
async function startsWhole(): Promise<void> {
  await server.start();
  try {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const answer = await fetch(`${server.url}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: server.adminPassword }),
    });
    expect(await answer.json()).toMatchObject({ code: 200 });
    expect(readFileSync(join(server.dataDir, 'identity'), 'utf8')).toBe(identity);
    await checkPasswords();
    await eventually(async () => expect(await readManifest(server.dataDir)).not.toBeNull());
  } finally {
    await server.end();
  }
}

test('the files are those that a start reads', () => {
  expect(ownFiles()).toEqual(
    expect.arrayContaining([
      'identity',
      'ids.json',
      'keys/secrets.key',
      'lock',
      'postgres/tocsin-password',
      'postgres/tocsin_backup-password',
      'postgres/tocsin_replication-password',
      'postgres/tocsin_server-password',
      'snapshot/manifest.json',
      'tls/self-made.pem',
    ]),
  );
});

describe.each(everyNth(Object.entries(damages), 3))('%s', (_title, how) => {
  test('all files at once', async () => {
    damage(ownFiles(), how);
    await startsWhole();
  });

  if (isLong)
    test('each file by itself', async () => {
      for (const path of ownFiles()) {
        damage([path], how);
        await startsWhole().catch((error: unknown) => {
          throw new Error(path, { cause: error });
        });
      }
    });

  if (isLong)
    test('the file of the identity, while the database is away', async () => {
      const [database, aside] = ['postgres', 'away'].map((name) => join(server.dataDir, name)) as [
        string,
        string,
      ];
      damage(['identity'], how);
      renameSync(database, aside);
      try {
        await server.start();
        const answer = await fetch(`${server.url}/readyz`);
        expect(answer.status).toBe(503);
        expect(await answer.json()).toMatchObject({ snapshot_at: expect.any(Number) });
      } finally {
        await server.end();
        rmSync(database, { recursive: true, force: true });
        renameSync(aside, database);
      }
      await startsWhole();
    });
});

if (isLong)
  test('a folder of PostgreSQL without its version is refused in words', async () => {
    const [folder, aside] = ['postgres', 'away'].map((name) => join(server.dataDir, name)) as [
      string,
      string,
    ];
    renameSync(folder, aside);
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'postgresql.conf'), '');
    rmSync(join(server.dataDir, 'snapshot', 'manifest.json'));
    await expect(server.start()).rejects.toThrow('its file PG_VERSION is missing');
    rmSync(folder, { recursive: true });
    renameSync(aside, folder);
  });
