import { BehaviorSubject, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createActivity, REPORT_MS } from '../../src/streams/activity.ts';
import { Clock } from '../support/clock.ts';

function setup() {
  const clock = new Clock();
  const inputs$ = new Subject<void>();
  const isAsked$ = new BehaviorSubject(true);
  const isWall$ = new BehaviorSubject(false);
  const told: number[] = [];
  createActivity({ inputs$, isEnabled$: isAsked$, isWall$, scheduler: clock }).subscribe(() =>
    told.push(clock.now()),
  );
  return { clock, inputs$, isAsked$, isWall$, told };
}

test('the first press is reported at once, and only some of many more', () => {
  const { clock, inputs$, told } = setup();
  for (let press = 0; press < 100; press++) {
    inputs$.next();
    clock.advance(REPORT_MS / 20);
  }
  expect(told[0]).toBe(0);
  expect(told.length).toBeGreaterThanOrEqual(5);
  expect(told.length).toBeLessThanOrEqual(7);
  clock.advance(100 * REPORT_MS);
  const before = told.length;
  inputs$.next();
  expect(told).toHaveLength(before + 1);
});

test('a wall display reports activity by itself, until it is left', () => {
  const { clock, isWall$, told } = setup();
  isWall$.next(true);
  clock.advance(10 * REPORT_MS);
  expect(told.length).toBeGreaterThanOrEqual(10);
  isWall$.next(false);
  clock.advance(2 * REPORT_MS);
  const before = told.length;
  clock.advance(10 * REPORT_MS);
  expect(told).toHaveLength(before);
});

test('activity is not reported if the site ends no logins, or without a login', () => {
  const { clock, inputs$, isAsked$, isWall$, told } = setup();
  isAsked$.next(false);
  isWall$.next(true);
  inputs$.next();
  clock.advance(10 * REPORT_MS);
  expect(told).toEqual([]);
});
