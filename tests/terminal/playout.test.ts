import { describe, expect, test } from 'vitest';
import { PACKET_SAMPLES, PACKET_US, SAMPLE_RATE } from '../../contract/audio.ts';
import { Playout } from '../../terminal/core/playout.ts';
import { FADE } from '../../terminal/core/track.ts';

const START_US = 10_000_000;
const QUANTUM = 128;
/** Samples that interpolation looks ahead, beside the ramp. */
const LOOK = 10;

/** A playout, the media time it has come to, and all that came out. */
class Bench {
  readonly playout = new Playout();
  readonly out: number[] = [];
  frames = 0;

  feed(stream: number, fromUs: number, packets: number, value = 0.5): void {
    const pcm = new Float32Array(PACKET_SAMPLES).fill(value);
    for (let i = 0; i < packets; i++) this.playout.push(stream, fromUs + i * PACKET_US, pcm);
  }

  /** Renders quanta until media time `us`. */
  play(us: number): void {
    while (this.now < us) {
      const block = new Float32Array(QUANTUM);
      this.playout.render(block, this.now);
      this.out.push(...block);
      this.frames += QUANTUM;
    }
  }

  get now(): number {
    return START_US + (this.frames * 1e6) / SAMPLE_RATE;
  }

  /** The sample heard at a media time. */
  at(us: number): number {
    return this.out[Math.round(((us - START_US) * SAMPLE_RATE) / 1e6)] ?? Number.NaN;
  }

  /** The largest step between two samples that follow each other: a click is a large one. */
  get largestStep(): number {
    let largest = 0;
    for (let i = 1; i < this.out.length; i++) {
      largest = Math.max(largest, Math.abs((this.out[i] ?? 0) - (this.out[i - 1] ?? 0)));
    }
    return largest;
  }
}

function playing(packets = 50): Bench {
  const bench = new Bench();
  bench.playout.open(1, START_US + 100_000, 1);
  bench.feed(1, START_US + 100_000, packets);
  return bench;
}

/** A ramp of 0.5 over 5 ms rises by this; interpolation adds a little. */
const SOFT = (0.5 / FADE) * 2;

