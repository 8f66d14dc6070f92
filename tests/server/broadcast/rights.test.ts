import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AirSite, startAirSite } from './airSite.ts';

let site: AirSite;
let song: number;
let east: number;
let own: number;
let other: number;
let token: string;
beforeAll(async () => {
  site = await startAirSite();
  song = await site.file('Song', 600);
  east = await site.zone('East');
  own = (await site.adopted('EAST-1', east)).id;
  other = (await site.adopted('TOP-1')).id;
  token = await site.limited('guard', east);
});
afterAll(() => site.close());

test("a task may only target the caller's zones", async () => {
  const start = (body: object) => site.as(token).start({ files: [song], ...body });
  expect((await start({ devices: [other] })).body).toMatchObject({ code: 404, key: 'terminal.notFound' });
  expect((await start({ orgs: [site.top()] })).body).toMatchObject({ code: 404, key: 'zone.notFound' });
  expect((await start({ devices: [own, other] })).body.code).toBe(404);
  const id = await site.started({ files: [song], orgs: [east] }, token);
  expect(site.live(id)).toMatchObject({ targets: 1 });
  await site.as(token).act(id, 'stop');
});

test("a task of other zones is hidden; of a shared one only the caller's part is stopped", async () => {
  const theirs = await site.started({ name: 'Theirs', files: [song], devices: [other] });
  const shared = await site.started({ name: 'Shared', files: [song], devices: [own, other] });
  const guard = site.as(token);
  expect((await guard.get(`/v1/task/${theirs}`)).body.code).toBe(404);
  expect((await guard.get(`/v1/task/${theirs}/target`)).body.code).toBe(404);
  expect((await guard.act(theirs, 'stop')).body.code).toBe(404);
  const listed = (await guard.get('/v1/task?state=on_air')).body.value as { rows: { id: number }[] };
  expect(listed.rows.map((row) => row.id)).toEqual([shared]);
  expect((await site.targets(shared, token)).map((row) => row.terminal_id)).toEqual([own]);

  expect((await guard.act(shared, 'pause')).body).toMatchObject({ code: 403, key: 'auth.outsideZone' });
  expect((await guard.act(shared, 'volume', { volume: 5 })).body.code).toBe(403);
  expect((await guard.files(shared, [song])).body.code).toBe(403);
  const all = await site.call('POST', '/v1/task/stop_all', { token });
  expect((all.body.value as { results: object[] }).results).toMatchObject([{ id: shared, ok: true }]);
  expect(site.device(own)).toMatchObject({ play_status: 3 });
  expect(site.live(shared)).toMatchObject({ targets: 1, org: [site.top()] });
  expect((await guard.act(shared, 'stop')).body.code).toBe(404);
  await site.post('/v1/task/stop_all', {});
});

test('every route requires its permission', async () => {
  await site.database.pool.query(
    `insert into role (code, name, permissions) values ('viewer', 'Viewer', '["menu_real_time_task"]')`,
  );
  const viewer = site.as(await site.limited('viewer', site.top(), 'viewer'));
  const id = await site.started({ files: [song], devices: [other] });
  expect((await viewer.get('/v1/task')).body.code).toBe(200);
  expect((await viewer.get(`/v1/task/${id}`)).body.code).toBe(200);
  expect((await viewer.start({ files: [song], devices: [other] })).body.code).toBe(403);
  for (const action of ['pause', 'resume', 'stop', 'next', 'previous'])
    expect((await viewer.act(id, action)).body.code).toBe(403);
  expect((await viewer.act(id, 'volume', { volume: 1 })).body.code).toBe(403);
  expect((await viewer.files(id, [song])).body.code).toBe(403);
  await site.act(id, 'stop');
  expect((await site.call('GET', '/v1/task')).body.code).toBe(401);
});

test('an unplayable task is refused before any sound, and stores nothing', async () => {
  const before = await site.database.pool.query('select count(*) from broadcast');
  const refused = async (body: object) => (await site.start({ devices: [own], ...body })).body;
  expect(await refused({ files: [] })).toMatchObject({ code: 400 });
  expect(await refused({ files: [999_999] })).toMatchObject({ code: 404 });
  expect(await refused({ files: [song], name: '' })).toMatchObject({ code: 400 });
  expect(await refused({ files: [song], name: 'x'.repeat(51) })).toMatchObject({ code: 400 });
  expect(await refused({ files: [song], volume: 101 })).toMatchObject({ code: 400 });
  expect(await refused({ files: [song], loop: 9 })).toMatchObject({ code: 400 });
  expect(await refused({ files: 'all' })).toMatchObject({ code: 400 });
  expect(await refused({ audio_source: 1, textContent: '  ' })).toMatchObject({ code: 400 });
  expect(await refused({ audio_source: 1, textContent: '…' })).toMatchObject({ code: 999 });
  expect(await refused({ files: [song], devices: [], orgs: [] })).toMatchObject({ code: 400 });
  const empty = await site.zone('Empty');
  expect(await refused({ files: [song], devices: [], orgs: [empty] })).toMatchObject({
    code: 999,
    key: 'broadcast.noDevices',
  });
  const lost = await site.file('Lost', 10);
  rmSync(join(site.deps.env.DATA_DIR, 'media', 'file', String(lost)), { recursive: true });
  expect(await refused({ files: [lost] })).toMatchObject({
    code: 999,
    key: 'broadcast.sourceNotAvailable',
    message: expect.stringContaining('Lost'),
  });
  expect((await site.act(999_999, 'stop')).body).toMatchObject({ code: 404 });
  expect((await site.act(2_147_483_648, 'stop')).body).toMatchObject({ code: 400 });
  expect((await site.get('/v1/task/x')).body).toMatchObject({ code: 400 });
  const after = await site.database.pool.query('select count(*) from broadcast');
  expect(after.rows).toEqual(before.rows);
});

test('a terminal removed from the site leaves its tasks', async () => {
  const gone = await site.adopted('GONE-1');
  const id = await site.started({ files: [song], devices: [gone.id, other] });
  await site.call('DELETE', `/v1/device/${gone.id}`, { token: site.token });
  expect(await site.targets(id)).toMatchObject([{ terminal_id: other }]);
  await expect.poll(() => site.live(id)?.targets).toBe(1);
  await site.act(id, 'stop');
});
