import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTranscoder, DEFAULT_LIMITS } from '../../../server/sound/files/transcoder.ts';
import { everyNth } from '../../support/random.ts';
import { decodeProgramme, integratedLufs, toneShare } from './loudness.ts';
import { type Encoding, encodeTo, picturesTo, put, sine, type Wave, wav } from './sounds.ts';

const dir = mkdtempSync(join(tmpdir(), 'tocsin-programme-'));
const transcoder = createTranscoder({
  concurrency: 2,
  limits: { ...DEFAULT_LIMITS, nice: 0 },
  log: { warn: () => {} },
});
afterAll(async () => {
  await transcoder.close();
  rmSync(dir, { recursive: true, force: true });
});

const STEREO = { rate: 44_100, channels: 2, seconds: 6 };
let count = 0;

async function programmeOf(input: string) {
  const outDir = join(dir, `out-${count++}`);
  const result = await transcoder.enqueue({ input, outDir });
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
  return { result, outDir, sound: await decodeProgramme(join(outDir, 'programme.opk')) };
}

function write(wave: Wave, shape = STEREO): string {
  return put(join(dir, `in-${count++}.bin`), wav(shape, wave));
}

/** Expects −16 LUFS, the target loudness of programmes, within half a unit. */
function expectTarget(sound: Float32Array): void {
  expect(Math.abs(integratedLufs(sound) + 16)).toBeLessThan(0.5);
}

const ENCODINGS = [
  ...(['mp3', 'flac', 'vorbis', 'opus', 'm4a', 'adts'] as const),
  ...(['mka', 'aiff', 'caf', 'wma'] as const),
] satisfies Encoding[];
const CODED_AT_48K: readonly Encoding[] = ['opus', 'mka'];

test.each(everyNth(ENCODINGS, 4))('%s is read', async (encoding) => {
  const shape = { rate: CODED_AT_48K.includes(encoding) ? 48_000 : 44_100, channels: 2, seconds: 3 };
  const path = join(dir, `tone.${encoding}.upload`);
  encodeTo(path, encoding, shape, sine(440, 0.2));
  const probed = await transcoder.probe(path);
  expect(probed).toMatchObject({ ok: true, channels: 2, sampleRate: shape.rate });
  const { result, sound } = await programmeOf(path);
  // Lossy codecs may add a frame at either end.
  expect(Math.abs(result.durationMs - 3000)).toBeLessThan(60);
  expectTarget(sound);
  expect(toneShare(sound, 440, 48_000, 96_000)).toBeGreaterThan(0.99);
});

test.each(everyNth([1, 2, 6, 11], 2, 1))('%i channels are heard', async (channels) => {
  const { sound } = await programmeOf(write(sine(440, 0.1), { rate: 32_000, channels, seconds: 2 }));
  expectTarget(sound);
});

test('an MP3 with a cover picture is accepted; the picture is no video', async () => {
  const picture = join(dir, 'cover.png');
  picturesTo(picture, 'png');
  const frame = Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), readFileSync(picture)]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(frame.length);
  const body = Buffer.concat([Buffer.from('APIC'), size, Buffer.alloc(2), frame]);
  const header = Buffer.from('ID3\x03\0\0', 'latin1');
  const syncSafe = Buffer.from([21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f));
  const path = join(dir, 'plain.mp3');
  encodeTo(path, 'mp3', STEREO, sine(440, 0.2));
  const bytes = readFileSync(path);
  const { sound } = await programmeOf(
    put(join(dir, 'cover.mp3'), Buffer.concat([header, syncSafe, body, bytes])),
  );
  expectTarget(sound);
});

test('a chained Ogg is decoded to its end, also where rate, channels and codec change', async () => {
  const links = (['vorbis', 'opus', 'vorbis'] as const).map((encoding, i) => {
    const path = join(dir, `link-${i}.ogg`);
    const rate = encoding === 'opus' ? 48_000 : 22_050 * (i + 1);
    encodeTo(
      path,
      encoding,
      { rate: Math.min(rate, 48_000), channels: 2 - (i % 2), seconds: 2 },
      sine(440, 0.2),
    );
    return readFileSync(path);
  });
  const { result, sound } = await programmeOf(put(join(dir, 'chained.ogg'), Buffer.concat(links)));
  expect(Math.abs(result.durationMs - 6000)).toBeLessThan(60);
  expect(toneShare(sound, 440, 24_000, 72_000)).toBeGreaterThan(0.99);
  expect(toneShare(sound, 440, 120_000, 168_000)).toBeGreaterThan(0.99);
  expect(toneShare(sound, 440, 216_000, 264_000)).toBeGreaterThan(0.99);
});

