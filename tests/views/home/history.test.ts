import type { TFunction } from 'i18next';
import { describe, expect, test } from 'vitest';
import type { SumsHistory } from '../../../contract/entities/site/history.ts';
import { columnsFor, lastSpan, panelKeys, readArrangement } from '../../../src/views/home/arrangement.ts';
import { lastMorning } from '../../../src/views/home/sinceMorning.ts';
import { ticksBetween } from '../../../src/views/kit/chart/ticks.ts';
import { abnormalMinutes, lossStep, zoneStep } from '../../../src/views/shared/history/historyCells.ts';
import { lossFacts, stripFacts } from '../../../src/views/shared/history/historyFacts.ts';

const zone = (more: Partial<SumsHistory>): SumsHistory => ({
  ...{ id: 1, terminals: [], sounding: [], silent: [], offline: [], lossy: [], loss_pct: [], level_db: [] },
  ...more,
});

describe('history of a zone', () => {
  const day = zone({
    terminals: [10, null, 10, 0],
    sounding: [5, null, 0, 0],
    silent: [0, null, 0, 0],
    offline: [0, null, 1, 0],
  });

  test('a step has shares of its terminals; a gap and a zone without terminals have none', () => {
    expect([0, 1, 2, 3].map((at) => zoneStep(day, at))).toEqual([
      { sounding: 0.5, silent: 0, offline: 0 },
      null,
      { sounding: 0, silent: 0, offline: 0.1 },
      null,
    ]);
  });

  test('the abnormal time counts steps with silent or offline terminals', () => {
    expect(abnormalMinutes(day, 300)).toBe(5);
  });

  test('a loss has the steps of the legend; a terminal with a fault is the last step', () => {
    const loss = zone({ loss_pct: [null, 0, 0.1, 0.3, 1, 0], lossy: [0, 0, 0, 0, 0, 0.5] });
    expect([0, 1, 2, 3, 4, 5].map((at) => lossStep(loss, at))).toEqual([
      null,
      'none',
      'little',
      'some',
      'much',
      'much',
    ]);
  });
});

test('the sentences of a chart say what it shows, for readers who do not see it', () => {
  const t = ((key: string, facts: object) => [key, ...Object.values(facts)].join(' ')) as TFunction;
  const words = { t, timeZone: 'UTC', nameOf: (id: number) => `Zone ${id}` };
  const zones = [
    zone({
      terminals: [4, 4, null, 4],
      ...{ sounding: [2, 4, null, 0], silent: [0, 1, null, 0], offline: [0, 0, null, 0] },
      loss_pct: [0.5, 2.25, null, null],
    }),
    zone({ id: 2, terminals: [null, null, null, null], loss_pct: [null, null, null, null] }),
  ];
  const history = { from: 8 * 3600, step_s: 900, zones };
  expect(stripFacts(history, words)).toEqual([
    'home.factsDay Zone 1 0:30 0:15 0:00',
    'home.factsNone Zone 2',
  ]);
  expect(lossFacts(history, words)).toEqual([
    'home.factsLoss Zone 1 1.38 2.25 08:15',
    'home.factsUnheard Zone 2',
  ]);
});

test('ticks are round times of the time zone, not more than asked, and none at the ends', () => {
  const from = Date.parse('2026-03-12T01:10:00Z') / 1000;
  const texts = (hours: number, most: number, timeZone: string) =>
    ticksBetween(from, from + hours * 3600, most, timeZone).map(({ text }) => text);
  expect(texts(1, 5, 'Asia/Shanghai')).toEqual(['09:15', '09:30', '09:45', '10:00']);
  expect(texts(24, 8, 'Asia/Kolkata')).toEqual([
    '09:00',
    '12:00',
    '15:00',
    '18:00',
    '21:00',
    '00:00',
    '03:00',
  ]);
  // Times of day would all be midnight.
  expect(texts(7 * 24, 5, 'Asia/Shanghai')).toEqual(['03-14', '03-16', '03-18']);
  expect(texts(300 * 24, 5, 'UTC').length).toBeLessThanOrEqual(5);
});

describe('arrangement of the home page', () => {
  test('a stored order is kept; unknown panels and repetitions are left out', () => {
    expect(readArrangement(['link', 'radar', 'zones', 'link'])).toEqual(['link', 'zones']);
    expect(readArrangement(null)).toEqual(panelKeys);
    expect(readArrangement([])).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5, 6])('%i panels fill their rows', (count) => {
    const columns = columnsFor(count);
    expect((count - 1 + lastSpan(count)) % columns).toBe(0);
  });
});

test('the last morning is 06:00 of the site, also before six and over a clock change', () => {
  const at = (text: string) => Date.parse(text) / 1000;
  const morning = (text: string, timeZone: string) => lastMorning(at(text), timeZone);
  expect(morning('2026-03-12T04:00:00Z', 'Asia/Shanghai')).toBe(at('2026-03-11T22:00:00Z'));
  expect(morning('2026-03-11T21:00:00Z', 'Asia/Shanghai')).toBe(at('2026-03-10T22:00:00Z'));
  expect(morning('2026-03-29T05:00:00Z', 'Europe/Berlin')).toBe(at('2026-03-29T04:00:00Z'));
});
