import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { mayCome } from '../../../server/platform/db/claim.ts';

/** Error of connecting to this port. */
async function failure(port: number): Promise<unknown> {
  const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 });
  client.on('error', () => {});
  return client.connect().then(
    () => null,
    (error: unknown) => error,
  );
}

test('a database that accepts a connection without answering is waited for, like one that is not running yet', async () => {
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

test('a database that refuses the login is not waited for', () => {
  expect(mayCome(Object.assign(new Error('password authentication failed'), { code: '28P01' }))).toBe(false);
});
