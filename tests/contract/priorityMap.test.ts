import { expect, test } from 'vitest';
import {
  defaultTransport,
  foreignTransport,
  rtpMulticast,
} from '../../contract/entities/terminals/foreign.ts';
import { defaultGroupPage, groupPage } from '../../contract/entities/terminals/multicast/groupPage.ts';
import {
  levelOf,
  numbersOf,
  scaleNames,
  vendorScales,
} from '../../contract/entities/terminals/multicast/priorityMap.ts';
import { stepOf, urgentSteps } from '../../contract/protocol/prioritySteps.ts';

const first = { ...defaultTransport, group: '239.255.21.1', port: 5004 };
const level = (from: number, port: number, number = 0) => ({ from, group: '239.255.21.1', port, number });
/** Paths of the fields that a transport is refused for. */
const refused = (transport: object) =>
  (rtpMulticast.safeParse(transport).error?.issues ?? []).map(({ path }) => path.join('.'));

test('a transport that was stored before there were priority maps has none, and no mark', () => {
  const { scale: _, number: _number, levels: _levels, dscp: _dscp, announce: _announce, ...old } = first;
  expect(foreignTransport.parse(old)).toEqual(first);
});

test('levels rise, and each has an address of its own', () => {
  expect(refused({ ...first, levels: [level(1_000, 5006), level(2_000, 5008)] })).toEqual([]);
  expect(refused({ ...first, levels: [level(2_000, 5006), level(2_000, 5008)] })).toEqual(['levels.1.from']);
  expect(refused({ ...first, levels: [level(2_000, 5004)] })).toEqual(['levels.0.group']);
});

test.for(scaleNames)('the numbers that are proposed for %s are accepted, the reverse is not', (scale) => {
  const numbers = numbersOf(scale, 3);
  const map = (order: readonly number[]) => ({
    ...{ ...first, scale, number: order[0] },
    levels: order.slice(1).map((number, i) => level(i + 1, 5006 + 2 * i, number)),
  });
  expect(refused(map(numbers))).toEqual([]);
  const scaled = vendorScales[scale];
  const isOrdered = scaled !== null && scaled.highest !== null;
  expect(refused(map([...numbers].reverse()))).toHaveLength(isOrdered ? 3 : 0);
  expect(refused(map([50, ...numbers.slice(1)])).includes('number')).toBe(scaled !== null);
});

test('a step uses the highest level that begins at it or below', () => {
  const levels = [{ from: 500 }, { from: urgentSteps.alarm }];
  expect([0, 499, 500, 1_999, 2_000, 3_000].map((step) => levelOf(levels, step))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(stepOf({ weight: 2_000_999 })).toBe(urgentSteps.alarm);
});

test('a group page has a text of ASCII, and a channel for each level', () => {
  const faults = (change: object) =>
    (groupPage.safeParse({ ...defaultGroupPage, ...change }).error?.issues ?? []).map(({ path }) =>
      path.join('.'),
    );
  expect(faults({ levels: [{ from: 2_000, channel: 50 }] })).toEqual([]);
  expect(faults({ levels: [{ from: 2_000, channel: 26 }] })).toEqual(['levels.0.channel']);
  expect(faults({ caller: '广播' })).toEqual(['caller']);
});
