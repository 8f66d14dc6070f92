import { expect, test } from 'vitest';
import {
  addMonths,
  monthDays,
  monthText,
  weekdayTexts,
} from '../../../../src/views/kit/time/calendarDays.ts';

test('a month is shown by six whole weeks from a Monday on', () => {
  const shown = monthDays('2026-11-26');
  expect([shown.length, shown[0], shown[41]]).toEqual([42, '2026-10-26', '2026-12-06']);
});

test('the last day of a month becomes the last one of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-15', -2)).toBe('2025-11-15');
});

test('month and weekdays are named in the language of the console', () => {
  expect(monthText('2026-11-26', 'cn')).toBe('2026年11月');
  expect(weekdayTexts('en')[0]).toBe('Mon');
  expect(weekdayTexts('kr')).toHaveLength(7);
});
