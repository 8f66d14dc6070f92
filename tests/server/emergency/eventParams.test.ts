import { expect, it } from 'vitest';
import { readableEvent } from '../../../server/air/emergency/journal/eventParams.ts';

const joined = {
  kind: 'joined',
  params: {
    zones: [
      { org: 1, n: 2, names: ['HALL-1', 'HALL-2'] },
      { org: 2, n: 7, names: ['LAB-1', 'LAB-2', 'LAB-3', 'LAB-4', 'LAB-5'] },
      { org: null, n: 1, names: ['#9'] },
    ],
  },
};
const of = (...zones: number[]) => ({ ids: new Set(zones) });

it('names and counts terminals that joined an alarm only in the zones of the reader', () => {
  expect(readableEvent({ all: true }, joined)?.params).toEqual({
    n: 10,
    names: 'HALL-1, HALL-2, LAB-1, LAB-2, LAB-3 …',
  });
  expect(readableEvent(of(1, 3), joined)).toEqual({
    kind: 'joined',
    params: { n: 2, names: 'HALL-1, HALL-2' },
  });
  expect(readableEvent(of(3), joined)).toBeNull();
});

it('leaves every other event as it is', () => {
  const reached = { kind: 'reached', params: { n: 2, targets: 3, ms: 140 } };
  expect(readableEvent(of(3), reached)).toEqual(reached);
});
