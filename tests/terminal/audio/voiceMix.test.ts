import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DUCK_DB } from '../../../contract/protocol/arbitration.ts';
import { PACKET_SAMPLES, PACKET_US, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { Limiter } from '../../../terminal/audio/limiter.ts';
import { randomRuns } from '../../support/random.ts';
import { Bench, START_US } from '../support/bench.ts';

const MUSIC = 1;
const SPEECH = 2;
const MUSIC_HZ = 1000;
const SPEECH_HZ = 300;
const FROM = START_US + 100_000;
const SECOND = 1_000_000;

/** Packets of a tone that runs on over them. */
function tone(bench: Bench, stream: number, hz: number, fromUs: number, toUs: number, amplitude = 0.5): void {
  for (let at = fromUs; at < toUs; at += PACKET_US) {
    const pcm = Float32Array.from(
      { length: PACKET_SAMPLES },
      (_, i) => amplitude * Math.sin(2 * Math.PI * hz * (at / 1e6 + i / SAMPLE_RATE)),
    );
    bench.playout.push(stream, at, pcm);
  }
}

/** Level of one frequency within a stretch of what came out, dB against an amplitude of 0.5. */
function levelOf(bench: Bench, hz: number, fromUs: number, ms = 100): number {
  const first = Math.round(((fromUs - START_US) * SAMPLE_RATE) / 1e6);
  const count = (ms * SAMPLE_RATE) / 1000;
  let [re, im] = [0, 0];
  for (let i = 0; i < count; i++) {
    const x = bench.out[first + i] ?? Number.NaN;
    re += x * Math.cos((2 * Math.PI * hz * i) / SAMPLE_RATE);
    im += x * Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE);
  }
  return 20 * Math.log10((2 * Math.hypot(re, im)) / count / 0.5);
}

/** Music that has played for a second, speech over it from `spoken` for a second. */
function mixed(
  over: { speech?: 'speech' | undefined; music?: 'programme' | undefined; lead?: number } = {},
): {
  bench: Bench;
  spoken: number;
} {
  const { speech = 'speech', music = 'programme', lead = 300_000 } = over;
  const bench = new Bench();
  bench.playout.open(MUSIC, FROM, 1, music);
  tone(bench, MUSIC, MUSIC_HZ, FROM, FROM + 2 * SECOND);
  const spoken = FROM + SECOND;
  bench.play(spoken - lead);
  bench.playout.open(SPEECH, spoken, 1, speech);
  tone(bench, SPEECH, SPEECH_HZ, spoken, spoken + SECOND);
  bench.playout.close(SPEECH, spoken + SECOND);
  tone(bench, MUSIC, MUSIC_HZ, FROM + 2 * SECOND, FROM + 3 * SECOND);
  bench.play(FROM + 2.5 * SECOND);
  tone(bench, MUSIC, MUSIC_HZ, FROM + 3 * SECOND, FROM + 4 * SECOND);
  bench.play(FROM + 3.5 * SECOND);
  return { bench, spoken };
}

