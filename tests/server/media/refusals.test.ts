import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTranscoder, DEFAULT_LIMITS, type Transcoder } from '../../../server/sound/files/transcoder.ts';
import { everyNth } from '../../support/random.ts';
import { encodeTo, picturesTo, put, sine, wav, wavHeader } from './sounds.ts';

const TONE = { rate: 44_100, channels: 2, seconds: 3 };
let dir: string;
let transcoder: Transcoder;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tocsin-refusals-'));
  transcoder = createTranscoder({
    concurrency: 1,
    limits: { ...DEFAULT_LIMITS, nice: 0, maxSeconds: 100 },
    log: { warn: () => {} },
  });
});
afterAll(async () => {
  await transcoder.close();
  rmSync(dir, { recursive: true, force: true });
});

const file = (name: string, bytes: Buffer | string) => put(join(dir, name), bytes);

/** Results of both steps; transcoding must never accept what probing refused. */
async function reasons(input: string) {
  const probed = await transcoder.probe(input);
  const done = await transcoder.enqueue({ input, outDir: join(dir, 'out') });
  return [probed.ok ? 'ok' : probed.reason, done.ok ? 'ok' : done.reason];
}

function randomBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let x = 12345;
  for (let i = 0; i < size; i++) {
    x = (x * 1103515245 + 12345) & 0x7fffffff;
    bytes[i] = x >> 16;
  }
  return bytes;
}

const refused: [string, () => Buffer | string, string][] = [
  ['no bytes', () => '', 'media.fileEmpty'],
  ['a WAV header with no sound after it', () => wavHeader(TONE, 0), 'media.fileEmpty'],
  ['text', () => 'Not a sound, whatever its name says.\n'.repeat(100), 'media.notAudio'],
  ['one letter', () => 'x', 'media.notAudio'],
  ['noise bytes', () => randomBytes(200_000), 'media.notAudio'],
  ['other noise bytes', () => randomBytes(3_000_000).subarray(1_000_000), 'media.notAudio'],
  ['bytes of 255', () => Buffer.alloc(100_000, 255), 'media.notAudio'],
  ['zeros', () => Buffer.alloc(100_000), 'media.notAudio'],
  ['an archive', () => gzipSync(randomBytes(50_000)), 'media.notAudio'],
  [
    'a web page',
    () => `<!doctype html><html><body>${'<p>hello</p>'.repeat(500)}</body></html>`,
    'media.notAudio',
  ],
  [
    'UTF-16 text',
    () => Buffer.from(`\ufeff${'Announcement text. '.repeat(300)}`, 'utf16le'),
    'media.notAudio',
  ],
  [
    'a FLAC that ends in its header',
    () => Buffer.from('fLaC\0\0\0\x22\x10\0\x10\0', 'latin1'),
    'media.fileBroken',
  ],
  ['an Ogg of nonsense', () => Buffer.concat([Buffer.from('OggS'), randomBytes(9000)]), 'media.fileBroken'],
  [
    'an M4A without its index',
    () => Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42', 'latin1'),
    'media.fileBroken',
  ],
  ['an AVI', () => Buffer.from(`RIFF\0\x10\0\0AVI LIST${'\0'.repeat(5000)}`, 'latin1'), 'media.film'],
  ['an FLV', () => Buffer.from(`FLV\x01\x05\0\0\0\x09${'\0'.repeat(5000)}`, 'latin1'), 'media.film'],
  ['an MPEG film', () => Buffer.from(`\0\0\x01\xba\x44${'\0'.repeat(5000)}`, 'latin1'), 'media.film'],
  [
    'a WAV in the coding G.722',
    () => {
      const bytes = wav(TONE, sine(440, 0.1));
      bytes.writeUInt16LE(0x028f, 20);
      return bytes;
    },
    'media.coding',
  ],
];
test.each(everyNth(refused, 3))('%s is refused', async (name, make, reason) => {
  expect(await reasons(file(`${name}.mp3`, make()))).toEqual([reason, reason]);
  expect(readdirSync(dir).filter((entry) => entry.startsWith('out'))).toEqual([]);
});

