import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CommitProxy, createCommitProxy } from '../../support/commitProxy.ts';
import { type AirSite, startAirSite } from './airSite.ts';

/** Starts whose commit takes longer than the lead, or fails. */
let proxy: CommitProxy;
let site: AirSite;
let hall: Awaited<ReturnType<AirSite['adopted']>>;
let file: number;
beforeAll(async () => {
  const { hostname: host, port } = new URL(inject('postgresUrl'));
  proxy = await createCommitProxy({ host, port: Number(port) }, 'insert into "broadcast"');
  site = await startAirSite({ database: { port: proxy.port } });
  hall = await site.adopted('HALL');
  file = await site.file('Music', 60);
});
afterAll(async () => {
  proxy.release();
  await site.close();
  await proxy.close();
});

const start = () => site.start({ files: [file], devices: [hall.id] });
const wait = { timeout: 30_000 };

test('a start is heard before it is stored, and answered after it', async () => {
  const { client } = hall;
  proxy.next('held');
  let isAnswered = false;
  const answer = start().finally(() => {
    isAnswered = true;
  });
  const { stream } = await client.next('stream.open');
  await expect.poll(() => client.frames.length, wait).toBeGreaterThan(0);
  await expect.poll(() => proxy.met, wait).toBe(1);
  expect(isAnswered).toBe(false);
  proxy.release();
  expect((await answer).body).toMatchObject({ code: 200, value: { id: stream } });
  await site.act(stream, 'stop');
  await client.next('stream.close');
});

test('a start whose commit fails is withdrawn', async () => {
  const { client } = hall;
  proxy.next('lost');
  const answer = start();
  const { stream } = await client.next('stream.open');
  expect(await client.next('stream.close')).toMatchObject({ stream });
  expect((await answer).body.code).not.toBe(200);
  const { rows } = await site.database.pool.query('select id from broadcast where id = $1', [stream]);
  expect(rows).toEqual([]);
});
