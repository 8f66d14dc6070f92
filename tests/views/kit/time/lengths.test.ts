import { describe, expect, it } from 'vitest';
import { moveItem } from '../../../../src/views/kit/order/moveItem.ts';
import { readDay, readMoment } from '../../../../src/views/kit/time/dayText.ts';
import { durationInput, durationText, readDuration } from '../../../../src/views/kit/time/lengths.ts';

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

describe('dates', () => {
  it('are parsed as YYYY-MM-DD in the usual ways to write one', () => {
    for (const text of [
      '2026-03-01',
      '2026-3-1',
      '20260301',
      '2026/3/1',
      '2026.03.01',
      '2026年3月1日',
      '２０２６-3-1',
    ])
      expect(readDay(text), text).toBe('2026-03-01');
    for (const text of ['', '3/1/2026', '2026-13-01', '2026-02-30', '2026-3', 'today'])
      expect(readDay(text)).toBe(null);
  });

  it('with a time of day are parsed as YYYY-MM-DD HH:mm:ss', () => {
    expect(readMoment('2026-03-01T08:30')).toBe('2026-03-01 08:30:00');
    expect(readMoment('2026-3-1 8:05:09')).toBe('2026-03-01 08:05:09');
    expect(readMoment('20260301')).toBe('2026-03-01 00:00:00');
    for (const text of ['', '08:30', '2026-03-01 25:00']) expect(readMoment(text)).toBe(null);
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
