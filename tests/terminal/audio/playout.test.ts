import { describe, expect, test } from 'vitest';
import { FADE } from '../../../terminal/audio/jitterBuffer.ts';
import { Bench, LOOK, playing, QUANTUM, SOFT, START_US } from '../support/bench.ts';

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

  test('a flush deletes future samples only; new packets for that time are played', () => {
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

  test('a stream is silent after its close', () => {
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

  test('a late packet is counted, and the rest of its time is played', () => {
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

  test('measures RMS and peak of the output, and reports no level in silence', () => {
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

  test('keeps the 10 s that a server may send ahead, and never more than its ring', () => {
    const bench = new Bench();
    bench.play(START_US + 20_000);
    bench.playout.open(1, START_US + 40_000, 1);
    bench.feed(1, START_US + 40_000, 700);
    expect(bench.playout.status(1).buffer_ms).toBeGreaterThan(10_000);
    expect(bench.playout.status(1).buffer_ms).toBeLessThan(11_000);
    bench.play(START_US + 11_500_000);
    expect(bench.at(START_US + 10_000_000)).toBeCloseTo(0.5, 3);
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
