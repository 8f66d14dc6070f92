import { expect, test } from 'vitest';
import { languages } from '../../../contract/language.ts';
import {
  addMonths,
  dateText,
  isDay,
  monthDays,
  readDate,
} from '../../../src/views/kit/form/date/dateText.ts';

const days = ['2026-01-01', '2026-02-28', '2024-02-29', '2026-11-26', '2026-12-31'];

test('a day is shown as its readers write it, and read back from that in every language', () => {
  expect(languages.map((language) => dateText('2026-11-26', language))).toEqual([
    '2026年11月26日',
    'Nov 26, 2026',
    '2026년 11월 26일',
  ]);
  for (const language of languages)
    for (const day of days)
      expect(readDate(dateText(day, language), language), `${language} ${day}`).toBe(day);
});

test('a day is read with any separators; what is no day is not', () => {
  for (const text of [
    '2026-11-26',
    '2026/11/26',
    '2026.11.26',
    '2026 11 26',
    '26 Nov 2026',
    'november 26 2026',
  ])
    expect(readDate(text, 'en'), text).toBe('2026-11-26');
  for (const text of ['', '26', '2026-02-30', '2026-13-01', 'Nov 31, 2026', 'tomorrow'])
    expect(readDate(text, 'en'), text).toBeNull();
  expect(isDay('2026-02-29')).toBe(false);
});

test('a month is shown by six whole weeks from a Monday on', () => {
  const shown = monthDays('2026-11-26');
  expect([shown.length, shown[0], shown[41]]).toEqual([42, '2026-10-26', '2026-12-06']);
});

test('the last day of a month becomes the last one of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-15', -2)).toBe('2025-11-15');
});
