import { createCipheriv, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Radio, RadioLive, RadioTestResult } from '../../../contract/entities/sound/radio.ts';
import { titleOf } from '../../../server/sound/radio/icy.ts';
import { createAddressPolicy } from '../../../server/sound/radio/policy.ts';
import { Station } from '../../../server/sound/radio/station.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';
import {
  aacPieces,
  mp4Pieces,
  type StreamServer,
  startOldShoutcast,
  startStreamServer,
  toneBytes,
} from './streamServer.ts';

let site: TestApp;
let server: StreamServer;
let token: string;
beforeAll(async () => {
  server = await startStreamServer();
  // Long timeouts: a slow start of the decoder or a slow name lookup is not a silent station.
  const streamTimes = { againMs: 50, stallMs: 60_000, trialMs: 60_000 };
  site = await createTestApp({ STREAM_ALLOW: '127.0.0.1' }, { streamTimes });
  token = await site.login();
});
afterAll(async () => {
  await site.close();
  await server.close();
});
afterEach(() => {
  server.state.isUp = true;
});

const call = async <T>(method: string, url: string, body?: object, on = site) => {
  const answer = await on.call(method, url, { token, ...(body ? { body } : {}) });
  return { ...answer, value: answer.body.value as T };
};
const tried = async (radio_url: string) =>
  (await call<RadioTestResult>('POST', '/v1/radio/test', { radio_url })).value;
const station = async (name: string, radio_url: string) =>
  (await call<Radio>('POST', '/v1/radio', { name, radio_url })).value;
const live = (id: number) => site.deps.live.topic<RadioLive>('radio').get(id);

test('an ICY station is tested by a connection: codec, bitrate, name and title', async () => {
  const { id } = await station('Harbour', `${server.url}/live`);
  expect(live(id)).toMatchObject({ state: 'untested', title: '' });
  const done = await call<RadioTestResult>('POST', `/v1/radio/${id}/test`);
  const known = { codec: 'MP3', bitrate: 128, station: 'Harbour 电台' };
  expect(done.value).toMatchObject({ ok: true, message: '', ...known, title: 'Morning — 晨曲' });
  expect(live(id)).toMatchObject({ state: 'works', error: null, ...known });
  expect((await call<Radio>('GET', `/v1/radio/${id}`)).value).toMatchObject({ state: 'works', ...known });
  await eventually(() => expect(server.listeners.size).toBe(0));
  server.state.isUp = false;
  const failed = await call<RadioTestResult>('POST', `/v1/radio/${id}/test`);
  expect(failed.value).toMatchObject({ ok: false, message: 'The server answers HTTP 503' });
  expect(live(id)).toMatchObject({ state: 'fails', error: 'radio.status?status=503' });
  const moved = await call<Radio>('PATCH', `/v1/radio/${id}`, { radio_url: `${server.url}/other` });
  expect(moved.value).toMatchObject({ state: 'untested', error: null, codec: '' });
  await call('DELETE', `/v1/radio/${id}`);
});

test.each(['adts', 'vorbis', 'opus', 'flac', 'm4a'] as const)(
  'a stream of %s is decoded',
  async (encoding) => {
    const bytes = toneBytes(encoding, 3);
    const url = server.serve(`/sound.${encoding}`, (response) => response.end(bytes));
    expect(await tried(url)).toMatchObject({ ok: true });
  },
);

test('playlists and redirects lead to their stream; old SHOUTcast servers are supported', async () => {
  const old = await startOldShoutcast(toneBytes('mp3', 5));
  try {
    expect(await tried(old.url)).toMatchObject({ ok: true, station: 'Old Station', codec: 'MP3' });
  } finally {
    await old.close();
  }
  const pls = server.serve('/a.pls', (response) =>
    response.end(`[playlist]\nNumberOfEntries=2\nFile1=${server.url}/gone\nFile2=${server.url}/live\n`),
  );
  expect(await tried(pls)).toMatchObject({ ok: true, station: 'Harbour 电台' });
  const m3u = server.serve('/a.m3u', (response) => response.end(`#EXTM3U\n#EXTINF:-1,x\n/live\n`));
  expect(await tried(m3u)).toMatchObject({ ok: true });
  const xspf = server.serve('/a.xspf', (response) =>
    response.end(
      '<?xml version="1.0"?><playlist xmlns="http://xspf.org/ns/0/"><trackList><track><location>' +
        `${server.url}/sound?a=1&amp;b=2</location></track></trackList></playlist>`,
    ),
  );
  server.serve('/sound?a=1&b=2', (response) => response.end(toneBytes('mp3', 3)));
  expect(await tried(xspf)).toMatchObject({ ok: true, codec: 'MP3' });
  const moved = server.serve('/moved', (response) => response.writeHead(302, { location: '/live' }).end());
  expect(await tried(moved)).toMatchObject({ ok: true });
  const round = server.serve('/round', (response) => response.writeHead(302, { location: '/round' }).end());
  expect(await tried(round)).toMatchObject({ ok: false, message: 'Too many redirects' });
});

