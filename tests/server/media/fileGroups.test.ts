import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchResult } from '../../../contract/api/envelope.ts';
import type { FileGroup, FileGroupLive, FileLive, MediaFile } from '../../../contract/entities/sound/file.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';
import { tone, uploaded } from './site.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
});
afterAll(() => site.close());

const call = async <T>(method: string, url: string, body?: object) => {
  const answer = await site.call(method, url, { token, ...(body ? { body } : {}) });
  return { ...answer, value: answer.body.value as T };
};
const group = async (name: string) => (await call<FileGroup>('POST', '/v1/file_group', { name })).value.id;
const sound = (name: string, query = '') => uploaded(site.app, token, { name, bytes: tone(0.2) }, query);
const namesIn = async (filter: string) =>
  (await call<{ rows: MediaFile[] }>('GET', `/v1/file?group_id=${filter}&sort=position`)).value.rows.map(
    (row) => row.name,
  );

test('a file has its uploader, in the list, in its row and in the response to the upload', async () => {
  const file = await sound('Own.wav');
  const { name } = (await call<{ name: string }>('GET', '/v1/profile')).value;
  expect(file.uploaded_by_name).toBe(name);
  expect((await call<MediaFile>('GET', `/v1/file/${file.id}`)).value.uploaded_by_name).toBe(name);
  const renamed = await call<MediaFile>('PATCH', `/v1/file/${file.id}`, { name: 'Other' });
  expect(renamed.value.uploaded_by_name).toBe(name);
  await site.database.pool.query('update file set uploaded_by = null where id = $1', [file.id]);
  const { rows } = (await call<{ rows: MediaFile[] }>('GET', '/v1/file?q=Other')).value;
  expect(rows).toMatchObject([{ id: file.id, uploaded_by_name: '' }]);
  await call('DELETE', `/v1/file/${file.id}`);
});

test('files are moved in a batch: a result each, after the last of the new group, published live', async () => {
  const bells = await group('Bells');
  await sound('First.wav', `?group_id=${bells}`);
  const [a, b] = [await sound('A.wav'), await sound('B.wav')];
  const moved = await call<BatchResult>('POST', '/v1/file/batch', {
    action: 'move',
    ids: [a.id, 999_999, b.id],
    group_id: bells,
  });
  expect(moved.value.results.map(({ ok, code }) => [ok, code])).toEqual([
    [true, 200],
    [false, 404],
    [true, 200],
  ]);
  expect(await namesIn(String(bells))).toEqual(['First', 'A', 'B']);
  expect(site.deps.live.topic<FileLive>('file').get(a.id)).toMatchObject({ group_id: bells });
  const out = { action: 'move', ids: [a.id], group_id: null };
  expect((await call('POST', '/v1/file/batch', out)).body.code).toBe(200);
  expect(await namesIn('none')).toEqual(['A']);
  const nowhere = { action: 'move', ids: [a.id], group_id: 999_999 };
  expect((await call('POST', '/v1/file/batch', nowhere)).body.code).toBe(404);
  expect((await call('POST', '/v1/file/batch', { action: 'move', ids: [a.id] })).body.code).toBe(400);
});

test('groups are ordered at once, published live; unlisted ones follow', async () => {
  const ids = [await group('One'), await group('Two'), await group('Three')];
  const [one = 0, two = 0, three = 0] = ids;
  expect((await call('PUT', '/v1/file_group/order', { ids: [three, one] })).body.code).toBe(200);
  const { rows } = (await call<{ rows: FileGroup[] }>('GET', '/v1/file_group?sort=position')).value;
  const order = rows.map((row) => row.id).filter((id) => ids.includes(id));
  expect(order).toEqual([three, one, two]);
  const live = site.deps.live.topic<FileGroupLive>('file_group');
  const positions = order.map((id) => live.get(id)?.position ?? 0);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(live.get(three)).toMatchObject({ name: 'Three', org: null });
  await call('DELETE', `/v1/file_group/${two}`);
  expect(live.get(two)).toBeUndefined();
  await call('PATCH', `/v1/file_group/${one}`, { name: 'Uno' });
  expect(live.get(one)).toMatchObject({ name: 'Uno' });
});

