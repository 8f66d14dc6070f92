import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { mayCome } from '../../../server/db/claim.ts';

/** The error with which connecting to this port fails. */
async function failure(port: number): Promise<unknown> {
  const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 });
  client.on('error', () => {});
  return client.connect().then(
    () => null,
    (error: unknown) => error,
  );
}

test('a database that takes a connection and does not answer yet is waited for, as one that is not there yet', async () => {
  const taken: Socket[] = [];
  const silent = createServer((socket) => taken.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  expect(mayCome(await failure(port))).toBe(true);
  silent.close();
  for (const socket of taken) socket.destroy();
  await once(silent, 'close');
  expect(mayCome(await failure(port))).toBe(true);
});

test('one that refuses the login is not waited for', () => {
  expect(mayCome(Object.assign(new Error('password authentication failed'), { code: '28P01' }))).toBe(false);
});