test('the tag with a large picture after an MP3 is not decoded as sound', async () => {
  const path = join(dir, 'untagged.mp3');
  encodeTo(path, 'mp3', STEREO, sine(440, 0.2));
  // Frame headers, as a picture contains them by chance.
  const picture = Buffer.alloc(500_000, Buffer.from('fffb90640000', 'hex'));
  const item = Buffer.concat([Buffer.alloc(8), Buffer.from('Cover Art (Front)\0'), picture]);
  item.writeUInt32LE(picture.length, 0);
  const edge = (flags: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write('APETAGEX');
    for (const [i, value] of [2000, item.length + 32, 1, flags].entries())
      bytes.writeUInt32LE(value, 8 + i * 4);
    return bytes;
  };
  const tag = [edge(0xa0000000), item, edge(0x80000000), Buffer.from('TAG'.padEnd(128, '\0'))];
  const { result } = await programmeOf(
    put(join(dir, 'ape.mp3'), Buffer.concat([readFileSync(path), ...tag])),
  );
  expect(result.damaged).toBe(0);
  expect(Math.abs(result.durationMs - 6000)).toBeLessThan(60);
});

/** WAV of one channel at 16 kHz in a given coding; `put` writes one sample, −1…1. */
function codedWav(
  tag: number,
  bits: number,
  extensible: boolean,
  write: (b: Buffer, at: number, v: number) => void,
) {
  const step = bits / 8;
  const data = Buffer.alloc(32_000 * step);
  for (let i = 0; i < 32_000; i++) write(data, i * step, 0.3 * Math.sin((2 * Math.PI * 440 * i) / 16_000));
  const format = Buffer.alloc(extensible ? 40 : 16);
  format.writeUInt16LE(extensible ? 0xfffe : tag, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(16_000, 4);
  format.writeUInt32LE(16_000 * step, 8);
  format.writeUInt16LE(step, 12);
  format.writeUInt16LE(bits, 14);
  if (extensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bits, 18);
    format.writeUInt16LE(tag, 24);
    Buffer.from('000000001000800000aa00389b71', 'hex').copy(format, 26);
  }
  const chunk = (name: string, bytes: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(name);
    head.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([head, bytes]);
  };
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', data)]));
}

test.each<[string, Buffer]>([
  ['8 bit', codedWav(1, 8, false, (b, at, v) => b.writeUInt8(Math.round(128 + v * 127), at))],
  ['24 bit', codedWav(1, 24, false, (b, at, v) => b.writeIntLE(Math.round(v * 8_388_607), at, 3))],
  ['32 bit extensible', codedWav(1, 32, true, (b, at, v) => b.writeInt32LE(Math.round(v * 2 ** 31), at))],
  ['float', codedWav(3, 32, false, (b, at, v) => b.writeFloatLE(v, at))],
  ['float far over full scale', codedWav(3, 32, false, (b, at, v) => b.writeFloatLE(v * 100, at))],
])('WAV of %s is read', async (name, bytes) => {
  const { result, sound } = await programmeOf(put(join(dir, `${name}.wav`), bytes));
  expect(result.durationMs).toBe(2000);
  expectTarget(sound);
});

test('samples that are not numbers affect only themselves', async () => {
  const bytes = codedWav(3, 32, false, (b, at, v) => b.writeFloatLE(v, at));
  for (let i = 2000; i < 4000; i++)
    bytes.writeFloatLE(i % 2 ? Number.NaN : Number.POSITIVE_INFINITY, 44 + i * 4);
  const { sound } = await programmeOf(put(join(dir, 'nan.wav'), bytes));
  expect(sound.every((value) => Number.isFinite(value))).toBe(true);
  expect(toneShare(sound, 440, 48_000, 90_000)).toBeGreaterThan(0.9);
});

test.each(everyNth(['mp3', 'adts'] as const, 2))(
  '%s cut out of the middle of a stream is read',
  async (encoding) => {
    const path = join(dir, `stream.${encoding}`);
    encodeTo(path, encoding, { ...STEREO, seconds: 10 }, sine(440, 0.2));
    const bytes = readFileSync(path);
    const { result, sound } = await programmeOf(
      put(join(dir, `cut.${encoding}`), bytes.subarray(bytes.length / 2 + 33)),
    );
    expect(result.durationMs).toBeGreaterThan(4500);
    expectTarget(sound);
  },
);