test('HLS: master playlist, media playlist and segments; unsupported encryption is refused', async () => {
  const pieces = aacPieces(toneBytes('adts', 12), 86);
  for (const [i, piece] of pieces.entries()) server.serve(`/hls/${i}.aac`, (response) => response.end(piece));
  server.serve('/hls/media.m3u8', (response) =>
    response.end(
      `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n${pieces
        .map((_, i) => `#EXTINF:2.0,\n${i}.aac`)
        .join('\n')}\n#EXT-X-ENDLIST\n`,
    ),
  );
  const master = server.serve('/hls/master.m3u8', (response) =>
    response.end('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"\nmedia.m3u8\n'),
  );
  expect(await tried(master)).toMatchObject({ ok: true, codec: 'AAC' });
  const locked = server.serve('/hls/locked.m3u8', (response) =>
    response.end(
      '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI="key"\n#EXTINF:2,\n0.aac\n',
    ),
  );
  expect(await tried(locked)).toMatchObject({
    ok: false,
    message: 'The stream is encrypted and cannot be played',
  });
});

test('HLS with AES-128: segments are decrypted, with the segment number or an explicit IV', async () => {
  const key = randomBytes(16);
  const vector = randomBytes(16);
  const pieces = aacPieces(toneBytes('adts', 12), 86);
  server.serve('/aes/key', (response) => response.end(key));
  for (const [i, piece] of pieces.entries()) {
    const number = Buffer.alloc(16);
    number.writeUInt32BE(i + 7, 12);
    for (const [folder, iv] of [
      ['number', number],
      ['vector', vector],
    ] as const) {
      const cipher = createCipheriv('aes-128-cbc', key, iv);
      const locked = Buffer.concat([cipher.update(piece), cipher.final()]);
      server.serve(`/aes/${folder}/${i}.aac`, (response) => response.end(locked));
    }
  }
  const playlist = (folder: string, keyUrl: string, more = '') =>
    server.serve(`/aes/${folder}-${keyUrl}.m3u8`, (response) =>
      response.end(
        `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-KEY:METHOD=AES-128,URI="${keyUrl}"${more}\n${pieces
          .map((_, i) => `#EXTINF:2.0,\n${folder}/${i}.aac`)
          .join('\n')}\n#EXT-X-ENDLIST\n`,
      ),
    );
  expect(await tried(playlist('number', 'key'))).toMatchObject({ ok: true, codec: 'AAC' });
  const own = playlist('vector', 'key', `,IV=0x${vector.toString('hex')}`);
  expect(await tried(own)).toMatchObject({ ok: true, codec: 'AAC' });
  server.serve('/aes/wrong', (response) => response.end(randomBytes(16)));
  expect(await tried(playlist('number', 'wrong'))).toMatchObject({ ok: false });
});

test('HLS of fragmented MP4: the initialisation section comes once, then the fragments', async () => {
  const { init, fragments } = mp4Pieces(toneBytes('fmp4', 12));
  expect(fragments.length).toBeGreaterThan(3);
  let asked = 0;
  server.serve('/fmp4/init.mp4', (response) => {
    asked++;
    response.end(init);
  });
  for (const [i, one] of fragments.entries()) server.serve(`/fmp4/${i}.m4s`, (response) => response.end(one));
  const url = server.serve('/fmp4/media.m3u8', (response) =>
    response.end(
      `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI="init.mp4"\n${fragments
        .map((_, i) => `#EXTINF:2.0,\n${i}.m4s`)
        .join('\n')}\n#EXT-X-ENDLIST\n`,
    ),
  );
  expect(await tried(url)).toMatchObject({ ok: true, codec: 'AAC' });
  expect(asked).toBe(1);
});

