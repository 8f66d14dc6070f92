import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { MAX_TEXT } from '../../../server/sound/radio/http.ts';
import { readPlaylist } from '../../../server/sound/radio/playlist.ts';

const base = 'http://station.test/live/list';

test('XSPF is read as XML: entities of every kind, CDATA, comments', () => {
  const xml =
    '<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>' +
    '<track><location> /a?x=1&#38;y=2&amp;z=&#x41; </location></track>' +
    '<!-- <location>/gone</location> --><track><location><![CDATA[b.mp3?x&y]]></location></track>';
  const whole = `${xml}</trackList></playlist>`;
  const urls = ['http://station.test/a?x=1&y=2&z=A', 'http://station.test/live/b.mp3?x&y'];
  expect(readPlaylist(whole, base)).toEqual({ kind: 'list', urls });
  // Cut off: what was complete is used.
  expect(readPlaylist(xml, base)).toEqual({ kind: 'list', urls });
});

test('HLS: titles in any language, and a segment whose address is invalid keeps its number', () => {
  const text =
    '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:5\n#EXTINF:2,晨曲\na.aac\n' +
    '#EXTINF:2,Café\nhttp://[\n#EXTINF:2\nb.aac\n';
  expect(readPlaylist(text, base)).toMatchObject({
    segments: [
      { number: 5, url: 'http://station.test/live/a.aac' },
      { number: 7, url: 'http://station.test/live/b.aac' },
    ],
  });
});

test('HLS: sound without a picture comes first, then the smallest variant; quoted commas separate nothing', () => {
  const text =
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.4d,mp4a.40.2"\nbig.m3u8\n' +
    '#EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.42,mp4a.40.2"\n# a comment\nsmall.m3u8\n' +
    '#EXT-X-STREAM-INF: BANDWIDTH=64000, CODECS="mp4a.40.2"\nsound.m3u8\n' +
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x,URI=no",DEFAULT=YES,URI="main.m3u8"\n';
  const urls = ['main', 'sound', 'small', 'big'].map((name) => `http://station.test/live/${name}.m3u8`);
  expect(readPlaylist(text, base)).toEqual({ kind: 'list', urls });
});

/** Fills the largest allowed playlist with a repeated part. */
const filled = (head: string, part: string, tail = '') =>
  head + part.repeat(Math.floor((MAX_TEXT - head.length - tail.length) / part.length)) + tail;
const media = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n';
const segment = '\n#EXTINF:2,\na.ts\n';

/**
 * The server reads playlists in the thread that feeds the loudspeakers. The limit is twenty times what each of
 * these takes on a slow machine; an expression that backtracks takes minutes.
 */
test.each([
  ['variants without an address', filled('#EXTM3U\n', '#EXT-X-STREAM-INF:\n')],
  ['variants with one', filled('#EXTM3U\n', '#EXT-X-STREAM-INF:BANDWIDTH=1\na\n')],
  ['a tag without attributes', filled(`${media}#EXT-X-KEY:`, 'A', segment)],
  ['attributes without a value', filled(`${media}#EXT-X-KEY:`, 'A=,', segment)],
  ['open quotes', filled(`${media}#EXT-X-KEY:`, ',A="', segment)],
  ['blanks between attributes', filled(`${media}#EXT-X-KEY:A=1,`, ' ', segment)],
  ['segments', filled(media, '#EXTINF:2,\na\n')],
  ['keys', filled(media, '#EXT-X-KEY:METHOD=NONE\n')],
  ['blanks', filled('#EXTM3U\n', ' ', 'x')],
  ['colons', filled(media, ':')],
  ['blanks in XSPF', filled('<playlist version="xspf"><location>', ' ')],
  ['open elements in XSPF', filled('<playlist version="xspf">', '<location>')],
  ['entities in XSPF', filled('<playlist version="xspf"><location>', '&amp;')],
  ['an open entity in XSPF', filled('<playlist version="xspf"><location>', '&')],
  ['attributes in XSPF', filled('<playlist version="xspf" ', 'a ')],
  ['a head like XSPF', filled('<playlist ', '<playlist ')],
  ['files of PLS', filled('[playlist]\n', 'File1= a \n')],
])('a playlist full of %s does not hold up the server', async (_, text) => {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     import(workerData.module).then(({ isPlaylist, readPlaylist }) => {
       isPlaylist(workerData.text);
       parentPort.postMessage(readPlaylist(workerData.text, workerData.base).kind);
     });`,
    {
      eval: true,
      workerData: {
        module: new URL('../../../server/sound/radio/playlist.ts', import.meta.url).href,
        text,
        base,
      },
    },
  );
  try {
    const [kind] = await Promise.race([once(worker, 'message'), delay(5000, ['stuck'])]);
    expect(['list', 'media']).toContain(kind);
  } finally {
    await worker.terminate();
  }
});
