import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Radio, RadioTestResult } from '../../../contract/entities/sound/radio.ts';
import { titleOf } from '../../../server/sound/radio/icy.ts';
import { eventually } from '../../support/eventually.ts';
import { createRadioApp, type RadioSite, startRadioSite } from './radioSite.ts';
import { startOldShoutcast, toneBytes } from './streamServer.ts';

let site: RadioSite;
beforeAll(async () => {
  site = await startRadioSite();
});
afterAll(() => site.close());
afterEach(() => {
  site.server.state.isUp = true;
});

test('an ICY station is tested by a connection: codec, bitrate, name and title', async () => {
  const { id } = await site.station('Harbour', `${site.server.url}/live`);
  expect(site.live(id)).toMatchObject({ state: 'untested', title: '' });
  const done = await site.request<RadioTestResult>('POST', `/v1/radio/${id}/test`);
  const known = { codec: 'MP3', bitrate: 128, station: 'Harbour 电台' };
  expect(done.value).toMatchObject({ ok: true, message: '', ...known, title: 'Morning — 晨曲' });
  expect(site.live(id)).toMatchObject({ state: 'works', error: null, ...known });
  expect((await site.request<Radio>('GET', `/v1/radio/${id}`)).value).toMatchObject({
    state: 'works',
    ...known,
  });
  await eventually(() => expect(site.server.listeners.size).toBe(0));
  site.server.state.isUp = false;
  const failed = await site.request<RadioTestResult>('POST', `/v1/radio/${id}/test`);
  expect(failed.value).toMatchObject({ ok: false, message: 'The server responded with HTTP 503' });
  expect(site.live(id)).toMatchObject({ state: 'fails', error: 'radio.status?status=503' });
  const moved = await site.request<Radio>('PATCH', `/v1/radio/${id}`, {
    radio_url: `${site.server.url}/other`,
  });
  expect(moved.value).toMatchObject({ state: 'untested', error: null, codec: '' });
  await site.request('DELETE', `/v1/radio/${id}`);
});

test.each(['adts', 'vorbis', 'opus', 'flac', 'm4a'] as const)(
  'a stream of %s is decoded',
  async (encoding) => {
    const bytes = toneBytes(encoding, 3);
    const url = site.server.serve(`/sound.${encoding}`, (response) => response.end(bytes));
    expect(await site.tested(url)).toMatchObject({ ok: true });
  },
);

test('playlists and redirects lead to their stream; old SHOUTcast servers are supported', async () => {
  const old = await startOldShoutcast(toneBytes('mp3', 5));
  try {
    expect(await site.tested(old.url)).toMatchObject({ ok: true, station: 'Old Station', codec: 'MP3' });
  } finally {
    await old.close();
  }
  const pls = site.server.serve('/a.pls', (response) =>
    response.end(
      `[playlist]\nNumberOfEntries=2\nFile1=${site.server.url}/gone\nFile2=${site.server.url}/live\n`,
    ),
  );
  expect(await site.tested(pls)).toMatchObject({ ok: true, station: 'Harbour 电台' });
  const m3u = site.server.serve('/a.m3u', (response) => response.end(`#EXTM3U\n#EXTINF:-1,x\n/live\n`));
  expect(await site.tested(m3u)).toMatchObject({ ok: true });
  const xspf = site.server.serve('/a.xspf', (response) =>
    response.end(
      '<?xml version="1.0"?><playlist xmlns="http://xspf.org/ns/0/"><trackList><track><location>' +
        `${site.server.url}/sound?a=1&amp;b=2</location></track></trackList></playlist>`,
    ),
  );
  site.server.serve('/sound?a=1&b=2', (response) => response.end(toneBytes('mp3', 3)));
  expect(await site.tested(xspf)).toMatchObject({ ok: true, codec: 'MP3' });
  const moved = site.server.serve('/moved', (response) =>
    response.writeHead(302, { location: '/live' }).end(),
  );
  expect(await site.tested(moved)).toMatchObject({ ok: true });
  const round = site.server.serve('/round', (response) =>
    response.writeHead(302, { location: '/round' }).end(),
  );
  expect(await site.tested(round)).toMatchObject({ ok: false, message: 'Too many redirects' });
});

test.each([
  ['nothing that is sound', 'x'.repeat(300_000), 'There is no playable sound at this address'],
  ['a picture', '\x89PNG\r\n\x1a\n'.padEnd(100_000, '\0'), 'There is no playable sound at this address'],
  ['an empty playlist', '#EXTM3U\n', 'There is no playable sound at this address'],
])('%s is refused with its reason', async (name, body, message) => {
  const url = site.server.serve(`/bad/${encodeURIComponent(name)}`, (response) => response.end(body));
  expect(await site.tested(url)).toMatchObject({ ok: false, message });
});

test("network failures have distinct messages, in the caller's language", async () => {
  expect(await site.tested('http://127.0.0.1:9/')).toMatchObject({
    ok: false,
    message: 'The connection was refused',
  });
  const answer = await site.call('POST', '/v1/radio/test', {
    token: site.token,
    headers: { lang: 'cn' },
    body: { radio_url: 'http://no-such-host.invalid/' },
  });
  expect(answer.body.value).toMatchObject({ ok: false, message: '找不到该主机名' });
});

describe('addresses that no station has', () => {
  let strict: Awaited<ReturnType<typeof createRadioApp>>;
  beforeAll(async () => {
    strict = await createRadioApp();
  });
  afterAll(() => strict.close());

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
    const message = expect.stringContaining('is not permitted');
    expect(await strict.tested(url)).toMatchObject({ ok: false, message });
  });
});

test('redirects and playlists may only lead to allowed addresses', async () => {
  for (const [path, body] of [
    ['/to-self', ''],
    ['/to-self.m3u', '#EXTM3U\nhttp://127.0.0.3:80/\n'],
  ] as const) {
    const url = site.server.serve(path, (response) =>
      body === '' ? response.writeHead(302, { location: 'http://127.0.0.3/' }).end() : response.end(body),
    );
    expect(await site.tested(url)).toMatchObject({
      ok: false,
      message: expect.stringContaining('is not permitted'),
    });
  }
  const file = await site.request<{ fields: { path: string; key: string }[] }>('POST', '/v1/radio', {
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
    (await site.station('One', `${site.server.url}/live`)).id,
    (await site.station('Two', `${site.server.url}/nothing`)).id,
  ];
  const begun = await site.request('POST', '/v1/radio/batch', { action: 'test', ids });
  expect(begun.body.code).toBe(200);
  await eventually(() => expect(ids.map((id) => site.live(id)?.state)).toEqual(['works', 'fails']), {
    timeout: 60_000,
  });
});
