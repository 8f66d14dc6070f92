import { describe, expect, test } from 'vitest';
import type { PlanArea } from '../../../contract/entities/site/sitePlan.ts';
import { labelPlace } from '../../../src/views/shared/sitePlan/labelPlace.ts';

const square: PlanArea['points'] = [
  [0.2, 0.2],
  [0.6, 0.2],
  [0.6, 0.6],
  [0.2, 0.6],
];

describe('the name of an area', () => {
  test('stands in the middle where no mark is', () => {
    const { x, y } = labelPlace(square, [], 1.5);
    expect(x).toBeCloseTo(0.4);
    expect(y).toBeCloseTo(0.4);
  });

  test('has the width of its area, less beside the middle', () => {
    expect(labelPlace(square, [], 1.5).width).toBeCloseTo(0.4);
    const { x, width } = labelPlace(square, [{ x: 0.4, y: 0.4 }], 1.5);
    expect(width).toBeCloseTo(0.4 - 2 * Math.abs(x - 0.4));
  });

  test('keeps clear of a mark in the middle, and stays in the area', () => {
    const { x, y } = labelPlace(square, [{ x: 0.4, y: 0.4 }], 1.5);
    expect(Math.hypot(x - 0.4, y - 0.4)).toBeGreaterThan(0.05);
    for (const one of [x, y]) {
      expect(one).toBeGreaterThan(0.2);
      expect(one).toBeLessThan(0.6);
    }
  });

  test('is inside of an area whose middle is not', () => {
    // An L of a low and a narrow part.
    const corner: PlanArea['points'] = [
      [0, 0],
      [0.1, 0],
      [0.1, 0.9],
      [1, 0.9],
      [1, 1],
      [0, 1],
    ];
    const { x, y } = labelPlace(corner, [], 1.5);
    expect(x < 0.1 || y > 0.9).toBe(true);
  });
});
