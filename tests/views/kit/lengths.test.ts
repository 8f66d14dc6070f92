import { describe, expect, it } from 'vitest';
import { moveItem } from '../../../src/views/kit/order/moveItem.ts';
import { durationInput, durationText, readDuration } from '../../../src/views/kit/time/lengths.ts';

describe('lengths', () => {
  it('are HH:MM:SS, and seconds under a minute', () => {
    const t = (() => 's') as never;
    expect([0, 999, 59_999, 61_000, 3_599_999, 3_600_000, -5].map((ms) => durationText(t, ms))).toEqual([
      '0 s',
      '0 s',
      '59 s',
      '00:01:01',
      '00:59:59',
      '01:00:00',
      '0 s',
    ]);
  });

  it('are parsed as HH:MM:SS, as minutes and seconds, or as seconds', () => {
    expect(['00:01:30', '1:30', '90', ' 0：05 ', '100:00:00'].map(readDuration)).toEqual([
      90, 90, 90, 5, 360_000,
    ]);
    for (const text of ['', 'abc', '1:60', '1:2:3:4', '-5', '1.5', '1:'])
      expect(readDuration(text)).toBe(null);
    expect(durationInput(90)).toBe('00:01:30');
    expect(readDuration(durationInput(86_399))).toBe(86_399);
  });
});

describe('an ordered list', () => {
  it('moves one item and keeps the order of the others', () => {
    expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(moveItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
    expect(moveItem(['a', 'b'], 0, 9)).toEqual(['b', 'a']);
    expect(moveItem(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
  });
});
