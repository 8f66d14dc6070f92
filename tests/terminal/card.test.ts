import { describe, expect, test } from 'vitest';
import { CardClock } from '../../terminal/core/card.ts';
import { random } from './support/simulation.ts';

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

describe('when a card plays which frame', () => {
  test.each([-100, 0, 100])('is known from noisy observations of a card %i ppm off', (ppm) => {
    const errors = observe(new CardClock(RATE), 240, ppm, 4_000);
    expect(Math.max(...errors.slice(10))).toBeLessThan(2_500);
    expect(Math.max(...errors.slice(64))).toBeLessThan(1_200);
  });

  test('one strange observation changes nothing, three in a row are a break', () => {
    const clock = new CardClock(RATE);
    observe(clock, 60, 0, 100);
    const before = clock.heardAt(0);
    clock.observe(60 * 24_000, 7e6 + 30e6 + 400_000);
    expect(clock.heardAt(0)).toBe(before);
    const after = observe(clock, 10, 0, 100, 7e6 + 32e6, 62 * 24_000 - 48_000);
    expect(after.at(-1)).toBeLessThan(200);
  });

  test('knows nothing after a reset', () => {
    const clock = new CardClock(RATE);
    observe(clock, 4, 0, 100);
    clock.reset();
    expect(clock.known).toBe(false);
  });
});
