import { readFileSync } from 'node:fs';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { type FaultLine, groupFaults } from '../../../src/streams/faultLines.ts';
import {
  type FloodItem,
  floodGroupings,
  floodGroups,
  floodItems,
  floodOf,
} from '../../../src/streams/flood.ts';
import {
  alarmSentence,
  doneSentence,
  emptySentences,
  floodFacts,
  floodTitle,
  freshSentence,
  groupChips,
  lineOf,
  overSentence,
  shownItems,
  sinceLookSentence,
} from '../../../src/views/emergency/flood/floodSentences.ts';
import type { Sentence } from '../../../src/views/shared/alarms/sentences.ts';
import { chatterText, lineDetail, lineText } from '../../../src/views/shared/faults/faultWords.ts';
import { floodLabels, floodTable, timeOf } from './floodTable.ts';
import { FloodWorld, zones } from './floodWorld.ts';

/** Number of random histories, each with a seed of its own (`npm run long`: more, from another seed). */
const HISTORIES = Number(process.env.LONG_RUNS ?? 40);
const FIRST = Number(process.env.LONG_SEED ?? 1);
const STEPS = 40;

/** A sentence with the items that it is about. */
interface FloodText {
  sentence: Sentence;
  items: readonly FloodItem[];
}

/** Collects the sentences that a function translates. */
function heard(speak: (t: TFunction) => unknown): Sentence[] {
  const found: Sentence[] = [];
  const t = (key: string, params?: Sentence['params']) => {
    if (key in floodTable) found.push(params === undefined ? { key } : { key, params });
    return key;
  };
  speak(t as unknown as TFunction);
  return found;
}

/** All sentences that the view shows of the site, for every grouping. */
function floodTexts(world: FloodWorld, items: FloodItem[], lines: readonly FaultLine[]): FloodText[] {
  const { now, looked } = world;
  const { count, isFlood, since } = floodOf(items, now);
  const shown = shownItems(items, { from: since, isFlood, isAll: world.chance(0.1) });
  const view = { items: shown, count, isFlood, isKnown: true, looked };
  const empty = emptySentences(view);
  const of = (on: readonly FloodItem[], sentences: readonly (Sentence | null)[]): FloodText[] =>
    sentences.flatMap((sentence) => (sentence === null ? [] : { sentence, items: on }));
  // A fact is its name together with its value.
  const facts = floodFacts(view, timeOf).map(({ name, is }) => {
    const more = 'item' in is ? { at: is.item.at } : 'n' in is ? { n: is.n } : (is.params ?? {});
    return { key: name.key, params: { ...name.params, ...more } };
  });
  const groups = floodGroupings.flatMap((by) =>
    floodGroups(shown, by, lines).flatMap((group) => {
      const line = by === 'cause' ? lineOf(group) : null;
      const words =
        line === null ? [] : heard((t) => [lineText(t, line, zones), lineDetail(t, line, timeOf)]);
      return of(group.items, [
        ...groupChips(group),
        freshSentence(group.items, looked),
        doneSentence(group),
        ...words,
      ]);
    }),
  );
  const ones = shown.flatMap((item) => {
    const { fault } = item;
    const chatter = fault === undefined ? [] : heard((t) => chatterText(t, fault, timeOf));
    return of([item], [alarmSentence(item), overSentence(item), sinceLookSentence(item, looked), ...chatter]);
  });
  const over = of(shown, [floodTitle(view), ...facts, ...(empty === null ? [] : [empty.title, empty.hint])]);
  return [...over, ...groups, ...ones];
}

test('in random histories the flood view and its lines show only true sentences', () => {
  const seen = new Set<string>();
  for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) {
    const world = new FloodWorld(seed);
    let lines: FaultLine[] = [];
    for (let i = 0; i < STEPS; i++) {
      world.step();
      const source = world.source();
      lines = groupFaults(lines, [...source.ended.faults, ...source.faults]);
      const byKey = new Map(
        world.all.map((one) => [`${one.what === 'fault' ? 'fault' : 'alarm'}${one.id}`, one]),
      );
      for (const { sentence, items } of floodTexts(world, floodItems(source), lines)) {
        const { key, params = {} } = sentence;
        seen.add(key);
        const of = items.flatMap((item) => byKey.get(item.key) ?? []);
        const isTrue = floodTable[key]?.({ world, params, of, isKnown: true }) === true;
        // An assertion for each sentence would take most of the time.
        if (!isTrue || of.length !== items.length)
          expect.fail(`seed ${seed}, step ${i}: ${key} ${JSON.stringify(params)}`);
      }
    }
  }
  // Every entry of the table must have been checked at least once. While loading, one sentence is shown.
  expect(Object.keys(floodTable).filter((key) => !seen.has(key))).toEqual(['flood.unknown']);
});

test('until all data has arrived from the server, no sentence about the site is shown', () => {
  const view = { items: [], count: 0, isFlood: false, isKnown: false, looked: 0 };
  expect(floodTitle(view)).toEqual({ key: 'flood.unknown' });
  expect(floodFacts(view, timeOf)).toEqual([]);
  expect(emptySentences(view)).toBeNull();
});

test('every text of these sections is in the table, or is a label', () => {
  const texts = JSON.parse(readFileSync('locales/en.json', 'utf8')) as Record<string, object>;
  const known = new Set([
    ...Object.keys(floodTable),
    ...Object.entries(floodLabels).flatMap(([section, keys]) =>
      keys.split(' ').map((key) => `${section}.${key}`),
    ),
  ]);
  const all = Object.keys(floodLabels).flatMap((section) =>
    Object.keys(texts[section] ?? {}).map((key) => `${section}.${key}`),
  );
  expect(all.filter((key) => !known.has(key))).toEqual([]);
  // The table has no key without a text.
  expect([...known].filter((key) => !key.startsWith('status.') && !all.includes(key))).toEqual([]);
});
