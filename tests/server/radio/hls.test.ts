import { createCipheriv, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAddressPolicy } from '../../../server/sound/radio/policy.ts';
import { Station } from '../../../server/sound/radio/station.ts';
import { eventually } from '../../support/eventually.ts';
import { type RadioSite, startRadioSite } from './radioSite.ts';
import { aacPieces, mp4Pieces, toneBytes } from './streamServer.ts';

let site: RadioSite;
beforeAll(async () => {
  site = await startRadioSite();
});
afterAll(() => site.close());

test('HLS: master playlist, media playlist and segments; unsupported encryption is refused', async () => {
  const pieces = aacPieces(toneBytes('adts', 12), 86);
  for (const [i, piece] of pieces.entries())
    site.server.serve(`/hls/${i}.aac`, (response) => response.end(piece));
  site.server.serve('/hls/media.m3u8', (response) =>
    response.end(
      `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n${pieces
        .map((_, i) => `#EXTINF:2.0,\n${i}.aac`)
        .join('\n')}\n#EXT-X-ENDLIST\n`,
    ),
  );
  const master = site.server.serve('/hls/master.m3u8', (response) =>
    response.end('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"\nmedia.m3u8\n'),
  );
  expect(await site.tested(master)).toMatchObject({ ok: true, codec: 'AAC' });
  const locked = site.server.serve('/hls/locked.m3u8', (response) =>
    response.end(
      '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI="key"\n#EXTINF:2,\n0.aac\n',
    ),
  );
  expect(await site.tested(locked)).toMatchObject({
    ok: false,
    message: 'The stream is encrypted and cannot be played',
  });
});

test('HLS with AES-128: segments are decrypted, with the segment number or an explicit IV', async () => {
  const key = randomBytes(16);
  const vector = randomBytes(16);
  const pieces = aacPieces(toneBytes('adts', 12), 86);
  site.server.serve('/aes/key', (response) => response.end(key));
  for (const [i, piece] of pieces.entries()) {
    const number = Buffer.alloc(16);
    number.writeUInt32BE(i + 7, 12);
    for (const [folder, iv] of [
      ['number', number],
      ['vector', vector],
    ] as const) {
      const cipher = createCipheriv('aes-128-cbc', key, iv);
      const locked = Buffer.concat([cipher.update(piece), cipher.final()]);
      site.server.serve(`/aes/${folder}/${i}.aac`, (response) => response.end(locked));
    }
  }
  const playlist = (folder: string, keyUrl: string, more = '') =>
    site.server.serve(`/aes/${folder}-${keyUrl}.m3u8`, (response) =>
      response.end(
        `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-KEY:METHOD=AES-128,URI="${keyUrl}"${more}\n${pieces
          .map((_, i) => `#EXTINF:2.0,\n${folder}/${i}.aac`)
          .join('\n')}\n#EXT-X-ENDLIST\n`,
      ),
    );
  expect(await site.tested(playlist('number', 'key'))).toMatchObject({ ok: true, codec: 'AAC' });
  const own = playlist('vector', 'key', `,IV=0x${vector.toString('hex')}`);
  expect(await site.tested(own)).toMatchObject({ ok: true, codec: 'AAC' });
  site.server.serve('/aes/wrong', (response) => response.end(randomBytes(16)));
  expect(await site.tested(playlist('number', 'wrong'))).toMatchObject({ ok: false });
});

test('HLS of fragmented MP4: the initialisation section comes once, then the fragments', async () => {
  const { init, fragments } = mp4Pieces(toneBytes('fmp4', 12));
  expect(fragments.length).toBeGreaterThan(3);
  let requests = 0;
  site.server.serve('/fmp4/init.mp4', (response) => {
    requests++;
    response.end(init);
  });
  for (const [i, one] of fragments.entries())
    site.server.serve(`/fmp4/${i}.m4s`, (response) => response.end(one));
  const url = site.server.serve('/fmp4/media.m3u8', (response) =>
    response.end(
      `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI="init.mp4"\n${fragments
        .map((_, i) => `#EXTINF:2.0,\n${i}.m4s`)
        .join('\n')}\n#EXT-X-ENDLIST\n`,
    ),
  );
  expect(await site.tested(url)).toMatchObject({ ok: true, codec: 'AAC' });
  expect(requests).toBe(1);
});

test('HLS of one file: sections are byte ranges, and the initialisation section repeats after a discontinuity', async () => {
  const { init, fragments } = mp4Pieces(toneBytes('fmp4', 12));
  const whole = Buffer.concat([init, ...fragments]);
  site.server.serveParts('/one/all.mp4', whole);
  let at = init.length;
  const pieces = fragments.map(({ length }, i) => {
    const line = `#EXTINF:2.0,\n#EXT-X-BYTERANGE:${length}@${at}\nall.mp4`;
    at += length;
    // A live list may begin with a discontinuity.
    return i % 2 === 0 ? `#EXT-X-DISCONTINUITY\n${line}` : line;
  });
  const map = `#EXT-X-MAP:URI="all.mp4",BYTERANGE="${init.length}@0"`;
  const url = site.server.serve('/one/media.m3u8', (response) =>
    response.end(`#EXTM3U\n#EXT-X-TARGETDURATION:2\n${map}\n${pieces.join('\n')}\n#EXT-X-ENDLIST\n`),
  );
  const station = new Station({
    url,
    policy: createAddressPolicy(['127.0.0.1']),
    onChange() {},
    log: { warn() {} },
  });
  await eventually(() => expect(station.state.kind).toBe('ended'));
  // All 12 s; each discontinuity may lose an incomplete packet.
  expect(station.reserve.end).toBeGreaterThan(12 * 50 - 10);
  expect(station.reserve.end).toBeLessThan(12 * 50 + 10);
  await station.close();
});