describe('speech over programme', () => {
  test('the programme is 20 dB lower from the first to the last sample of speech, and restored half a second later', () => {
    const { bench, spoken } = mixed();
    expect(levelOf(bench, MUSIC_HZ, spoken - 300_000)).toBeCloseTo(0, 1);
    for (const at of [spoken, spoken + 400_000, spoken + 890_000])
      expect(Math.abs(levelOf(bench, MUSIC_HZ, at) + DUCK_DB)).toBeLessThan(1);
    expect(levelOf(bench, SPEECH_HZ, spoken + 400_000)).toBeCloseTo(0, 1);
    expect(levelOf(bench, MUSIC_HZ, spoken + SECOND + 510_000)).toBeCloseTo(0, 1);
  });

  test('the programme is lowered in 150 ms before the speech and raised in 500 ms after it, without a step', () => {
    const { bench, spoken } = mixed();
    const down = [-150, -100, -50].map((ms) => levelOf(bench, MUSIC_HZ, spoken + ms * 1000, 10));
    // In the middle of the 10 ms that are measured.
    for (const [i, level] of down.entries()) expect(level).toBeCloseTo(-(i * 50 + 5) * (DUCK_DB / 150), 0);
    const up = [0, 250, 450].map((ms) => levelOf(bench, MUSIC_HZ, spoken + SECOND + ms * 1000 + 6_000, 10));
    for (const [i, level] of up.entries())
      expect(level).toBeCloseTo(-DUCK_DB + ([0, 250, 450][i] as number) * (DUCK_DB / 500), 0);
    // The steepest that both tones are by themselves.
    const steepest = (0.5 * 2 * Math.PI * (MUSIC_HZ + SPEECH_HZ)) / SAMPLE_RATE;
    expect(bench.largestStep).toBeLessThan(steepest);
  });

  test('the programme is lowered as early as possible if speech arrives late', () => {
    const { bench, spoken } = mixed({ lead: 40_000 });
    expect(levelOf(bench, MUSIC_HZ, spoken - 60_000, 20)).toBeCloseTo(0, 1);
    expect(Math.abs(levelOf(bench, MUSIC_HZ, spoken + 130_000) + DUCK_DB)).toBeLessThan(1);
    expect(bench.playout.status(SPEECH)).toMatchObject({ lost: 0, late: 0 });
  });

  test('streams without `mix` are not lowered and lower no others', () => {
    for (const over of [{ speech: undefined }, { music: undefined }] as const) {
      const bench = new Bench();
      bench.playout.open(MUSIC, FROM, 1, 'music' in over ? undefined : 'programme');
      bench.playout.open(SPEECH, FROM, 1, 'speech' in over ? undefined : 'speech');
      tone(bench, MUSIC, MUSIC_HZ, FROM, FROM + SECOND);
      tone(bench, SPEECH, SPEECH_HZ, FROM, FROM + SECOND);
      bench.play(FROM + 900_000);
      expect(levelOf(bench, MUSIC_HZ, FROM + 700_000)).toBeCloseTo(0, 1);
    }
  });

  test('the programme is raised while speech is paused, and lowered again when it continues', () => {
    const bench = new Bench();
    bench.playout.open(MUSIC, FROM, 1, 'programme');
    bench.playout.open(SPEECH, FROM, 1, 'speech');
    tone(bench, MUSIC, MUSIC_HZ, FROM, FROM + 2 * SECOND);
    tone(bench, SPEECH, SPEECH_HZ, FROM, FROM + SECOND);
    bench.play(FROM + 400_000);
    bench.playout.flush(SPEECH, FROM + 440_000);
    bench.play(FROM + 1.3 * SECOND);
    tone(bench, SPEECH, SPEECH_HZ, FROM + 1.5 * SECOND, FROM + 2 * SECOND);
    bench.play(FROM + 1.9 * SECOND);
    expect(levelOf(bench, MUSIC_HZ, FROM + 300_000)).toBeCloseTo(-DUCK_DB, 0);
    expect(levelOf(bench, MUSIC_HZ, FROM + SECOND)).toBeCloseTo(0, 1);
    expect(levelOf(bench, MUSIC_HZ, FROM + 1.7 * SECOND)).toBeCloseTo(-DUCK_DB, 0);
    expect(bench.playout.status(SPEECH).lost).toBe(0);
  });

  test('a lost packet of speech does not raise the programme audibly', () => {
    const bench = new Bench();
    bench.playout.open(MUSIC, FROM, 1, 'programme');
    bench.playout.open(SPEECH, FROM, 1, 'speech');
    tone(bench, MUSIC, MUSIC_HZ, FROM, FROM + SECOND);
    tone(bench, SPEECH, SPEECH_HZ, FROM, FROM + 400_000);
    tone(bench, SPEECH, SPEECH_HZ, FROM + 420_000, FROM + 800_000);
    bench.play(FROM + 700_000);
    for (let at = 300_000; at < 600_000; at += 10_000)
      expect(levelOf(bench, MUSIC_HZ, FROM + at, 10)).toBeLessThan(-DUCK_DB + 1);
  });

  test('each stream has separate counts', () => {
    const { bench } = mixed();
    expect(bench.playout.status(MUSIC)).toMatchObject({ received: 200, lost: 0, late: 0, sounding: true });
    expect(bench.playout.status(SPEECH)).toMatchObject({
      received: 50,
      lost: 0,
      first_sound_us: FROM + SECOND,
    });
  });

  test('two streams at full scale never clip', () => {
    const bench = new Bench();
    bench.playout.open(MUSIC, FROM, 1, 'programme');
    bench.playout.open(SPEECH, FROM, 1, 'speech');
    tone(bench, MUSIC, MUSIC_HZ, FROM, FROM + 2 * SECOND, 1);
    tone(bench, SPEECH, SPEECH_HZ, FROM + SECOND, FROM + 2 * SECOND, 1);
    bench.play(FROM + 1.9 * SECOND);
    expect(Math.max(...bench.out.map(Math.abs))).toBeLessThanOrEqual(1);
    expect(levelOf(bench, SPEECH_HZ, FROM + 1.5 * SECOND)).toBeGreaterThan(20 * Math.log10(2) - 1.5);
  });
});

test('the limiter keeps any sum within full scale, and does not change sums within it', () => {
  fc.assert(
    fc.property(fc.array(fc.float({ min: -4, max: 4, noNaN: true }), { maxLength: 2000 }), (values) => {
      const samples = Float32Array.from(values);
      new Limiter(SAMPLE_RATE).run(samples);
      for (const x of samples) expect(Math.abs(x)).toBeLessThanOrEqual(1 + 1e-6);
      const within = Float32Array.from(values, (x) => x / 4);
      const copy = within.slice();
      new Limiter(SAMPLE_RATE).run(copy);
      expect(copy).toEqual(within);
    }),
    randomRuns(100),
  );
});
