import { expect, test } from 'vitest';
import { goalOn, meets } from '../support/load/goals.ts';
import { attempts, checkWarmUp, firstShare, nextShare, scaled } from '../support/load/sizing.ts';

test('a machine that is as fast as the reference keeps the goals and the nominal load', () => {
  expect(goalOn('p99_ms', { max: 300 }, 100, 1)).toEqual({ max: 300 });
  expect(goalOn('fps_name', { min: 50 }, 30, 1.2)).toEqual({ min: 50 });
  expect(firstShare(0.6, 1)).toBe(1);
});

test('on a slower machine times grow in proportion, and figures are compared with their baseline', () => {
  expect(goalOn('p99_ms', { max: 300 }, undefined, 0.5)).toEqual({ max: 600 });
  expect(goalOn('p99_ms', { max: 300 }, 500, 0.5)).toEqual({ max: 750 });
  expect(goalOn('fps_name', { min: 50 }, 30, 0.5)).toEqual({ min: 20 });
  expect(goalOn('fps_name', { min: 50 }, 60, 0.5)).toEqual({ min: 40 });
});

test('ratios, losses and counts keep their goals on every machine', () => {
  expect(goalOn('p99_ratio', { max: 1.5 }, undefined, 0.4)).toEqual({ max: 1.5 });
  expect(goalOn('lost', { max: 0 }, 0, 0.4)).toEqual({ max: 0 });
  expect(meets(Number.NaN, { max: 1 })).toBe(false);
  expect(meets(0, { max: 0 })).toBe(true);
});

test('the load shrinks with the speed, and again when its generator was too busy', () => {
  expect(firstShare(0.6, 0.5)).toBeCloseTo(0.54, 2);
  expect(nextShare(1, 0.91)).toBeCloseTo(0.71, 2);
  // A core that is full hides how much load there was.
  expect(nextShare(1, 1)).toBeLessThan(0.5);
  expect(nextShare(0.1, 1)).toBe(0.1);
  expect(scaled(1_000, 0.5)).toBe(500);
  expect(scaled(20, 0.1, 5)).toBe(5);
});

test('an attempt whose warm-up is too busy is repeated with less load, at most twice', async () => {
  const shares: number[] = [];
  const reasons: (string | null)[] = [];
  const machine = { busy: 0.1, speed: 1, begins: (_: number, reason: string | null) => reasons.push(reason) };
  await attempts(machine, async (share) => {
    shares.push(share);
    checkWarmUp('load', 0.95 * share + 0.05);
  });
  expect(shares).toHaveLength(2);
  expect(shares[1]).toBeLessThan(shares[0] ?? 0);
  expect(reasons).toEqual([null, 'load: the load generator was 100 % busy']);
  let tries = 0;
  const always = attempts(machine, async () => {
    tries += 1;
    checkWarmUp('load', 1);
  });
  await expect(always).rejects.toThrow('the load generator was 100 % busy');
  expect(tries).toBeLessThanOrEqual(3);
});