describe('playout', () => {
  test('plays each sample at its media time, between ramps', () => {
    const bench = playing(5);
    bench.play(START_US + 300_000);
    expect(bench.at(START_US + 99_000)).toBeCloseTo(0, 6);
    expect(bench.at(START_US + 106_000)).toBeCloseTo(0.5, 3);
    expect(bench.at(START_US + 194_000)).toBeCloseTo(0.5, 3);
    expect(bench.at(START_US + 201_000)).toBeCloseTo(0, 6);
    expect(bench.largestStep).toBeLessThan(SOFT);
    expect(bench.playout.status(1).first_sound_us).toBe(START_US + 100_000);
  });

  test('a flush is heard in the very next render quantum and is over after the ramp', () => {
    const bench = playing();
    bench.play(START_US + 400_000);
    const flushed = bench.out.length;
    bench.playout.flush(1, START_US + 300_000);
    bench.play(START_US + 600_000);
    expect(bench.out[flushed + QUANTUM - 1]).toBeLessThan(0.4);
    expect(Math.abs(bench.out[flushed + FADE + LOOK + 8] ?? 1)).toBeLessThan(1e-6);
    expect(bench.largestStep).toBeLessThan(SOFT);
    expect(bench.playout.status(1)).toMatchObject({ sounding: false, buffer_ms: 0, lost: 0 });
  });

  test('a flush takes back the future only; what comes again for that time is played', () => {
    const bench = playing();
    bench.play(START_US + 300_000);
    bench.playout.flush(1, START_US + 500_000);
    bench.feed(1, START_US + 700_000, 10, 0.25);
    bench.play(START_US + 1_000_000);
    expect(bench.at(START_US + 490_000)).toBeCloseTo(0.5, 3);
    expect(bench.at(START_US + 600_000)).toBeCloseTo(0, 6);
    expect(bench.at(START_US + 710_000)).toBeCloseTo(0.25, 3);
    expect(bench.largestStep).toBeLessThan(SOFT);
    expect(bench.playout.status(1).lost).toBe(0);
  });

  test('nothing of a stream is played after its close', () => {
    const bench = playing();
    bench.playout.close(1, START_US + 400_000);
    bench.feed(1, START_US + 400_000, 5);
    bench.play(START_US + 700_000);
    expect(bench.at(START_US + 390_000)).toBeCloseTo(0.5, 3);
    expect(bench.at(START_US + 400_500)).toBeCloseTo(0, 6);
    expect(bench.largestStep).toBeLessThan(SOFT);
  });

  test('a lost packet is a gap with ramps, and is counted', () => {
    const bench = playing(5);
    bench.feed(1, START_US + 220_000, 5);
    bench.play(START_US + 400_000);
    expect(bench.at(START_US + 210_000)).toBeCloseTo(0, 6);
    expect(bench.at(START_US + 230_000)).toBeCloseTo(0.5, 3);
    expect(bench.largestStep).toBeLessThan(SOFT);
    expect(bench.playout.status(1)).toMatchObject({ received: 10, lost: 1, late: 0 });
  });

  test('a late packet is counted, and what is left of its time is played', () => {
    const bench = playing(5);
    bench.play(START_US + 208_000);
    bench.feed(1, START_US + 200_000, 5);
    bench.play(START_US + 400_000);
    expect(bench.playout.status(1)).toMatchObject({ received: 10, lost: 0, late: 1 });
    expect(bench.at(START_US + 216_000)).toBeCloseTo(0.5, 2);
    expect(bench.largestStep).toBeLessThan(SOFT);
  });

  test('streams are summed, and a volume change is a ramp', () => {
    const bench = playing();
    bench.playout.open(2, START_US + 100_000, 1);
    bench.feed(2, START_US + 100_000, 50, 0.25);
    bench.play(START_US + 300_000);
    expect(bench.at(START_US + 200_000)).toBeCloseTo(0.75, 3);
    bench.playout.setGain(2, 0);
    bench.play(START_US + 600_000);
    expect(bench.at(START_US + 500_000)).toBeCloseTo(0.5, 3);
    expect(bench.largestStep).toBeLessThan(SOFT * 1.6);
  });

  test('measures RMS and peak of what it hands out, and tells no level in silence', () => {
    const bench = new Bench();
    bench.play(START_US + 200_000);
    expect(bench.playout.status(1).level_db).toBeNull();
    bench.playout.open(1, START_US + 300_000, 0.5);
    bench.feed(1, START_US + 300_000, 100, 0.5);
    bench.play(START_US + 1_900_000);
    const { level_db, peak_db } = bench.playout.status(1);
    expect(level_db).toBeCloseTo(-12.04, 1);
    expect(peak_db).toBeCloseTo(-12.04, 1);
    bench.play(START_US + 4_000_000);
    expect(bench.playout.status(1).level_db).toBeNull();
  });

  test('jumps in a fade when the media clock is put right by more than 20 ms', () => {
    const bench = playing(100);
    bench.play(START_US + 400_000);
    const before = bench.out.length;
    const shifted = new Float32Array(QUANTUM);
    for (let i = 0; i < 20; i++) {
      bench.playout.render(shifted, bench.now + 200_000);
      bench.out.push(...shifted);
      bench.frames += QUANTUM;
    }
    expect(Math.min(...bench.out.slice(before).map(Math.abs))).toBeLessThan(0.01);
    expect(bench.out.at(-1)).toBeCloseTo(0.5, 3);
    expect(bench.largestStep).toBeLessThan(SOFT);
    expect(Math.abs(bench.playout.status(1).skew_us ?? 1e9)).toBeLessThan(1_000);
  });

  test('fades out when the clock is lost, and plays again by a clock that begins at another time', () => {
    const bench = playing();
    bench.play(START_US + 400_000);
    const block = new Float32Array(1_024);
    bench.playout.reset();
    bench.playout.render(block, null);
    expect(Math.abs(block.at(-1) ?? 1)).toBeLessThan(1e-6);
    bench.playout.open(9, 50_000, 1);
    bench.feed(9, 50_000, 20);
    for (let us = 40_000; us < 200_000; us += 20_000) {
      bench.playout.render(block.subarray(0, PACKET_SAMPLES), us);
    }
    expect(block[500]).toBeCloseTo(0.5, 3);
  });

  test('a stream of the next clock is a new one, though its number is the old and its times are earlier', () => {
    const bench = playing(100);
    bench.play(START_US + 400_000);
    bench.playout.reset();
    bench.playout.open(1, 50_000, 1);
    expect(bench.playout.status(1)).toMatchObject({ received: 0, first_sound_us: null });
    bench.feed(1, 50_000, 20);
    const block = new Float32Array(PACKET_SAMPLES);
    bench.playout.render(block, null);
    for (let us = 40_000; us < 200_000; us += 20_000) bench.playout.render(block, us);
    expect(block[500]).toBeCloseTo(0.5, 3);
    expect(bench.playout.status(1).received).toBe(20);
  });

  test('keeps the 2 s that a server may send ahead, and never more than its ring', () => {
    const bench = new Bench();
    bench.play(START_US + 20_000);
    bench.playout.open(1, START_US + 40_000, 1);
    bench.feed(1, START_US + 40_000, 400);
    expect(bench.playout.status(1).buffer_ms).toBeGreaterThan(2_000);
    expect(bench.playout.status(1).buffer_ms).toBeLessThan(2_800);
    bench.play(START_US + 3_500_000);
    expect(bench.at(START_US + 2_000_000)).toBeCloseTo(0.5, 3);
  });

  test('the test tone is soft and mixes with what plays', () => {
    const bench = new Bench();
    bench.play(START_US + 20_000);
    bench.playout.tone();
    bench.play(START_US + 2_000_000);
    expect(Math.max(...bench.out)).toBeGreaterThan(0.05);
    expect(Math.max(...bench.out)).toBeLessThan(0.25);
    expect(bench.out.at(-1)).toBe(0);
  });
});