test('HLS of one file: sections are byte ranges, and the initialisation section repeats after a discontinuity', async () => {
  const { init, fragments } = mp4Pieces(toneBytes('fmp4', 12));
  const whole = Buffer.concat([init, ...fragments]);
  server.serveParts('/one/all.mp4', whole);
  let at = init.length;
  const pieces = fragments.map(({ length }, i) => {
    const line = `#EXTINF:2.0,\n#EXT-X-BYTERANGE:${length}@${at}\nall.mp4`;
    at += length;
    // A live list may begin with a discontinuity.
    return i % 2 === 0 ? `#EXT-X-DISCONTINUITY\n${line}` : line;
  });
  const map = `#EXT-X-MAP:URI="all.mp4",BYTERANGE="${init.length}@0"`;
  const url = server.serve('/one/media.m3u8', (response) =>
    response.end(`#EXTM3U\n#EXT-X-TARGETDURATION:2\n${map}\n${pieces.join('\n')}\n#EXT-X-ENDLIST\n`),
  );
  const station = new Station({
    url,
    policy: createAddressPolicy(['127.0.0.1']),
    onChange() {},
    log: { warn() {} },
  });
  await vi.waitFor(() => expect(station.state.kind).toBe('ended'), 30_000);
  // All 12 s; each discontinuity may lose an incomplete packet.
  expect(station.reserve.end).toBeGreaterThan(12 * 50 - 10);
  expect(station.reserve.end).toBeLessThan(12 * 50 + 10);
  await station.close();
});

test.each([
  ['nothing that is sound', 'x'.repeat(300_000), 'There is no sound that can be played'],
  ['a picture', '\x89PNG\r\n\x1a\n'.padEnd(100_000, '\0'), 'There is no sound that can be played'],
  ['an empty playlist', '#EXTM3U\n', 'There is no sound that can be played'],
])('%s is refused with its reason', async (name, body, message) => {
  const url = server.serve(`/bad/${encodeURIComponent(name)}`, (response) => response.end(body));
  expect(await tried(url)).toMatchObject({ ok: false, message });
});

test("network failures have distinct messages, in the caller's language", async () => {
  expect(await tried('http://127.0.0.1:9/')).toMatchObject({
    ok: false,
    message: 'The connection was refused',
  });
  const answer = await site.call('POST', '/v1/radio/test', {
    token,
    headers: { lang: 'cn' },
    body: { radio_url: 'http://no-such-host.invalid/' },
  });
  expect(answer.body.value).toMatchObject({ ok: false, message: '找不到该主机名' });
});

test.each([
  'http://127.0.0.2/',
  'http://localhost/',
  'http://2130706434/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.2]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fe80::1]/',
  'http://0.0.0.0/',
])('%s is refused: it is the server itself, or a metadata address of its cloud', async (url) => {
  const strict = await createTestApp();
  try {
    token = await strict.login();
    const done = await call<RadioTestResult>('POST', '/v1/radio/test', { radio_url: url }, strict);
    expect(done.value).toMatchObject({ ok: false, message: expect.stringContaining('may not be used') });
  } finally {
    token = await site.login();
    await strict.close();
  }
});

test('redirects and playlists may only lead to allowed addresses', async () => {
  for (const [path, body] of [
    ['/to-self', ''],
    ['/to-self.m3u', '#EXTM3U\nhttp://127.0.0.3:80/\n'],
  ] as const) {
    const url = server.serve(path, (response) =>
      body === '' ? response.writeHead(302, { location: 'http://127.0.0.3/' }).end() : response.end(body),
    );
    expect(await tried(url)).toMatchObject({
      ok: false,
      message: expect.stringContaining('may not be used'),
    });
  }
  const file = await call<{ fields: { path: string; key: string }[] }>('POST', '/v1/radio', {
    name: 'File',
    radio_url: 'file:///etc/passwd',
  });
  expect(file.value.fields).toMatchObject([{ path: 'radio_url', key: 'rules.streamUrl' }]);
});

test.each([
  ['4d6f7a617274202d20d2b9c7fabca6c3f9', 'Mozart - 夜曲鸡鸣'],
  ['4265796f6e63e9202d204df66d6f', 'Beyoncé - Mömo'],
  ['47726fdf65206772f6df6572', 'Große größer'],
  ['e699a8e69bb2', '晨曲'],
])('a title is decoded in the encoding of the station: %s', (hex, title) => {
  const block = Buffer.concat([Buffer.from("StreamTitle='"), Buffer.from(hex, 'hex'), Buffer.from("';")]);
  expect(titleOf(block)).toBe(title);
});

test('a batch of tests is published live', async () => {
  const ids = [
    (await station('One', `${server.url}/live`)).id,
    (await station('Two', `${server.url}/nothing`)).id,
  ];
  const begun = await call('POST', '/v1/radio/batch', { action: 'test', ids });
  expect(begun.body.code).toBe(200);
  await vi.waitFor(() => expect(ids.map((id) => live(id)?.state)).toEqual(['works', 'fails']), {
    timeout: 60_000,
  });
});
