import type { AddressInfo } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { receiveFiles } from '../../../server/sound/files/receive.ts';
import { multipartOf } from './site.ts';

test('a client that is still sending when the disk fails is read to the end, then answered', async () => {
  const app = Fastify({ bodyLimit: 1e9 });
  await app.register(multipart);
  app.post('/', async (request, reply) => {
    await expect(receiveFiles(request, '/nowhere/at/all', 500)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(request.raw.readableEnded).toBe(true);
    return reply.status(400).send('no room');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { payload, type } = multipartOf([{ name: 'night.wav', bytes: Buffer.alloc(60_000_000) }]);
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(payload),
  });
  expect(await answer.text()).toBe('no room');
  await app.close();
});
