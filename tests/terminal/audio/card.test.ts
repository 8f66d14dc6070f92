import { describe, expect, test } from 'vitest';
import { CardClock } from '../../../terminal/audio/cardClock.ts';
import { random } from '../../support/random.ts';

const RATE = 48_000;

/** Observes a card of this drift twice a second; returns the error of what the clock says after each, µs. */
function observe(
  clock: CardClock,
  n: number,
  ppm: number,
  noiseUs: number,
  startUs = 7e6,
  from = 0,
): number[] {
  const r = random(5);
  const truth = (frame: number) => startUs + ((frame - from) * 1e6) / (RATE * (1 + ppm * 1e-6));
  const errors: number[] = [];
  for (let i = 0; i < n; i++) {
    const frame = from + i * RATE * 0.5;
    const outlier = r() < 0.05 ? 15_000 : 0;
    clock.observe(frame, truth(frame) + noiseUs * (r() - 0.5) + outlier);
    errors.push(Math.abs(clock.heardAt(frame + 4_800) - truth(frame + 4_800)));
  }
  return errors;
}

describe('time at which a card plays a frame', () => {
  test.each([-100, 0, 100])('is known from noisy observations of a card %i ppm off', (ppm) => {
    const errors = observe(new CardClock(RATE), 240, ppm, 4_000);
    expect(Math.max(...errors.slice(10))).toBeLessThan(2_500);
    expect(Math.max(...errors.slice(64))).toBeLessThan(1_200);
  });

  test.each([-12_000, 9_000, 400_000])(
    'a single strange observation changes nothing, a break of %i µs is followed',
    (breakUs) => {
      const clock = new CardClock(RATE);
      observe(clock, 60, 0, 400);
      const before = clock.heardAt(60 * 24_000);
      clock.observe(60 * 24_000, before + breakUs);
      expect(clock.heardAt(60 * 24_000)).toBe(before);
      const after = observe(clock, 12, 0, 400, 7e6 + 31e6 + breakUs, 62 * 24_000);
      expect(after[1]).toBeGreaterThan(Math.abs(breakUs) / 2);
      expect(after.at(-1)).toBeLessThan(400);
    },
  );

  test.each([-19_000, 400_000])('a step of %i µs while the card starts is discarded at once', (breakUs) => {
    const clock = new CardClock(RATE);
    for (const frame of [0, 4_800, 9_600]) clock.observe(frame, 7e6 + (frame * 1e6) / RATE + breakUs);
    for (let frame = 14_400; frame < 48_000; frame += 4_800) clock.observe(frame, 7e6 + (frame * 1e6) / RATE);
    expect(Math.abs(clock.heardAt(48_000) - 8e6)).toBeLessThan(10);
  });

  test('a break in which the card took nothing is told once, one by which it is early is not', () => {
    const clock = new CardClock(RATE);
    observe(clock, 60, 0, 400);
    expect(clock.takeBreak()).toBe(0);
    observe(clock, 10, 0, 400, 7e6 + 30e6 + 6_000, 60 * 24_000);
    expect(clock.takeBreak() / 1_000).toBeCloseTo(6, 0);
    expect(clock.takeBreak()).toBe(0);
    observe(clock, 10, 0, 400, 7e6 + 35e6 + 6_000 - 9_000, 70 * 24_000);
    expect(clock.takeBreak()).toBe(0);
  });

  test('needs more frequent observations at first and after a possible step', () => {
    const clock = new CardClock(RATE);
    observe(clock, 60, 0, 400);
    expect(clock.settled).toBe(true);
    clock.observe(60 * 24_000, clock.heardAt(60 * 24_000) + 12_000);
    expect(clock.settled).toBe(false);
    clock.reset();
    expect(clock.settled).toBe(false);
  });

  test('is unknown after a reset', () => {
    const clock = new CardClock(RATE);
    observe(clock, 4, 0, 100);
    clock.reset();
    expect(clock.known).toBe(false);
  });
});