test('pictures and videos are refused, whatever their name', async () => {
  const expected = { png: 'media.notAudio', film: 'media.film', mkv: 'media.film' } as const;
  for (const kind of ['png', 'film', 'mkv'] as const) {
    const path = join(dir, `${kind}.mp4`);
    picturesTo(path, kind);
    expect(await reasons(path), kind).toEqual([expected[kind], expected[kind]]);
  }
});

test('the content decides, not the name', async () => {
  expect(await reasons(file('picture.png', wav(TONE, sine(440, 0.1))))).toEqual(['ok', 'ok']);
});

test('a playlist opens neither the network nor another file', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end(wav(TONE, sine(440, 0.1)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.wav`;
  const other = file('other.wav', wav(TONE, sine(440, 0.1)));
  const lists = [
    `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${url}\n#EXT-X-ENDLIST\n`,
    `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${other}\n#EXT-X-ENDLIST\n`,
    `ffconcat version 1.0\nfile ${other}\n`,
    `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/></svg>`,
    `[playlist]\nFile1=${url}\nNumberOfEntries=1\n`,
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n`,
  ];
  for (const [i, list] of everyNth(lists, 2).entries())
    expect(await reasons(file(`list${i}.mp3`, list)), list).toEqual(['media.notAudio', 'media.notAudio']);
  server.close();
  expect(requests).toBe(0);
});

test('a length over the limit is refused, declared or not', async () => {
  const long = wav({ rate: 8000, channels: 1, seconds: 101 }, () => 0.1);
  expect(await reasons(file('long.wav', long))).toEqual(['media.tooLong', 'media.tooLong']);
  // Small on disk, long when decoded, and undeclared in its header: only decoding reveals it.
  const path = join(dir, 'bomb.flac');
  encodeTo(path, 'flac', { rate: 8000, channels: 1, seconds: 200 }, () => 0);
  const bytes = readFileSync(path);
  const total = bytes.readUIntBE(21, 5);
  bytes.writeUIntBE(total - (total % 2 ** 36), 21, 5);
  expect(bytes.length).toBeLessThan(60_000);
  expect(await reasons(file('bomb2.flac', bytes))).toEqual(['ok', 'media.tooLong']);
});

test('a header that claims 4 GB gives the real length', async () => {
  const sound = wav(TONE, sine(440, 0.1)).subarray(44);
  const input = file('liar.wav', Buffer.concat([wavHeader(TONE, 0xffffffff), sound]));
  const done = await transcoder.enqueue({ input, outDir: join(dir, 'liar') });
  expect(done).toMatchObject({ ok: true, durationMs: 3000 });
});

test('a file damaged in the middle keeps its good parts; a completely damaged one is refused', async () => {
  const path = join(dir, 'good.mp3');
  encodeTo(path, 'mp3', { ...TONE, seconds: 10 }, sine(440, 0.2));
  const bytes = readFileSync(path);
  const scratched = Buffer.from(bytes);
  randomBytes(20_000).copy(scratched, 60_000);
  const done = await transcoder.enqueue({
    input: file('scratch.mp3', scratched),
    outDir: join(dir, 'scratch'),
  });
  if (!done.ok) throw new Error(done.detail);
  expect(done.durationMs).toBeGreaterThan(7000);

  const flac = join(dir, 'good.flac');
  encodeTo(flac, 'flac', { ...TONE, seconds: 10 }, sine(440, 0.2));
  const ruined = readFileSync(flac);
  randomBytes(ruined.length - 200).copy(ruined, 200);
  expect((await reasons(file('ruined.flac', ruined)))[1]).toMatch(/^media\.(fileBroken|fileEmpty)$/);
});
