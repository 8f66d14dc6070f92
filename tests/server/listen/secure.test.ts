import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { readEnv } from '../../../server/platform/process/env.ts';
import { listenSecure, type Secure } from '../../../server/start/listen/secure.ts';

let dataDir: string;
let app: FastifyInstance;
let secure: Secure | null;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-secure-'));
  app = Fastify();
  await app.register(websocket);
  await app.register(async (routes) => {
    routes.get('/echo', { websocket: true }, (socket, request) => {
      socket.on('message', (text) => socket.send(`${request.protocol} ${text}`));
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const env = readEnv({ DATA_DIR: dataDir, HOST: '127.0.0.1', HTTPS_PORT: '0' });
  secure = await listenSecure(app, env, { metrics: new Registry(), faults: { open() {}, resolve() {} } });
});
afterAll(async () => {
  await Promise.all([secure?.close(), app.close()]);
  rmSync(dataDir, { recursive: true });
});

test('a WebSocket opens over HTTP and HTTPS, and a route can distinguish them', async () => {
  const plain = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/echo`;
  const safe = `wss://127.0.0.1:${secure?.port}/echo`;
  const answers: string[] = [];
  for (const address of [plain, safe]) {
    const socket = new WebSocket(address, { rejectUnauthorized: false });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const answer = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
    socket.send('hello');
    answers.push(await answer);
    socket.terminate();
  }
  expect(answers).toEqual(['http hello', 'https hello']);
});

test('HTTPS_PORT=off serves HTTP only', async () => {
  const env = readEnv({ DATA_DIR: dataDir, HOST: '127.0.0.1', HTTPS_PORT: 'off' });
  expect(
    await listenSecure(app, env, { metrics: new Registry(), faults: { open() {}, resolve() {} } }),
  ).toBeNull();
});
