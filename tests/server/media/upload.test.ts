import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageText } from '../../../contract/api/errors.ts';
import type { FileLive, MediaFile } from '../../../contract/entities/sound/file.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';
import { mediaTree, multipartOf, tone, upload, uploaded } from './site.ts';
import { encodeTo } from './sounds.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await createTestApp({ UPLOAD_MAX_MB: '2' });
  token = await site.login();
  await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => site.close());

const dataDir = () => site.deps.env.DATA_DIR;
const part = (name: string, bytes: Buffer | string) => ({ name, bytes: Buffer.from(bytes) });
const get = async (id: number) =>
  (await site.call('GET', `/v1/file/${id}`, { token })).body as unknown as { code: number; value: MediaFile };
const list = async () =>
  ((await site.call('GET', '/v1/file?limit=1000', { token })).body.value as { rows: MediaFile[] }).rows;

test('an upload is listed at once, built in the background, and keeps its original bytes', async () => {
  const bytes = tone(2);
  const file = await uploaded(site.app, token, part('Morning bell.wav', bytes));
  expect(file).toMatchObject({
    name: 'Morning bell',
    original_name: 'Morning bell.wav',
    size: bytes.length,
    format: 'WAV',
    group_id: null,
  });
  expect(file).not.toHaveProperty('sha256');
  await site.deps.media.files.idle();
  const { value: built } = await get(file.id);
  expect(built).toMatchObject({ build_status: 'built', build_error: null, duration_ms: 2000 });
  expect(built.loudness).toBeLessThan(-10);
  expect(built.rev).toBeGreaterThan(file.rev);
  const own = join(dataDir(), 'media', 'file', String(file.id));
  expect(readFileSync(join(own, 'original')).equals(bytes)).toBe(true);
  const { rows } = await site.database.pool.query('select sha256 from file where id = $1', [file.id]);
  expect(rows[0].sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(mediaTree(dataDir())).toEqual(
    ['original', 'programme/listen.ogg', 'programme/programme.opk'].map((name) => `file/${file.id}/${name}`),
  );
});

test.each([
  [
    'without an end',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\nabc',
  ],
  ['without a boundary', 'multipart/form-data', 'abc'],
  ['with a broken head', 'multipart/form-data; boundary=b', '--b\r\nabc\r\n\r\n'],
])('an upload %s is refused as incomplete, and leaves nothing', async (_what, type, payload) => {
  const before = mediaTree(dataDir());
  const answer = await site.app.inject({
    method: 'POST',
    url: '/v1/file/upload',
    headers: { access_token: token, 'content-type': type },
    payload,
  });
  expect(answer.json()).toMatchObject({
    code: 400,
    key: expect.stringMatching(/^media\.(uploadAborted|noFile)$/),
  });
  expect(mediaTree(dataDir())).toEqual(before);
});

test('names in any script are kept, without invalid characters', async () => {
  const names = [
    ['晨间广播 第一首.wav', '晨间广播 第一首.wav', '晨间广播 第一首'],
    ['아침 방송.wav'.normalize('NFD'), '아침 방송.wav', '아침 방송'],
    ['C:\\Users\\me\\Déjà vu.WAV', 'Déjà vu.WAV', 'Déjà vu'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    // As a browser sends the name 'The "old" 100% bell.wav'.
    ['The %22old%22 100% bell.wav', 'The "old" 100% bell.wav', 'The "old" 100% bell'],
    ['exe\u202evaw.txt', 'exevaw.txt', 'exevaw'],
    [`${'长'.repeat(300)}.wav`, `${'长'.repeat(251)}.wav`, '长'.repeat(100)],
  ];
  for (const [sent, original_name, name] of names) {
    const file = await uploaded(site.app, token, part(sent!, tone()));
    expect(file).toMatchObject({ original_name, name });
  }
});

test.each([
  ['nothing', '', 400, 'media.fileEmpty'],
  ['text', 'not a sound at all, only words', 400, 'media.notAudio'],
  ['a broken FLAC', 'fLaC and then nothing that could be decoded', 400, 'media.fileBroken'],
  ['more than allowed', Buffer.concat([tone(), Buffer.alloc(2_100_000)]), 413, 'media.fileTooLarge'],
])('%s is refused with its reason and leaves nothing behind', async (_what, bytes, status, key) => {
  await site.deps.media.files.idle();
  const before = [mediaTree(dataDir()).length, (await list()).length];
  const answer = await upload(site.app, token, [part('x.mp3', bytes)]);
  expect(answer).toMatchObject({ status, body: { code: status, key } });
  expect(answer.body.message).toBe(messageText(key as 'media.fileTooLarge', 'en', { limit: 2 }));
  await site.deps.media.files.idle();
  expect([mediaTree(dataDir()).length, (await list()).length]).toEqual(before);
});

test('several files at once: each has its own result', async () => {
  const parts = [part('a.wav', tone()), part('b.txt', 'words'), part('c.wav', tone())];
  const { status, body } = await upload(site.app, token, parts);
  expect(status).toBe(200);
  expect(body.value.files.map(({ original_name, ok, code }) => [original_name, ok, code])).toEqual([
    ['a.wav', true, 200],
    ['b.txt', false, 400],
    ['c.wav', true, 200],
  ]);
});

test('more than ten files, none, and a body that is no form are refused', async () => {
  await site.deps.media.files.idle();
  const before = mediaTree(dataDir());
  const eleven = Array.from({ length: 11 }, (_, i) => part(`${i}.wav`, tone()));
  expect(await upload(site.app, token, eleven)).toMatchObject({
    status: 400,
    body: { key: 'media.tooManyFiles' },
  });
  expect(await upload(site.app, token, [])).toMatchObject({ status: 400, body: { key: 'media.noFile' } });
  const json = await site.call('POST', '/v1/file/upload', { token, body: { a: 1 } });
  expect(json.status).toBe(400);
  expect(mediaTree(dataDir())).toEqual(before);
});

test('an unknown group is refused before reading the body', async () => {
  const answer = await upload(site.app, token, [part('a.wav', tone())], '?group_id=999');
  expect(answer).toMatchObject({ status: 404, body: { key: 'common.notFound' } });
});

test('uploading requires its permission and a login', async () => {
  await site.database.pool.query(
    `insert into role (code, name, permissions) values ('r', 'R', '["list_file"]')`,
  );
  await site.database.pool.query(
    `insert into account (code, name, password_hash, role_id, all_zones)
     select 'reader', 'Reader', password_hash, (select id from role where code = 'r'), true
     from account where code = 'admin'`,
  );
  const reader = await site.login('reader');
  expect((await upload(site.app, reader, [part('a.wav', tone())])).status).toBe(403);
  expect((await upload(site.app, 'nobody', [part('a.wav', tone())])).status).toBe(401);
  expect((await site.call('GET', '/v1/file', { token: reader })).status).toBe(200);
  expect((await site.call('DELETE', '/v1/file/1', { token: reader })).status).toBe(403);
});

test('a client that disconnects during its upload leaves nothing', async () => {
  await site.deps.media.files.idle();
  const before = [mediaTree(dataDir()), (await list()).length];
  const { payload, type } = multipartOf([part('cut.wav', tone(40))]);
  const { port } = site.app.server.address() as AddressInfo;
  const client = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/v1/file/upload',
    headers: { access_token: token, 'content-type': type, 'content-length': payload.length },
  });
  client.on('error', () => {});
  client.write(payload.subarray(0, payload.length / 2));
  // Half of it is on the disk.
  await eventually(() =>
    expect(mediaTree(dataDir()).some((path) => path.startsWith('incoming/'))).toBe(true),
  );
  client.destroy();
  await eventually(() => expect(mediaTree(dataDir())).toEqual(before[0]));
  expect((await list()).length).toBe(before[1]);
});

test('build progress is published live', async () => {
  const topic = site.deps.live.topic<FileLive>('file');
  const path = join(dataDir(), 'long.flac');
  encodeTo(path, 'flac', { rate: 8000, channels: 1, seconds: 300 }, () => 0);
  const file = await uploaded(site.app, token, part('long.flac', readFileSync(path)));
  expect(topic.get(file.id)).toMatchObject({ org: null });
  await eventually(
    () => {
      const row = topic.get(file.id);
      expect(row?.build_status).toBe('building');
      expect(row?.progress).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 5 },
  );
  await site.deps.media.files.idle();
  expect(topic.get(file.id)).toMatchObject({ build_status: 'built', duration_ms: 300_000 });
});
