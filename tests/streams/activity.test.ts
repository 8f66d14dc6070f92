import { BehaviorSubject, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createActivity, REPORT_MS } from '../../src/streams/activity.ts';
import { Clock } from '../support/clock.ts';

function setup() {
  const clock = new Clock();
  const inputs$ = new Subject<void>();
  const isAsked$ = new BehaviorSubject(true);
  const isWall$ = new BehaviorSubject(false);
  const reports: number[] = [];
  createActivity({ inputs$, isEnabled$: isAsked$, isWall$, scheduler: clock }).subscribe(() =>
    reports.push(clock.now()),
  );
  return { clock, inputs$, isAsked$, isWall$, reports };
}

test('the first press is reported at once, and only some of many more', () => {
  const { clock, inputs$, reports } = setup();
  for (let press = 0; press < 100; press++) {
    inputs$.next();
    clock.advance(REPORT_MS / 20);
  }
  expect(reports[0]).toBe(0);
  expect(reports.length).toBeGreaterThanOrEqual(5);
  expect(reports.length).toBeLessThanOrEqual(7);
  clock.advance(100 * REPORT_MS);
  const before = reports.length;
  inputs$.next();
  expect(reports).toHaveLength(before + 1);
});

test('a wall display reports activity by itself, until it is left', () => {
  const { clock, isWall$, reports } = setup();
  isWall$.next(true);
  clock.advance(10 * REPORT_MS);
  expect(reports.length).toBeGreaterThanOrEqual(10);
  isWall$.next(false);
  clock.advance(2 * REPORT_MS);
  const before = reports.length;
  clock.advance(10 * REPORT_MS);
  expect(reports).toHaveLength(before);
});

test('activity is not reported if the site ends no logins, or without a login', () => {
  const { clock, inputs$, isAsked$, isWall$, reports } = setup();
  isAsked$.next(false);
  isWall$.next(true);
  inputs$.next();
  clock.advance(10 * REPORT_MS);
  expect(reports).toEqual([]);
});
