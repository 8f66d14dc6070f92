import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { groupFaults } from '../../../src/streams/faultLines.ts';
import { floodTitle } from '../../../src/views/emergency/flood/floodSentences.ts';
import { chatterText, lineDetail, lineText } from '../../../src/views/shared/faults/faultWords.ts';
import { faultRow } from '../../streams/faultRow.ts';

/** Returns keys with parameters, so that the test checks facts and not a language. */
const t = ((key: string, params: object = {}) =>
  key === 'faults.comma' ? ', ' : [key, ...Object.values(params)].join(' ')) as unknown as TFunction;
const zones = [
  { id: 1, parent_id: null, name: 'Site' },
  { id: 2, parent_id: 1, name: 'North' },
  { id: 3, parent_id: 2, name: 'First school' },
  { id: 4, parent_id: 2, name: 'Second school' },
  { id: 5, parent_id: 1, name: 'South' },
];
const start = 1_800_000_000;
const time = (at: number) => `+${at - start}`;
function textOf(faults: Partial<Fault>[], seen = zones) {
  const rows = faults.map((more, i) => faultRow(i + 1, { opened_at: start, org: 3, ...more }));
  const [line] = groupFaults([], rows);
  if (line === undefined) throw new Error('no line');
  return { title: lineText(t, line, seen), detail: lineDetail(t, line, time) };
}
const what = 'faults.kind.terminal_lost';

test('a line shows number, path, start, and the network if it is one', () => {
  const subnet = '10.1.2.0/24';
  expect(textOf([{ subnet }, { subnet, opened_at: start + 4 }])).toEqual({
    title: `faults.line 2 ${what} North / First school`,
    detail: `faults.lineSince +0, faults.lineSubnet ${subnet}`,
  });
  const over = { state: 'resolved' } as const;
  expect(textOf([over, over]).detail).toBe('faults.lineAt +0');
  expect(textOf([over, {}]).detail).toBe('faults.lineSince +0');
  expect(textOf([{ subnet }, { opened_at: start + 90 }]).detail).toBe('faults.lineSpan +0 +90');
});

test('a line of several zones shows their number and common ancestor', () => {
  expect(textOf([{ org: 3 }, { org: 4 }])).toEqual({
    title: `faults.line 2 ${what} faults.zonesIn 2 North`,
    detail: 'faults.lineSince +0, faults.lineMoment',
  });
  expect(textOf([{ org: 3 }, { org: 5 }]).title).toBe(`faults.line 2 ${what} faults.zonesN 2`);
  expect(textOf([{ org: 3 }, { org: null }]).title).toBe(`faults.line 2 ${what} faults.siteAndZones`);
  expect(textOf([{ org: null }, { org: null }]).title).toBe(`faults.line 2 ${what} faults.site`);
});

test('a path begins at the top zone visible to the user', () => {
  const seen = zones.filter(({ id }) => id === 3);
  expect(textOf([{}, {}], seen).title).toBe(`faults.line 2 ${what} First school`);
  expect(textOf([{}, {}], []).title).toBe(`faults.line 2 ${what} #3`);
});

test('chatter shows the count and since when the fault is away; after its end only the count', () => {
  const row = { chatter: 12, cleared_at: start, state: 'new' } as const;
  expect(chatterText(t, { ...row, chatter: 0 }, time)).toBe('');
  expect(chatterText(t, { ...row, cleared_at: null }, time)).toBe('faults.chattering 12');
  expect(chatterText(t, row, time)).toBe('faults.chattering 12, faults.away +0');
  expect(chatterText(t, { ...row, state: 'resolved' }, time)).toBe('faults.chattering 12');
  expect(textOf([{ chatter: 3 }, {}]).detail).toContain('faults.lineChatter 1');
});

test('the flood view shows no sentence while loading', () => {
  expect(floodTitle({ isKnown: false, isFlood: false, count: 0 }).key).toBe('flood.unknown');
  expect(floodTitle({ isKnown: true, isFlood: false, count: 0 }).key).toBe('flood.titleCalm');
  expect(floodTitle({ isKnown: true, isFlood: true, count: 0 }).key).toBe('flood.title');
});
