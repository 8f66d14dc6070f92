import { describe, expect, test } from 'vitest';
import { PACKET_SAMPLES } from '../../../contract/protocol/audio.ts';
import { playing, QUANTUM, SOFT, START_US } from '../support/bench.ts';

describe('playout with a changing clock', () => {
  test.each([12_000, 200_000])(
    'jumps with a fade when the media clock is corrected by %i µs',
    (putRightUs) => {
      const bench = playing(100);
      bench.play(START_US + 400_000);
      const before = bench.out.length;
      const shifted = new Float32Array(QUANTUM);
      for (let i = 0; i < 20; i++) {
        bench.playout.render(shifted, bench.now + putRightUs);
        bench.out.push(...shifted);
        bench.frames += QUANTUM;
      }
      expect(Math.min(...bench.out.slice(before).map(Math.abs))).toBeLessThan(0.01);
      expect(bench.out.at(-1)).toBeCloseTo(0.5, 3);
      expect(bench.largestStep).toBeLessThan(SOFT);
      expect(Math.abs(bench.playout.status(1).skew_us ?? 1e9)).toBeLessThan(1_000);
    },
  );

  test.each([
    [6_000, 6],
    [30_000, 30],
  ])('a break of the card of %i µs is one gap of %i ms, whether playback jumps or catches up', (us, ms) => {
    const bench = playing(100);
    bench.play(START_US + 400_000);
    expect(bench.playout.status(1)).toMatchObject({ gaps: 0, missed_ms: 0 });
    const block = new Float32Array(QUANTUM);
    bench.playout.broke(us);
    for (let i = 0; i < 40; i++) {
      bench.playout.render(block, bench.now + us);
      bench.frames += QUANTUM;
    }
    const { gaps, missed_ms } = bench.playout.status(1);
    expect(gaps).toBe(1);
    expect(Math.abs((missed_ms ?? 0) - ms)).toBeLessThan(1);
  });

  test('fades out when the clock is lost, and plays again with a clock of another origin', () => {
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

  test('a stream of the next clock is a new stream, although it has the same number and earlier times', () => {
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
});
