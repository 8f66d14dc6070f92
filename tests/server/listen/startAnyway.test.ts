import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { generate } from 'selfsigned';
import { afterEach, expect, test } from 'vitest';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/**
 * A server that has run before starts although its certificate cannot be read or a port is taken: it sounds alarms over
 * what is left, says what is wrong, and recovers by itself.
 */
let server: TestServer | undefined;
let taken: Server | undefined;
afterEach(async () => {
  await server?.stop();
  await new Promise((resolve) => (taken === undefined ? resolve(null) : taken.close(resolve)));
});

const wait = { timeout: 20_000, interval: 200 };

/** Logs in; returns the function that reads the open faults of these kinds. */
async function openFaults() {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username: 'admin', password: server?.adminPassword });
  const login = await fetch(`${server?.url}/v1/login`, { method: 'POST', headers, body });
  const { token } = ((await login.json()) as { value: { token: string } }).value;
  return async () => {
    const answer = await fetch(`${server?.url}/v1/fault?page_size=100`, { headers: { access_token: token } });
    const { value } = (await answer.json()) as {
      value: { rows: { kind: string; state: string; params: unknown }[] };
    };
    return value.rows.filter(
      ({ kind, state }) => ['certificate', 'port'].includes(kind) && state !== 'resolved',
    );
  };
}

/** Common name of the certificate that a port serves. */
function served(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

test('without a readable certificate it serves its self-signed one, and takes yours once it is there', async () => {
  const files = { TLS_CERT: '', TLS_KEY: '' };
  const env: Record<string, string> = {};
  server = await startServer({ env });
  await server.end();
  Object.assign(files, {
    TLS_CERT: join(server.dataDir, 'own.crt'),
    TLS_KEY: join(server.dataDir, 'own.key'),
  });
  Object.assign(env, files);
  await server.start();
  expect(await served(server.httpsPort)).toBe('Tocsin');
  const faults = await openFaults();
  await expect.poll(faults, wait).toMatchObject([{ kind: 'certificate', params: { error: 'ENOENT' } }]);

  const pair = await generate([{ name: 'commonName', value: 'pa.example.com' }], { keyType: 'ec' });
  writeFileSync(files.TLS_KEY, pair.private);
  writeFileSync(files.TLS_CERT, pair.cert);
  await expect.poll(() => served(server?.httpsPort ?? 0), wait).toBe('pa.example.com');
  await expect.poll(faults, wait).toEqual([]);

  // Lost again: the next start tells so.
  rmSync(files.TLS_CERT);
  await server.end();
  await server.start();
  expect(await served(server.httpsPort)).toBe('Tocsin');
  await expect.poll(faults, wait).toMatchObject([{ kind: 'certificate' }]);
});

/** Stops the server, and takes this port of it. */
async function take(port: number): Promise<void> {
  await server?.end();
  taken = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await new Promise((resolve) => taken?.once('listening', resolve));
}
async function free(): Promise<void> {
  await new Promise((resolve) => taken?.close(resolve));
  taken = undefined;
}

if (isLong)
  test('with HTTPS_PORT taken it serves HTTP, and opens HTTPS once the port is free', async () => {
    server = await startServer();
    const { httpsPort } = server;
    await take(httpsPort);
    await server.start();
    expect(server.httpsPort).toBeNull();
    const faults = await openFaults();
    const params = { setting: 'HTTPS_PORT', port: httpsPort, error: 'EADDRINUSE' };
    await expect.poll(faults, wait).toMatchObject([{ kind: 'port', params }]);
    await free();
    await expect.poll(() => served(httpsPort), wait).toBe('Tocsin');
    await expect.poll(faults, wait).toEqual([]);
  });

if (isLong)
  test('with PORT taken it serves HTTPS, and opens HTTP once the port is free', async () => {
    server = await startServer();
    const { port, httpsPort } = server;
    await take(port);
    await server.start();
    expect(server.port).toBeNull();
    expect(await served(httpsPort)).toBe('Tocsin');
    await free();
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
    await expect.poll(() => ready().catch(() => 0), wait).toBe(200);
  });
