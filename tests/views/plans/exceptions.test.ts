import { describe, expect, it } from 'vitest';
import type { PlanException } from '../../../contract/entities/tasks/plan.ts';
import {
  daysIn,
  exceptionOn,
  movedDate,
  weeksOf,
  withException,
  withHolidays,
  withoutDays,
} from '../../../src/views/tasks/plans/exceptions.ts';

const skip = (start_date: string, end_date: string, desc = ''): PlanException => ({
  start_date,
  end_date,
  action: 'skip',
  weekday: null,
  plan_id: null,
  day_type: null,
  desc,
});

describe('exceptions of a plan as days of a calendar', () => {
  it('the later one in the list counts', () => {
    const list = [skip('2026-10-01', '2026-10-07', 'week'), skip('2026-10-03', '2026-10-03', 'day')];
    expect(exceptionOn(list, '2026-10-03')?.desc).toBe('day');
    expect(exceptionOn(list, '2026-10-04')?.desc).toBe('week');
    expect(exceptionOn(list, '2026-10-08')).toBeUndefined();
  });

  it('holidays fill the days that have no exception', () => {
    const own = { ...skip('2026-10-03', '2026-10-04', 'own'), action: 'weekday' as const, weekday: 1 };
    const next = withHolidays([own], [skip('2026-10-01', '2026-10-07', 'week')]);
    expect(next.map((one) => [one.start_date, one.end_date, one.desc])).toEqual([
      ['2026-10-01', '2026-10-02', 'week'],
      ['2026-10-03', '2026-10-04', 'own'],
      ['2026-10-05', '2026-10-07', 'week'],
    ]);
    expect(withHolidays(next, [skip('2026-10-01', '2026-10-07', 'again')])).toEqual(next);
  });

  it('removing days from the middle keeps those before and after', () => {
    const left = withoutDays([skip('2026-10-01', '2026-10-07')], { from: '2026-10-03', to: '2026-10-04' });
    expect(left.map((one) => [one.start_date, one.end_date])).toEqual([
      ['2026-10-01', '2026-10-02'],
      ['2026-10-05', '2026-10-07'],
    ]);
  });

  it('a day has one exception: a new one replaces it, null removes it', () => {
    const list = [skip('2026-12-24', '2026-12-26'), skip('2026-10-01', '2026-10-07')];
    const days = { from: '2026-10-07', to: '2026-10-10' };
    const next = withException(list, days, {
      action: 'weekday',
      weekday: 5,
      plan_id: null,
      day_type: null,
      desc: '',
    });
    expect(next.map((one) => [one.start_date, one.end_date, one.action])).toEqual([
      ['2026-10-01', '2026-10-06', 'skip'],
      ['2026-10-07', '2026-10-10', 'weekday'],
      ['2026-12-24', '2026-12-26', 'skip'],
    ]);
    expect(withException(next, days, null)).toHaveLength(2);
    expect(daysIn(days)).toBe(4);
  });
});

describe('months', () => {
  it('weeks begin on Monday; a leap February has its 29th', () => {
    const weeks = weeksOf(2028, 1);
    expect(weeks[0]).toEqual([
      null,
      '2028-02-01',
      '2028-02-02',
      '2028-02-03',
      '2028-02-04',
      '2028-02-05',
      '2028-02-06',
    ]);
    expect(weeks.flat().filter(Boolean).at(-1)).toBe('2028-02-29');
    for (const week of weeks) expect(week).toHaveLength(7);
  });

  it('keys move by day, week and month', () => {
    expect(movedDate('2026-12-31', 'ArrowRight')).toBe('2027-01-01');
    expect(movedDate('2026-11-21', 'ArrowUp')).toBe('2026-11-14');
    expect(movedDate('2026-11-21', 'Home')).toBe('2026-11-16');
    expect(movedDate('2026-11-22', 'End')).toBe('2026-11-22');
    expect(movedDate('2027-01-31', 'PageDown')).toBe('2027-02-28');
    expect(movedDate('2026-11-21', 'x')).toBeNull();
  });
});
