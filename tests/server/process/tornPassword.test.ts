import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPidFile } from '../../../server/platform/db/embedded/postmaster.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** A command beside a running server sets no password of the database: the server would get no more connections. */
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
const folder = mkdtempSync(join(tmpdir(), 'tocsin-torn-'));
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const file = (role: string) => join(server.dataDir, 'postgres', `${role}-password`);

/** Runs a command of the server to its end. */
function run(script: string, args: string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, RUN_AS: 'root', MEDIA_NICE: '0', DATA_DIR: server.dataDir },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
}

/** Ends all connections of the server, which opens new ones. */
async function cutConnections(): Promise<void> {
  const port = readPidFile(join(server.dataDir, 'postgres'))?.port;
  const password = readFileSync(file('tocsin'), 'utf8').trim();
  const client = new pg.Client({
    connectionString: `postgres://tocsin:${password}@127.0.0.1:${port}/tocsin`,
  });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'tocsin_server'`,
  );
  await client.end();
}

const works = async () => (await fetch(`${server.url}/readyz`)).status;

if (isLong)
  test('a command beside a running server leaves a torn password to it, and says so', async () => {
    const whole = readFileSync(file('tocsin_server'), 'utf8');
    writeFileSync(file('tocsin_server'), whole.slice(0, 10));
    const reset = await run('server/start/adminReset.ts', []);
    expect(reset.code).toBe(1);
    expect(reset.text).toContain('tocsin_server-password');
    expect(reset.text).toContain('Restart the server');
    expect(reset.text).not.toMatch(/^\s+at /m);

    // A backup needs its own role only.
    const backup = await run('server/edge/backup/backup.ts', [join(folder, 'one.backup')]);
    expect(backup.text).toContain('backup');
    expect(backup.code).toBe(0);
    expect(readFileSync(file('tocsin_server'), 'utf8')).toBe(whole.slice(0, 10));

    await cutConnections();
    await expect.poll(works, { timeout: 20_000 }).toBe(200);

    await server.end();
    await server.start();
    expect(await works()).toBe(200);
    expect(readFileSync(file('tocsin_server'), 'utf8')).toMatch(/^[\w-]{32}\n$/);
    expect((await run('server/start/adminReset.ts', [])).code).toBe(0);
  });

test('a command sets a new password while no server runs', async () => {
  await server.end();
  writeFileSync(file('tocsin_server'), '');
  expect((await run('server/start/adminReset.ts', [])).code).toBe(0);
  expect(readFileSync(file('tocsin_server'), 'utf8')).toMatch(/^[\w-]{32}\n$/);
  await server.start();
  expect(await works()).toBe(200);
});
