import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTranscoder, DEFAULT_LIMITS } from '../../../server/sound/files/transcoder.ts';
import { decodeProgramme, integratedLufs, toneShare, truePeakDb } from './loudness.ts';
import { encodeTo, put, sine, type Wave, wav } from './sounds.ts';

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

/** Index of the first sample over a level. */
function onset(sound: Float32Array, level: number): number {
  return sound.findIndex((value) => Math.abs(value) > level);
}

test('a tone becomes packets of 160 bytes at −16 LUFS, still the same tone', async () => {
  const { result, outDir, sound } = await programmeOf(write(sine(440, 0.05)));
  expect(result.durationMs).toBe(6000);
  expect(statSync(join(outDir, 'programme.opk')).size).toBe(result.packets * 160);
  // 6,000 ms are 300 packets; the 6.5 ms that Opus looks ahead may need one more.
  expect(result.packets).toBeGreaterThanOrEqual(300);
  expect(result.packets).toBeLessThanOrEqual(301);
  expectTarget(sound);
  expect(toneShare(sound, 440, 48_000, 240_000)).toBeGreaterThan(0.99);
  expect(result.sourceLufs! + result.gainDb).toBeCloseTo(-16, 3);
});

test('listen.ogg contains the same packets', async () => {
  const { outDir } = await programmeOf(write(sine(300, 0.3)));
  const packets = readFileSync(join(outDir, 'programme.opk'));
  const ogg = readFileSync(join(outDir, 'listen.ogg'));
  expect(ogg.subarray(0, 4).toString()).toBe('OggS');
  for (let at = 0; at < packets.length; at += 160)
    expect(ogg.includes(packets.subarray(at, at + 160)), `packet at ${at}`).toBe(true);
});

test('sound begins at its original time, delayed only by the 312 samples of Opus', async () => {
  const burst =
    (gain: number): Wave =>
    (t) =>
      t >= 1 && t < 1.5 ? gain * Math.sin(2 * Math.PI * 1000 * t) : 0;
  const plain = await programmeOf(write(burst(0.1), { rate: 48_000, channels: 1, seconds: 3 }));
  // Clicks activate the limiter, which must not delay the sound.
  const clicks: Wave = (t) => burst(0.05)(t, 0) + (t > 2 && t % 0.25 < 0.0005 ? 0.9 : 0);
  const limited = await programmeOf(write(clicks, { rate: 48_000, channels: 1, seconds: 3 }));
  expect(plain.result.limited).toBe(false);
  expect(limited.result.limited).toBe(true);
  for (const { sound } of [plain, limited]) {
    const at = onset(sound, 0.05) - 48_000;
    expect(at).toBeGreaterThan(312 - 100);
    expect(at).toBeLessThan(312 + 100);
  }
});

test('peaks stay under −1 dBTP while the loudness is reached', async () => {
  // Speech-like: syllables, 20 dB between mean and peak.
  const wave: Wave = (t) => {
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 3 * t)) ** 4;
    return 0.9 * syllable * Math.sin(2 * Math.PI * 180 * t) * Math.abs(Math.sin(2 * Math.PI * 5.3 * t)) ** 3;
  };
  const { result, sound } = await programmeOf(write(wave, { rate: 48_000, channels: 1, seconds: 12 }));
  expect(result.limited).toBe(true);
  expect(truePeakDb(sound)).toBeLessThanOrEqual(-1);
  expectTarget(sound);
});

test('silence stays silence', async () => {
  const { result, sound } = await programmeOf(write(() => 0));
  expect(result).toMatchObject({ sourceLufs: null, programmeLufs: null, gainDb: 0 });
  expect(sound.every((value) => Math.abs(value) < 1e-4)).toBe(true);
});

test('a sound of a tenth of a second reaches the same loudness as a long one', async () => {
  const shape = { rate: 48_000, channels: 1, seconds: 0.1 };
  const short = await programmeOf(write(sine(440, 0.02), shape));
  const long = await programmeOf(write(sine(440, 0.02), { ...shape, seconds: 10 }));
  expect(short.result.durationMs).toBe(100);
  expect(short.result.gainDb).toBeCloseTo(long.result.gainDb, 0);
});

test('stereo whose channels cancel out is still heard', async () => {
  const { sound } = await programmeOf(write((t, channel) => sine(440, channel === 0 ? 0.3 : -0.3)(t, 0)));
  expectTarget(sound);
});

test('of a truncated MP3 the rest is decoded', async () => {
  const path = join(dir, 'whole.mp3');
  encodeTo(path, 'mp3', { ...STEREO, seconds: 10 }, sine(440, 0.2));
  const bytes = readFileSync(path);
  const half = put(join(dir, 'half.mp3'), bytes.subarray(0, bytes.length / 2));
  const { result } = await programmeOf(half);
  expect(result.durationMs).toBeGreaterThan(4500);
  expect(result.durationMs).toBeLessThan(5500);
});

test('a folder appears complete, without leftovers beside it', async () => {
  const { outDir } = await programmeOf(write(sine(440, 0.1)));
  expect(readdirSync(outDir).sort()).toEqual(['listen.ogg', 'programme.opk']);
  expect(readdirSync(dir).filter((name) => name.includes('.part-'))).toEqual([]);
  expect(existsSync(join(dir, 'missing'))).toBe(false);
});
