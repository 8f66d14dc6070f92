import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchResult } from '../../../contract/api/envelope.ts';
import type { FileGroup, FileLive, MediaFile } from '../../../contract/entities/sound/file.ts';
import type { TicketValue } from '../../../contract/entities/sound/upload.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';
import { mediaTree, tone, uploaded } from './site.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
});
afterAll(() => site.close());

const call = async <T>(method: string, url: string, body?: object) => {
  const answer = await site.call(method, url, { token, ...(body ? { body } : {}) });
  return { ...answer, value: answer.body.value as T, key: answer.body.key };
};
const sound = (name = 'Gong.wav', query = '') => uploaded(site.app, token, { name, bytes: tone() }, query);
async function built(name?: string): Promise<MediaFile> {
  const file = await sound(name);
  await site.deps.media.files.idle();
  return file;
}
const ticket = async (id: number, kind: string) =>
  (await call<TicketValue>('POST', `/v1/file/${id}/ticket`, { kind })).value.url;
const plain = (url: string, headers = {}) => site.app.inject({ method: 'GET', url, headers });

test('a file is renamed, put into a group and found there', async () => {
  const { value: group } = await call<FileGroup>('POST', '/v1/file_group', { name: 'Bells' });
  const file = await sound();
  const { value: changed } = await call<MediaFile>('PATCH', `/v1/file/${file.id}`, {
    name: '上课铃',
    group_id: group.id,
  });
  expect(changed).toMatchObject({ name: '上课铃', original_name: 'Gong.wav', group_id: group.id });
  const direct = await sound('Direct.wav', `?group_id=${group.id}`);
  expect(direct.position).toBeGreaterThan(0);
  const { value } = await call<{ rows: MediaFile[] }>('GET', `/v1/file?group_id=${group.id}&sort=name`);
  expect(value.rows.map((row) => row.id).sort()).toEqual([file.id, direct.id].sort());
  expect((await call('PATCH', `/v1/file/${file.id}`, { group_id: 999_999 })).body.code).toBe(404);
  const busy = await call('DELETE', `/v1/file_group/${group.id}`);
  expect(busy).toMatchObject({ status: 409, key: 'media.groupNotEmpty' });
  expect(busy.body.message).toContain('2');
  await call('POST', '/v1/file/batch', { ids: [file.id, direct.id], action: 'delete' });
  expect((await call('DELETE', `/v1/file_group/${group.id}`)).body.code).toBe(200);
});

test('groups keep the given order', async () => {
  for (const name of ['One', 'Two', 'Three']) await call('POST', '/v1/file_group', { name });
  const order = async () =>
    (await call<{ rows: FileGroup[] }>('GET', '/v1/file_group?sort=position')).value.rows.map(
      (row) => row.name,
    );
  expect(await order()).toEqual(['One', 'Two', 'Three']);
  const [first] = (await call<{ rows: FileGroup[] }>('GET', '/v1/file_group?sort=position')).value.rows;
  await call('PATCH', `/v1/file_group/${first!.id}`, { position: 1000 });
  expect(await order()).toEqual(['Two', 'Three', 'One']);
});

test('a deleted file is removed from the list, the live topic and the disk, even while it is being built', async () => {
  const file = await sound();
  const topic = site.deps.live.topic<FileLive>('file');
  expect((await call('DELETE', `/v1/file/${file.id}`)).body.code).toBe(200);
  await site.deps.media.files.idle();
  expect(topic.get(file.id)).toBeUndefined();
  expect(mediaTree(site.deps.env.DATA_DIR).filter((path) => path.startsWith(`file/${file.id}`))).toEqual([]);
  expect((await call('GET', `/v1/file/${file.id}`)).body.code).toBe(404);
});

test('a file on the air cannot be deleted, and the message names the broadcast', async () => {
  const file = await built();
  const [item] = await site.deps.media.files.items([file.id]);
  expect(item).toMatchObject({ kind: 'file', name: 'Gong', duration_ms: 1000 });
  expect(item!.path).toBe(`media/file/${file.id}/programme`);
  await site.database.pool.query(
    `insert into broadcast (task_type, name, audio_source, priority, play_order, loop, seed, items, state, anchor_at)
     values (1, 'Lunch music', 0, 50, 0, 0, 1, $1, 'playing', 0)`,
    [JSON.stringify([item])],
  );
  const refused = await call('DELETE', `/v1/file/${file.id}`);
  expect(refused).toMatchObject({ status: 409, key: 'media.inUse' });
  expect(refused.body.message).toContain('Lunch music');
  const batch = await call<{ results: { ok: boolean; message: string }[] }>('POST', '/v1/file/batch', {
    ids: [file.id],
    action: 'delete',
  });
  expect(batch.value.results[0]).toMatchObject({ ok: false, code: 409 });
  await site.database.pool.query(`update broadcast set state = 'ended'`);
  expect((await call('DELETE', `/v1/file/${file.id}`)).body.code).toBe(200);
});

test('the items of a broadcast: missing or unready files are refused', async () => {
  const file = await built();
  expect(await site.deps.media.files.items([file.id, file.id])).toHaveLength(2);
  await expect(site.deps.media.files.items([999_999])).rejects.toMatchObject({ code: 404 });
  await site.database.pool.query(`update file set build_status = 'waiting' where id = $1`, [file.id]);
  await expect(site.deps.media.files.items([file.id])).rejects.toMatchObject({ key: 'media.notReady' });
  await site.database.pool.query(`update file set build_status = 'built' where id = $1`, [file.id]);
});

