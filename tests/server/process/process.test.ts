import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { SERVER_STOPS } from '../../../contract/api/live.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { createTestDb } from '../setup/database.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ fresh: true });
});
afterAll(() => server.stop());

/** Runs an entry point of the server to its end. */
function run(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, HOST: '127.0.0.1', LOG_LEVEL: 'info', RUN_AS: 'root', ...env },
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
}

async function login(password: string): Promise<{ code: number; token?: string }> {
  const answer = await fetch(`${server.url}/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { code, value } = (await answer.json()) as { code: number; value?: { token: string } | null };
  return { code, ...(value ? { token: value.token } : {}) };
}

async function codeOfOwnProfile(token: string): Promise<number> {
  const answer = await fetch(`${server.url}/v1/profile`, { headers: { access_token: token } });
  return ((await answer.json()) as { code: number }).code;
}

test('the same API answers over HTTP and over HTTPS', async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request(`${server.httpsUrl}/healthz`, { rejectUnauthorized: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
      .once('error', reject)
      .end();
  });
  expect(status).toBe(200);
});

test('consoles and terminals get the close code of a stopping server', async () => {
  const { token } = await login(server.adminPassword);
  const headers = { access_token: token ?? '' };
  const answer = await fetch(`${server.url}/v1/socket/ticket`, { method: 'POST', headers });
  const { value } = (await answer.json()) as { value: { ticket: string } };
  const codes = ['terminal', `socket?ticket=${value.ticket}`].map(async (path) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/${path}`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return { code: new Promise<number>((resolve) => socket.once('close', resolve)) };
  });
  const opened = await Promise.all(codes);
  expect(await server.end()).toBe(0);
  expect(await Promise.all(opened.map(({ code }) => code))).toEqual([SERVER_STOPS, SERVER_STOPS]);
  await server.start();
});

test('at a first start, a taken port is reported with its number and an alternative, without a stack trace', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const { code, text } = await run('server/main.ts', [], {
    PORT: String(port),
    HTTPS_PORT: '0',
    DATA_DIR: join(server.dataDir, 'first-start'),
  });
  await new Promise((resolve) => taken.close(resolve));
  expect(code).toBe(1);
  expect(text).toContain(`Port ${port} is taken`);
  expect(text).toContain(`PORT=${port + 1} npm start`);
  expect(text).not.toMatch(/^\s+at /m);
});

test('a second server on the same data is refused, also with another database, and the first continues', async () => {
  const runs = [{}, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }].map((env) =>
    run('server/main.ts', [], { PORT: '0', HTTPS_PORT: '0', DATA_DIR: server.dataDir, ...env }),
  );
  for (const { code, text } of await Promise.all(runs)) {
    expect(code).toBe(1);
    expect(text).toContain(`Another Tocsin server is running on the data folder ${server.dataDir}`);
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('runs with an external PostgreSQL, and a second data folder does not start a second engine', async () => {
  const database = await createTestDb();
  const env = { DATABASE_URL: database.url };
  const own = await startServer({ env, fresh: true });
  try {
    expect((await fetch(`${own.url}/readyz`)).status).toBe(200);
    expect(existsSync(join(own.dataDir, 'postgres'))).toBe(false);
    const { code, text } = await run('server/main.ts', [], {
      ...env,
      PORT: '0',
      HTTPS_PORT: 'off',
      DATA_DIR: join(own.dataDir, 'second'),
    });
    expect(code).toBe(1);
    expect(text).toContain('Another Tocsin server is running on the database of DATABASE_URL');
  } finally {
    await own.stop();
    await database.drop();
  }
});

test('an invalid setting ends the start with a line that names it', async () => {
  const { code, text } = await run('server/main.ts', [], { PORT: 'x' });
  expect(code).toBe(1);
  expect(text).toContain('PORT=x: must be a whole number');
  expect(text).not.toMatch(/^\s+at /m);
});

test('a data folder that is a file is reported as such, without advice about accounts', async () => {
  const file = join(server.dataDir, 'a file');
  writeFileSync(file, '');
  for (const DATA_DIR of [file, join(file, 'below')]) {
    const { code, text } = await run('server/main.ts', [], { DATA_DIR, PORT: '0', HTTPS_PORT: '0' });
    expect(code).toBe(1);
    expect(text).toContain(`The data folder ${DATA_DIR} cannot be used`);
    expect(text).toContain('Move that file away, or choose another folder');
    expect(text).not.toContain('as the account');
    expect(text).not.toMatch(/^\s+at /m);
  }
});

test('admin:reset sets a new password and ends the logins, while the server runs', async () => {
  const { token = '' } = await login(server.adminPassword);
  const { code, text } = await run('server/start/adminReset.ts', [], { DATA_DIR: server.dataDir });
  expect(code).toBe(0);
  const password = /password {2}(\S+)/.exec(text)?.[1] ?? '';
  expect((await login(server.adminPassword)).code).not.toBe(200);
  expect((await login(password)).code).toBe(200);
  await expect.poll(() => codeOfOwnProfile(token)).toBe(401);
});

if (isLong)
  test('admin:reset reports an unknown account', async () => {
    const { code, text } = await run('server/start/adminReset.ts', ['--account', 'nobody'], {
      DATA_DIR: server.dataDir,
    });
    expect(code).toBe(1);
    expect(text).toContain('There is no account "nobody"');
  });

test('after kill -9, and after an end that a hanging client does not prevent, it restarts on its data', async () => {
  await server.kill9();
  await server.start();
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/terminal`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.pause();
  const upload = connect(server.port, '127.0.0.1');
  upload.on('error', () => {});
  const half =
    'POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
  await new Promise<void>((resolve) => upload.write(half, () => resolve()));
  expect(await server.end()).toBe(0);
  socket.terminate();
  upload.destroy();
  // While the server is down, the command starts and stops the database itself.
  const { code, text } = await run('server/start/adminReset.ts', [], { DATA_DIR: server.dataDir });
  expect(code).toBe(0);
  const password = /password {2}(\S+)/.exec(text)?.[1] ?? '';
  await server.start();
  expect((await login(password)).code).toBe(200);
});
