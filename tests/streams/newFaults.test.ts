import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import type { Fault } from '../../contract/entities/terminals/fault.ts';
import { ANNOUNCE_EVERY_MS, createNewFaults } from '../../src/streams/newFaults.ts';
import { Clock } from '../support/clock.ts';
import { faultRow } from './faultRow.ts';

function setUp() {
  const clock = new Clock();
  const open$ = new Subject<Fault[]>();
  const told: number[][] = [];
  createNewFaults(open$, clock).subscribe((faults) => told.push(faults.map(({ id }) => id)));
  return { clock, open$, told };
}

it('faults that were there before are not told; those of a flood are told together', () => {
  const { clock, open$, told } = setUp();
  open$.next([faultRow(1)]);
  for (let n = 2; n <= 40; n++) {
    open$.next(Array.from({ length: n }, (_, i) => faultRow(i + 1)));
    clock.advance(100);
  }
  clock.advance(ANNOUNCE_EVERY_MS);
  expect(told).toHaveLength(1);
  expect(told[0]).toEqual(Array.from({ length: 39 }, (_, i) => i + 2));
  open$.next([faultRow(1), faultRow(50)]);
  clock.advance(ANNOUNCE_EVERY_MS);
  expect(told[1]).toEqual([50]);
  clock.advance(10 * ANNOUNCE_EVERY_MS);
  expect(told).toHaveLength(2);
});

it('a fault is told once: not when it is stored, acknowledged or shelved, but when it begins again', () => {
  const { clock, open$, told } = setUp();
  const news = (...faults: Fault[]) => {
    open$.next(faults);
    clock.advance(ANNOUNCE_EVERY_MS);
  };
  news();
  news(faultRow(-1, { subject: 'mill' }));
  news(faultRow(7, { subject: 'mill' }));
  news(faultRow(7, { subject: 'mill', state: 'acknowledged' }));
  news(faultRow(7, { subject: 'mill', chatter: 3 }));
  news();
  expect(told).toEqual([[-1]]);
  news(faultRow(8, { subject: 'mill', opened_at: 1_800_000_100 }));
  expect(told).toEqual([[-1], [8]]);
});
