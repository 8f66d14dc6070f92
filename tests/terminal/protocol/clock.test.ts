import { describe, expect, test } from 'vitest';
import { MediaClock } from '../../../terminal/protocol/mediaClock.ts';
import { random } from '../../support/random.ts';

type Delay = (r: () => number, way: 'up' | 'down') => number;

/** Feeds a clock with exchanges over a link; returns the error after each, µs. Local clock off by `ppm`. */
function exchanges(n: number, everyUs: number, delay: Delay, ppm = 0, seed = 1, clock = new MediaClock()) {
  const r = random(seed);
  const media = (local: number) => local * (1 + ppm * 1e-6) + 7e8;
  const errors: number[] = [];
  let now = 5e6;
  for (let i = 0; i < n; i++) {
    const up = delay(r, 'up');
    const down = delay(r, 'down');
    const t1 = media(now + up);
    const t3 = now + up + 40 + down;
    clock.add({ t0: now, t1, t2: media(now + up + 40), t3 }, 'epoch');
    errors.push(Math.abs(clock.toMedia(t3) - media(t3)));
    now = Math.max(t3, now + everyUs);
  }
  return { clock, errors };
}

const lan: Delay = (r) => 150 - 100 * Math.log(1 - r());
const uniform60: Delay = (r) => 300 + 60_000 * r();

describe('media clock', () => {
  test('is synchronised after a burst of a few answers, and gives its uncertainty', () => {
    const { clock, errors } = exchanges(8, 0, lan);
    expect(clock.synced).toBe(true);
    expect(errors.at(-1)).toBeLessThan(clock.errorUs);
    expect(clock.errorUs).toBeLessThan(400);
  });

  test('is not synced before it has enough exchanges', () => {
    expect(new MediaClock().synced).toBe(false);
    expect(exchanges(2, 0, lan).clock.synced).toBe(false);
    expect(exchanges(20, 0, () => 300_000).clock.synced).toBe(false);
  });

  test.each([-100, 0, 60])('measures a drift of the local clock of %i ppm', (ppm) => {
    const { clock, errors } = exchanges(200, 3e6, lan, ppm);
    expect(clock.ratePpm).toBeCloseTo(ppm, 0);
    expect(Math.max(...errors.slice(50))).toBeLessThan(100);
  });

  test('is accurate with jitter of 0 to 60 ms in each direction', () => {
    const { errors } = exchanges(900, 1e6, uniform60, 50);
    expect(Math.max(...errors.slice(400))).toBeLessThan(1_500);
    expect(errors.at(-1)).toBeLessThan(1_000);
  });

  test('is accurate under load in one direction, if single messages pass without delay', () => {
    const loadedDown: Delay = (r, way) => 200 + (way === 'down' && r() < 0.9 ? 40_000 : 300) * r();
    const { errors } = exchanges(300, 1e6, loadedDown);
    expect(Math.max(...errors.slice(60))).toBeLessThan(500);
  });

  test('restarts with a new epoch', () => {
    const { clock } = exchanges(50, 1e6, lan);
    expect(clock.add({ t0: 90e6, t1: 100, t2: 140, t3: 90e6 + 500 }, 'next')).toBe(true);
    expect(clock.answers).toBe(1);
    expect(clock.synced).toBe(false);
    expect(Math.abs(clock.toMedia(90e6 + 500) - 370)).toBeLessThan(10);
  });

  test('restarts when the local clock stood still during sleep', () => {
    const { clock } = exchanges(50, 1e6, lan);
    const t0 = 60e6;
    const slept = clock.toMedia(t0) + 600e6;
    expect(clock.add({ t0, t1: slept, t2: slept, t3: t0 + 400 }, 'epoch')).toBe(true);
    expect(Math.abs(clock.toMedia(t0 + 200) - slept)).toBeLessThan(250);
  });

  test('toLocal is the inverse of toMedia', () => {
    const { clock } = exchanges(100, 1e6, lan, 80);
    expect(clock.toLocal(clock.toMedia(123e6))).toBeCloseTo(123e6, 2);
  });
});
