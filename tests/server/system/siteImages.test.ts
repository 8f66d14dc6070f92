import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SiteImages } from '../../../contract/entities/site/siteImage.ts';
import type { SiteInfo, SiteLive } from '../../../contract/entities/site/systemConfig.ts';
import { createSiteImages } from '../../../server/platform/config/siteImages.ts';
import { makePng, pngChunk } from '../../support/png.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
});
afterAll(() => site.close());

async function put(sound: string, file: Uint8Array, as = token) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'picture.png');
  const response = new Response(form);
  const answer = await site.app.inject({
    method: 'PUT',
    url: `/v1/sys/image/${sound}`,
    headers: {
      lang: 'en',
      access_token: as,
      'content-type': response.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await response.arrayBuffer()),
  });
  return answer.json() as { code: number; message: string; value: SiteImages };
}
const info = async () => (await site.call('GET', '/v1/site')).body.value as SiteInfo;
const folder = () => join(site.deps.env.DATA_DIR, 'site');
const files = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const live = () => site.deps.live.topic<SiteLive>('site').snapshot()[0];

test('a logo is stored, served publicly with caching and without scripts, and announced to every console', async () => {
  const { code, value } = await put('logo', makePng(300, 100));
  expect(code).toBe(200);
  expect(value.logo).toMatchObject({ width: 300, height: 100 });
  expect((await info()).images).toEqual(value);
  expect(live()?.images).toEqual(value);
  const picture = await site.app.inject(value.logo?.url ?? '');
  expect(picture.statusCode).toBe(200);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(picture.rawPayload.equals(makePng(300, 100))).toBe(true);
});

test('only chunks that draw the picture are kept: no texts, no animation', async () => {
  const more = [
    pngChunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
    pngChunk('acTL', Buffer.alloc(8)),
  ];
  const { value } = await put('login', makePng(64, 36, { more }));
  const picture = await site.app.inject(value.login?.url ?? '');
  expect(picture.rawPayload.equals(makePng(64, 36))).toBe(true);
});

test('a new picture replaces the old one and its file; a reset removes all', async () => {
  const before = (await put('shell', makePng(40, 20))).value.shell;
  const after = (await put('shell', makePng(40, 20, { colour: [1, 2, 3] }))).value.shell;
  expect(after?.url).not.toBe(before?.url);
  expect((await site.app.inject(before?.url ?? '')).statusCode).toBe(404);
  const one = await site.call('DELETE', '/v1/sys/image/shell', { token });
  expect((one.body.value as SiteImages).shell).toBeNull();
  expect((await info()).images.logo).not.toBeNull();
  await site.call('DELETE', '/v1/sys/image', { token });
  expect(Object.values((await info()).images).every((image) => image === null)).toBe(true);
  expect(files()).toEqual([]);
  const { rows } = await site.database.pool.query(
    "select after from audit where entity = 'sys_config' order by id desc limit 1",
  );
  expect(rows[0].after).toEqual({ image_logo: null, image_login: null });
});

test('malicious files are refused with the usual messages, without leftovers', async () => {
  const bomb = makePng(100, 100, { pixels: deflateSync(Buffer.alloc(200_000_000)) });
  expect(bomb.length).toBeLessThan(1_048_576);
  const damaged = makePng(30, 10);
  damaged[40] = (damaged[40] ?? 0) ^ 0xff;
  const few = makePng(100, 100, { pixels: deflateSync(Buffer.alloc(10)) });
  const notPacked = makePng(100, 100, { pixels: Buffer.alloc(500, 7) });
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(100)]);
  for (const file of [bomb, damaged, few, notPacked, gif, Buffer.alloc(0)]) {
    const answer = await put('login', file);
    expect(answer).toMatchObject({ code: 400, message: 'Please upload PNG pictures' });
  }
  expect(await put('logo', makePng(200, 160))).toMatchObject({
    code: 400,
    message: 'The logo must be 3:1, length to width',
  });
  const huge = Buffer.concat([makePng(30, 10), Buffer.alloc(5_000_000)]);
  expect((await put('login', huge)).code).toBe(413);
  const json = await site.call('PUT', '/v1/sys/image/logo', { token, body: { file: 'x' } });
  expect(json.body.code).toBe(400);
  expect(files()).toEqual([]);
});

test('only a picture in use can be read, by its own name', async () => {
  writeFileSync(join(site.deps.env.DATA_DIR, 'secret.png'), 'secret');
  for (const name of [
    '..%2Fsecret.png',
    'secret.png',
    `${'0'.repeat(64)}.png`,
    '%00',
    `${'A'.repeat(64)}.png`,
  ])
    expect((await site.app.inject(`/v1/site/image/${name}`)).statusCode).toBe(404);
});

test('after a kill between file and database the file is removed; pictures in use stay', async () => {
  const { value } = await put('logo', makePng(600, 200));
  const [kept] = files();
  writeFileSync(join(folder(), `${'a'.repeat(64)}.png.part`), 'half');
  writeFileSync(join(folder(), `${'b'.repeat(64)}.png`), 'never named');
  const again = await createSiteImages(
    { db: site.deps.db, audit: site.deps.audit, isAway: false, log: { error: () => {} } },
    site.deps.env.DATA_DIR,
    () => {},
  );
  expect(again.get()).toEqual(value);
  expect(files()).toEqual([kept]);
});

test("titles replace the brand's at once, and an empty one restores the brand's", async () => {
  await site.call('PATCH', '/v1/sys/config', { token, body: { title_en: 'Riverside School' } });
  expect((await info()).titles).toEqual({ cn: '', en: 'Riverside School', kr: '' });
  expect(live()?.titles.en).toBe('Riverside School');
  const long = await site.call('PATCH', '/v1/sys/config', { token, body: { title_en: 'x'.repeat(61) } });
  expect(long.body.code).toBe(400);
});
