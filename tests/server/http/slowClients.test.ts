import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import {
  guardSlow,
  serverOptions,
  type slowClientLimits,
} from '../../../server/platform/http/slowClients.ts';
import { eventually } from '../../support/eventually.ts';

const limits = { headMs: 200, everyMs: 50, bodyMs: 200, bodyBytes: 1_000, connections: 8 };
const open: Socket[] = [];
let server: Server | undefined;

/** Server that responds with the length of the body; upgraded sockets stay open. */
async function listen(over: Partial<typeof slowClientLimits> = {}): Promise<number> {
  const chosen = { ...limits, ...over };
  server = createServer(serverOptions(chosen), (request, reply) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
    });
    request.on('end', () => reply.end(`got ${size}`));
  });
  server.on('upgrade', (_request, socket) => {
    open.push(socket as Socket);
    socket.on('error', () => {});
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
  });
  guardSlow(server, chosen);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function client(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  const state = { socket, received: '', closed: false };
  socket.on('error', () => {});
  socket.on('data', (data) => {
    state.received += data;
  });
  socket.on('close', () => {
    state.closed = true;
  });
  socket.write(text);
  return state;
}
const patient = { timeout: 60_000 };
const post = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await new Promise((resolve) => server?.close(resolve));
});

test('a client that sends no header, half a header, or a very slow body is disconnected; the server continues', async () => {
  const port = await listen();
  const silent = client(port, '');
  const half = client(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-');
  const drops = client(port, `${post(100_000)}{`);
  const dripping = setInterval(() => drops.socket.write('a'), 20);
  await eventually(
    () => expect([silent.closed, half.closed, drops.closed]).toEqual([true, true, true]),
    patient,
  );
  clearInterval(dripping);
  expect(drops.received).toBe('');
  expect(client(port, post(1)).socket.write('a')).toBe(true);
});

test('a long body that keeps arriving is accepted, however often it is checked', async () => {
  // A short pause of the machine does not make a body slow.
  const port = await listen({ headMs: 20_000, bodyMs: 600 });
  const length = 40_000;
  const upload = client(port, post(length));
  let sent = 0;
  const sending = setInterval(() => {
    if (sent >= length) return clearInterval(sending);
    upload.socket.write('a'.repeat(1_000));
    sent += 1_000;
  }, 25);
  await eventually(() => expect(upload.received).toContain(`got ${length}`), patient);
});

test('connections per address are limited; upgraded web sockets do not count', async () => {
  const port = await listen({ headMs: 60_000, connections: 3 });
  const sockets = [1, 2, 3, 4, 5].map(() =>
    client(port, 'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  );
  // A refused client retries, as terminals do.
  await eventually(
    () =>
      expect(sockets.slice(0, 3).map((one) => one.received)).toEqual(
        Array(3).fill(expect.stringContaining('101')),
      ),
    patient,
  );
  const waiting = [1, 2, 3].map(() => client(port, 'GET / HTTP/1.1\r\n'));
  const oneMore = client(port, 'GET / HTTP/1.1\r\n');
  await eventually(() => expect(oneMore.closed).toBe(true), patient);
  expect(waiting.map((one) => one.closed)).toEqual([false, false, false]);
  waiting[0]?.socket.destroy();
  const last = await eventually(async () => {
    const next = client(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => expect(next.received).toContain('got 0'), { timeout: 1_000 });
    return next;
  }, patient);
  expect(last.received).toContain('200 OK');
});

test('a connection with many consecutive bodies accumulates no memory', async () => {
  const port = await listen({ bodyMs: 20_000 });
  let [carrier, requests] = [null as Socket | null, 0];
  server?.on('connection', (socket) => {
    carrier = socket;
  });
  server?.on('request', () => {
    requests++;
  });
  const { socket, ...state } = client(port, '');
  const answers = { count: 0 };
  socket.on('data', (data) => {
    answers.count += data.toString().split('got 3').length - 1;
  });
  const listeners: number[] = [];
  for (let i = 1; i <= 12; i++) {
    socket.write(post(3));
    await eventually(() => expect(requests).toBe(i), patient);
    socket.write('abc');
    await eventually(() => expect(answers.count).toBe(i), patient);
    listeners.push((carrier as Socket | null)?.listenerCount('close') ?? -1);
  }
  expect(state.closed).toBe(false);
  expect(listeners.at(-1)).toBe(listeners[0]);
});
