import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { type StreamServer, startStreamServer, toneBytes } from '../radio/streamServer.ts';

let site: AirSite;
let server: StreamServer;
let song: number;
const tone = toneBytes('mp3', 10);
beforeAll(async () => {
  server = await startStreamServer();
  site = await startAirSite({ allow: '127.0.0.1', times: { startMs: 60_000 } });
  song = await site.file('Song', 600);
});
afterAll(async () => {
  await site.close();
  await server.close();
});

const long = { timeout: 60_000 };
const opened = (client: { heard: { type: string }[] }) =>
  client.heard.filter(({ type }) => type === 'stream.open').length;
const stopped = { code: 999, message: expect.stringContaining('was stopped before it began') };

/** Source that is silent until it is released. */
function slowSource(name: string) {
  const requested = Promise.withResolvers<() => void>();
  const url = server.serve(`/slow-${name}`, (response) =>
    requested.resolve(() => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(tone)),
  );
  return { body: { audio_source: 5, url }, requested: requested.promise };
}
/** Blocks storing of broadcasts. */
async function locked() {
  const client = await site.database.pool.connect();
  await client.query('begin');
  await client.query('lock table broadcast in share row exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}
async function waiting(): Promise<number> {
  const { rows } = await site.database.pool.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0].n;
}

test('stop all ends a start whose source has not responded', async () => {
  const { client, id } = await site.adopted('SLOW-1');
  const { body, requested } = slowSource('all');
  const start = site.start({ ...body, devices: [id] });
  const answer = await requested;
  // Not listed yet, so only the response counts it.
  expect((await site.post('/v1/task/stop_all', {})).body.value).toEqual({ results: [], starts: 1 });
  expect((await site.post('/v1/task/stop_all', {})).body.value).toEqual({ results: [], starts: 0 });
  answer();
  expect((await start).body).toMatchObject(stopped);
  expect(opened(client)).toBe(0);
});

test('stop all ends a start whose rows are being stored; broadcasts started after it sound', async () => {
  const { client, id } = await site.adopted('SLOW-2');
  const free = await locked();
  const start = site.start({ files: [song], devices: [id] });
  await expect.poll(waiting, long).toBe(1);
  const stop = site.post('/v1/task/stop_all', {});
  // The stop is stored too, as other rows do not block it.
  expect((await stop).body.code).toBe(200);
  await free();
  expect((await start).body).toMatchObject(stopped);
  expect(opened(client)).toBe(0);
  expect(site.device(id)).toMatchObject({ task_id: null });
  const { rows } = await site.database.pool.query('select 1 from broadcast_target where terminal_id = $1', [
    id,
  ]);
  expect(rows).toEqual([]);
  const next = await site.started({ files: [song], devices: [id] });
  expect((await client.next('stream.open')).stream).toBe(next);
});

test('a stop at one terminal of a pending start leaves it to the others', async () => {
  const [one, two] = [await site.adopted('SLOW-3'), await site.adopted('SLOW-4')];
  const free = await locked();
  const start = site.start({ files: [song], devices: [one.id, two.id] });
  await expect.poll(waiting, long).toBe(1);
  const stop = await site.post('/v1/device/batch', { ids: [one.id], action: 'stop' });
  expect(stop.body.value).toMatchObject({ results: [{ id: one.id, ok: true }] });
  await free();
  const { id } = (await start).body.value as { id: number };
  expect((await two.client.next('stream.open')).stream).toBe(id);
  await expect.poll(() => site.device(one.id), long).toMatchObject({ task_id: null });
  expect(site.device(two.id)).toMatchObject({ task_id: id });
});

test('a caller who may not see a terminal does not stop a start there', async () => {
  const zone = await site.zone('Elsewhere');
  const token = await site.limited('stranger', zone);
  const { client, id } = await site.adopted('SLOW-5');
  const free = await locked();
  const start = site.start({ files: [song], devices: [id] });
  await expect.poll(waiting, long).toBe(1);
  expect((await site.post('/v1/task/stop_all', {}, token)).body.value).toMatchObject({ starts: 0 });
  await free();
  const { id: task } = (await start).body.value as { id: number };
  expect((await client.next('stream.open')).stream).toBe(task);
});