test('listening: Ogg, whole and in ranges, by a ticket', async () => {
  const { id } = await built();
  const url = await ticket(id, 'listen');
  const whole = await plain(url);
  expect(whole.statusCode).toBe(200);
  expect(whole.headers).toMatchObject({ 'content-type': 'audio/ogg', 'accept-ranges': 'bytes' });
  const bytes = whole.rawPayload;
  expect(bytes.subarray(0, 4).toString()).toBe('OggS');

  const range = async (value: string) => plain(url, { range: value });
  const middle = await range('bytes=100-199');
  expect(middle.statusCode).toBe(206);
  expect(middle.headers['content-range']).toBe(`bytes 100-199/${bytes.length}`);
  expect(middle.rawPayload.equals(bytes.subarray(100, 200))).toBe(true);
  expect((await range('bytes=-50')).rawPayload.equals(bytes.subarray(-50))).toBe(true);
  expect((await range(`bytes=${bytes.length - 10}-`)).rawPayload.length).toBe(10);
  expect((await range('bytes=0-99999999')).rawPayload.equals(bytes)).toBe(true);
  const outside = await range(`bytes=${bytes.length}-`);
  expect(outside.statusCode).toBe(416);
  expect(outside.headers['content-range']).toBe(`bytes */${bytes.length}`);
  for (const odd of ['bytes=5-2', 'bytes=', 'lines=1-2', 'bytes=0-1,4-5'])
    expect((await range(odd)).statusCode, odd).toBe(200);
  const other = await plain(url, { range: 'bytes=0-9', 'if-range': '"another"' });
  expect(other.statusCode).toBe(200);
});

test('downloading: the uploaded bytes, under the original name', async () => {
  const { id } = await built("课间操 '2024' (1) 100% *.wav");
  const answer = await plain(await ticket(id, 'download'));
  expect(answer.rawPayload.equals(tone())).toBe(true);
  const disposition = String(answer.headers['content-disposition']);
  expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''/);
  const encoded = disposition.split("UTF-8''")[1]!;
  expect(decodeURIComponent(encoded)).toBe("课间操 '2024' (1) 100% *.wav");
  expect(encoded).not.toMatch(/['()*"]/);
});

test('a ticket is for one path and one login, and ends with it', async () => {
  const { id } = await built();
  const other = await built();
  const url = await ticket(id, 'listen');
  const secret = url.split('?')[1]!;
  expect((await plain(`/v1/file/${other.id}/listen?${secret}`)).statusCode).toBe(401);
  expect((await plain(`/v1/file/${id}/download?${secret}`)).statusCode).toBe(401);
  expect((await plain(`/v1/file/${id}/listen?ticket=wrong`)).statusCode).toBe(401);
  expect((await plain(`/v1/file/${id}/listen`)).statusCode).toBe(400);
  expect((await plain(url)).statusCode).toBe(200);

  const leaving = await site.login();
  const theirs = await site.call('POST', `/v1/file/${id}/ticket`, {
    token: leaving,
    body: { kind: 'listen' },
  });
  const { url: mine } = theirs.body.value as TicketValue;
  expect((await plain(mine)).statusCode).toBe(200);
  await site.call('POST', '/v1/logout', { token: leaving });
  expect((await plain(mine)).statusCode).toBe(401);
});

test('a deleted file is refused with its own messages for listening and downloading', async () => {
  const { id } = await built();
  const listen = await ticket(id, 'listen');
  const download = await ticket(id, 'download');
  await call('DELETE', `/v1/file/${id}`);
  expect((await plain(download)).json()).toMatchObject({
    code: 404,
    message: 'The file has been deleted, download failed',
  });
  expect((await plain(listen)).json()).toMatchObject({ code: 404, message: 'Unable to play' });
  expect((await call('POST', `/v1/file/${id}/ticket`, { kind: 'download' })).key).toBe('media.fileDeleted');

  const lost = await built();
  const url = await ticket(lost.id, 'download');
  rmSync(join(site.deps.env.DATA_DIR, 'media', 'file', String(lost.id)), { recursive: true });
  expect((await plain(url)).json()).toMatchObject({ code: 404, key: 'media.fileDeleted' });
});

test('a file whose build failed cannot be listened to, but downloaded and built again', async () => {
  const { id } = await built();
  await site.database.pool.query(
    `update file set build_status = 'failed', build_error = 'media.fileBroken' where id = $1`,
    [id],
  );
  expect((await call('POST', `/v1/file/${id}/ticket`, { kind: 'listen' })).key).toBe('media.notReady');
  expect((await plain(await ticket(id, 'download'))).statusCode).toBe(200);
  const build = async () =>
    (await call<BatchResult>('POST', '/v1/file/batch', { ids: [id], action: 'build' })).value.results;
  expect(await build()).toMatchObject([{ id, ok: true }]);
  await site.deps.media.files.idle();
  expect((await call<MediaFile>('GET', `/v1/file/${id}`)).value.build_status).toBe('built');
  expect(await build()).toMatchObject([{ id, ok: false, code: 409 }]);
});

test("the built-in chimes become files of the library once, with names in the caller's language", async () => {
  const add = (lang: string) => site.call('POST', '/v1/file/chimes', { token, headers: { lang } });
  expect((await add('kr')).body.value).toEqual({ added: 3 });
  expect((await add('en')).body.value).toEqual({ added: 0 });
  const { body } = await site.call('GET', '/v1/file?q=차임&sort=name', { token });
  const { rows } = body.value as { rows: { id: number; name: string; original_name: string }[] };
  expect(rows.map((row) => row.name)).toEqual(['2음 차임', '4음 차임']);
  await site.deps.media.files.idle();
  const built = await site.call('GET', `/v1/file/${rows[0]?.id}`, { token });
  expect(built.body.value).toMatchObject({ build_status: 'built', format: 'WAV' });
});
