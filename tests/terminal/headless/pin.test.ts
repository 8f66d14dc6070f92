import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { keyDigest, serverCertificate } from '../../../server/start/listen/tls.ts';
import { fetchFrom } from '../../../terminal/headless/fetchItem.ts';
import { createTerminal } from '../../../terminal/headless/terminal.ts';

let folder: string;
let server: Server;
let sockets: WebSocketServer;
let pin: string;
let url: string;
let requests: string[];
let refusals: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-pin-'));
  const pair = await serverCertificate({ DATA_DIR: folder }, { dns: ['elsewhere'], ip: [] });
  pin = keyDigest(pair.cert);
  requests = [];
  refusals = 0;
  server = createServer(pair, (request, response) => {
    requests.push(request.url ?? '');
    response.end('item');
  });
  server.on('upgrade', (request) => requests.push(request.url ?? ''));
  // A client that ends the handshake, or the connection after it, without a request.
  server.on('secureConnection', (socket) => socket.on('close', () => refusals++));
  server.on('tlsClientError', () => refusals++);
  sockets = new WebSocketServer({ server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const client of sockets.clients) client.terminate();
  sockets.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const other = 'ab'.repeat(32);

test('a terminal with the pinned key says hello whatever the certificate is for', async () => {
  const terminal = createTerminal({ server: url, code: 'PIN-1', decode: false, pin });
  const [socket] = (await once(sockets, 'connection')) as [WebSocket];
  const [data] = await once(socket, 'message');
  expect(JSON.parse(String(data))).toMatchObject({ type: 'hello', code: 'PIN-1' });
  terminal.stop();
});

test('a server with another key gets no request, neither of the socket nor of a download', async () => {
  const terminal = createTerminal({ server: url, code: 'PIN-2', decode: false, pin: other });
  await expect.poll(() => refusals).toBeGreaterThan(1);
  terminal.stop();
  const trust = { insecure: true, pin: other };
  expect(await fetchFrom(() => url, trust)('item', 'ticket')).toEqual({ kind: 'failed' });
  expect(requests).toEqual([]);
  const good = await fetchFrom(() => url, { insecure: false, pin })('item', 'ticket');
  expect(good).toMatchObject({ kind: 'bytes' });
});

test('a terminal with a pinned key sends nothing over plain HTTP', async () => {
  const plain = url.replace('https', 'http');
  const trust = { insecure: true, pin };
  expect(await fetchFrom(() => plain, trust)('item', 'ticket')).toEqual({ kind: 'failed' });
  expect(requests).toEqual([]);
});