test('moving requires edit_file, deleting delete_file, ordering edit_file_group', async () => {
  const role = async (permissions: string[]) => {
    const code = `r${permissions.join('').length}${permissions.length}`;
    const { rows } = await site.database.pool.query<{ id: number }>(
      `insert into role (code, name, permissions) values ($1, $1, $2) returning id`,
      [code, JSON.stringify(permissions)],
    );
    await site.database.pool.query(
      `insert into account (code, name, password_hash, role_id, all_zones)
       select $1, $1, password_hash, $2, true from account where code = 'admin'`,
      [code, rows[0]?.id],
    );
    return site.login(code);
  };
  const file = await sound('Guarded.wav');
  const editor = await role(['list_file', 'edit_file']);
  const remover = await role(['list_file', 'delete_file', 'list_file_group']);
  const as = async (who: string, method: string, url: string, body: object) =>
    (await site.call(method, url, { token: who, body })).body.code;
  const move = { action: 'move', ids: [file.id], group_id: null };
  const remove = { action: 'delete', ids: [file.id] };
  expect(await as(remover, 'POST', '/v1/file/batch', move)).toBe(403);
  expect(await as(editor, 'POST', '/v1/file/batch', remove)).toBe(403);
  expect(await as(editor, 'POST', '/v1/file/batch', move)).toBe(200);
  expect(await as(remover, 'PUT', '/v1/file_group/order', { ids: [1] })).toBe(403);
  expect(await as(remover, 'PUT', '/v1/file/order', { group_id: null, ids: [1] })).toBe(403);
  expect(await as(remover, 'POST', '/v1/file/batch', remove)).toBe(200);
});

test('the files of a group get an order, used by lists sorted by position and published live', async () => {
  const songs = await group('Songs');
  const [a, b, c] = [
    await sound('One.wav', `?group_id=${songs}`),
    await sound('Two.wav', `?group_id=${songs}`),
    await sound('Three.wav', `?group_id=${songs}`),
  ];
  const elsewhere = await sound('Elsewhere.wav');
  const order = { group_id: songs, ids: [c.id, elsewhere.id, a.id] };
  expect((await call('PUT', '/v1/file/order', order)).body.code).toBe(200);
  expect(await namesIn(String(songs))).toEqual(['Three', 'One', 'Two']);
  const live = (id: number) => site.deps.live.topic<FileLive>('file').get(id);
  expect(live(c.id)?.position).toBeLessThan(live(b.id)?.position ?? 0);
  expect(live(elsewhere.id)?.group_id).toBeNull();
  await sound('Four.wav', `?group_id=${songs}`);
  expect(await namesIn(String(songs))).toEqual(['Three', 'One', 'Two', 'Four']);
  expect((await call('PUT', '/v1/file/order', { group_id: songs, ids: [] })).body.code).toBe(400);
});

test('users of a file are listed before its deletion; a group that a task plays cannot be deleted', async () => {
  const [bell, free] = [await sound('Used bell.wav'), await sound('Free.wav')];
  const songs = await group('Played');
  const top = (await call<{ rows: { id: number }[] }>('GET', '/v1/partition')).value.rows[0]?.id;
  const task = (more: object) =>
    call<{ id: number }>('POST', '/v1/scheduled_task', {
      name: 'Every morning',
      audio_source: 0,
      start_date: '2026-01-01',
      start_time: '08:00',
      orgs: [top],
      ...more,
    });
  await site.deps.media.files.idle();
  const played = await task({ files: [bell.id] });
  expect(played.body.code).toBe(200);
  const used = await call('GET', `/v1/file/used?ids=${bell.id},${free.id}`);
  expect(used.value).toEqual([
    { id: bell.id, users: ['Every morning'], elsewhere: 0 },
    { id: free.id, users: [], elsewhere: 0 },
  ]);
  expect((await call('GET', '/v1/file/used?ids=1;drop')).body.code).toBe(400);
  expect((await call('GET', `/v1/file/used?ids=${Array(101).fill(1).join()}`)).body.code).toBe(400);
  const byGroup = await task({ name: 'Whole group', files: [], file_group: songs });
  expect(byGroup.body.code).toBe(200);
  expect((await call('DELETE', `/v1/file_group/${songs}`)).body).toMatchObject({
    code: 409,
    message: '“Played” is in use and cannot be deleted: Whole group',
  });
  await call('DELETE', `/v1/scheduled_task/${byGroup.value.id}`);
  expect((await call('DELETE', `/v1/file_group/${songs}`)).body.code).toBe(200);
});
