import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
let port: number;
let isClosed = false;
const open: Socket[] = [];

beforeAll(async () => {
  site = await createTestApp();
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  if (!isClosed) await site.close();
});

const websocket =
  'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** Sends a request by hand and collects what comes back. */
function request(path: string, headers = `Connection: Upgrade\r\n${websocket}`) {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  const state = { socket, answer: '', closed: false };
  socket.on('error', () => {});
  socket.on('data', (data) => {
    state.answer += data;
  });
  socket.on('close', () => {
    state.closed = true;
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  return state;
}

test.each([
  ['an address that cannot be parsed', '/v1/%zz', 400],
  ['a parameter that is too long', `/v1/device/${'9'.repeat(300)}`, 400],
  // 400 where the console is built: its pages are a route for every path.
  ['an unknown route', '/v1/nowhere', '(400|404)'],
  ['a socket without a ticket', '/v1/socket', 400],
  ['a socket with a ticket that was never issued', '/v1/socket?ticket=guess', 401],
  ['a route that is no socket', '/healthz', 400],
])('an upgrade to %s is answered, and its connection ends', async (_title, path, status) => {
  const client = request(path);
  await eventually(() => expect(client.closed).toBe(true));
  expect(client.answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('an offer of HTTP/2 is ignored: the request is answered by HTTP/1.1', async () => {
  const client = request(
    '/healthz',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n',
  );
  await eventually(() => expect(client.answer).toMatch(/^HTTP\/1.1 200 /));
  expect(client.closed).toBe(false);
});

test('an upgrade that arrives while the server stops does not keep it from ending', async () => {
  // A request whose body is missing keeps the server stopping until it is cut.
  const slow = request('/v1/login', 'Content-Type: application/json\r\nContent-Length: 10\r\n');
  await eventually(() => expect(slow.socket.connecting).toBe(false));
  const late = connect(port, '127.0.0.1');
  open.push(late);
  await new Promise((resolve) => late.once('connect', resolve));
  late.write('GET /v1/socket HTTP/1.1\r\n');
  const closing = site.close().then(() => {
    isClosed = true;
  });
  late.on('error', () => {});
  let answer = '';
  late.on('data', (data) => {
    answer += data;
  });
  late.write(`Host: x\r\nConnection: Upgrade\r\n${websocket}\r\n`);
  await eventually(() => expect(answer).toMatch(/^HTTP\/1.1 (503|400) /));
  slow.socket.destroy();
  await closing;
  expect(isClosed).toBe(true);
});
