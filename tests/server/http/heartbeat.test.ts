import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Pinged, startHeartbeat } from '../../../server/platform/http/heartbeat.ts';

/** Thread that continues while this one is blocked: it connects, and signals a ping. */
const CLIENT = `
  const { workerData } = require('node:worker_threads');
  const { WebSocket } = require('ws');
  const flag = new Int32Array(workerData.flag);
  const socket = new WebSocket(workerData.url, { autoPong: workerData.answers });
  socket.on('ping', () => { Atomics.store(flag, 0, 1); Atomics.notify(flag, 0); });
  socket.on('error', () => {});
`;
const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

async function member(answers: boolean): Promise<{ one: Pinged; flag: Int32Array }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const flag = new SharedArrayBuffer(4);
  const client = new Worker(CLIENT, { eval: true, workerData: { url, flag, answers } });
  ended.push(
    () => client.terminate(),
    () => server.close(),
  );
  const [socket] = (await once(server, 'connection')) as [WebSocket];
  const one = { socket, answered: true };
  socket.on('pong', () => {
    one.answered = true;
  });
  return { one, flag: new Int32Array(flag) };
}

test('a blocked server reads pending pongs before it declares a client silent', async () => {
  const { one, flag } = await member(true);
  let held = 0;
  const silent: Pinged[] = [];
  await new Promise<void>((done) => {
    const stop = startHeartbeat(() => [one], 50, {
      silent: (member) => silent.push(member),
      alive() {
        if (++held > 3) return done();
        // Between reading sockets and the next timers: the pong is in the socket, and the heartbeat is due
        // again.
        setImmediate(() => {
          Atomics.wait(flag, 0, 0);
          Atomics.store(flag, 0, 0);
          Atomics.wait(flag, 0, 0, 100);
        });
      },
    });
    ended.push(stop);
  });
  expect(silent).toEqual([]);
});

test('a client that does not answer is reported', async () => {
  const { one } = await member(false);
  const silent = await new Promise<Pinged>((resolve) => {
    ended.push(startHeartbeat(() => [one], 50, { silent: resolve }));
  });
  expect(silent).toBe(one);
});
