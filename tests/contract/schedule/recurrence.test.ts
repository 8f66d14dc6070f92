import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../contract/schedule/calendar.ts';
import {
  createRecurrence,
  type RecurringPlan,
  type RecurringTask,
} from '../../../contract/schedule/recurrence.ts';
import { validityOf } from '../../../contract/schedule/validity.ts';
import { createZone } from '../../../contract/schedule/zone.ts';

const bell: RecurringTask = {
  plan_id: null,
  enabled: true,
  start_date: '2026-01-01',
  end_date: null,
  start_time: '08:00:00',
  end_time: null,
  schedule_day: 0,
  weekday_flags: [],
  advancePlayTime: 0,
};
const at = (text: string) => Date.parse(text);
const starts = (
  zone: string,
  task: Partial<RecurringTask>,
  from: string,
  to: string,
  plans: RecurringPlan[] = [],
) =>
  createRecurrence(createZone(zone), plans)
    .between({ ...bell, ...task }, at(from), at(to))
    .map(({ due, until }) =>
      [due, ...(until === null ? [] : [until])]
        .map((ms) => new Date(ms).toISOString().slice(0, 16))
        .join('/'),
    );

describe('alternate weeks', () => {
  const a = {
    id: 1,
    enabled: true,
    start_date: '2026-09-02',
    end_date: null,
    exceptions: [],
    every_weeks: 2,
  };
  const b = { ...a, id: 2, start_date: '2026-09-07' };
  const days = (plan_id: number, plans: RecurringPlan[]) =>
    starts('UTC', { plan_id, schedule_day: 2, weekday_flags: [0, 1] }, '2026-09-01', '2026-10-01', plans).map(
      (start) => start.slice(5, 10),
    );

  it('run from Monday to Sunday in the week of the first day and every second one after it', () => {
    expect(days(1, [a, b])).toEqual(['09-06', '09-14', '09-20', '09-28']);
    expect(days(2, [a, b])).toEqual(['09-07', '09-13', '09-21', '09-27']);
  });

  it('borrow nothing for others in a week in which their plan does not run', () => {
    const day = { start_date: '2026-09-07', end_date: '2026-09-13', weekday: null, day_type: null, desc: '' };
    const lends = { ...a, exceptions: [{ ...day, action: 'plan' as const, plan_id: 3 }] };
    const lent = { ...a, id: 3, enabled: false, every_weeks: 1 };
    expect(days(3, [lends, lent])).toEqual([]);
    expect(days(3, [{ ...lends, every_weeks: 1 }, lent])).toEqual(['09-07', '09-13']);
  });
});

describe('a delay', () => {
  const delay = { date: '2026-06-02', delay_s: 7200 };

  it('moves start and end of one day only, also with an advance', () => {
    const task = { delay, start_time: '08:00:00', end_time: '09:00:00', advancePlayTime: 60 };
    expect(starts('UTC', task, '2026-06-01', '2026-06-04')).toEqual([
      '2026-06-01T07:59/2026-06-01T09:00',
      '2026-06-02T09:59/2026-06-02T11:00',
      '2026-06-03T07:59/2026-06-03T09:00',
    ]);
  });

  it('past midnight is found by its moment, and days without a run have none', () => {
    const late = { delay, start_time: '23:00:00' };
    expect(starts('UTC', late, '2026-06-03', '2026-06-04')).toEqual(['2026-06-03T01:00', '2026-06-03T23:00']);
    expect(starts('UTC', late, '2026-06-02', '2026-06-03')).toEqual([]);
    const weekly = { ...late, schedule_day: 2 as const, weekday_flags: [3] };
    expect(starts('UTC', weekly, '2026-06-01', '2026-06-05')).toEqual(['2026-06-03T23:00']);
  });
});

describe('when the clocks change', () => {
  it('a skipped time is the first valid instant after it', () => {
    // Berlin: 02:00 to 03:00 on 2026-03-29 do not exist.
    expect(starts('Europe/Berlin', { start_time: '02:30:00' }, '2026-03-28', '2026-03-31')).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
    // Lord Howe moves by half an hour: 02:00 to 02:30 on 2026-10-04.
    expect(
      starts('Australia/Lord_Howe', { start_time: '02:10:00' }, '2026-10-03', '2026-10-04T00:00Z'),
    ).toEqual(['2026-10-03T15:30']);
  });

  it('a repeated time rings once, at the first of the two', () => {
    expect(
      starts('Europe/Berlin', { start_time: '02:30:00' }, '2026-10-24T12:00Z', '2026-10-25T12:00Z'),
    ).toEqual(['2026-10-25T00:30']);
    expect(starts('America/New_York', { start_time: '01:30:00' }, '2026-11-01', '2026-11-02')).toEqual([
      '2026-11-01T05:30',
    ]);
  });

  it('a window over midnight and over the change ends at its local end time', () => {
    const night = { start_time: '22:00:00', end_time: '06:00:00' };
    expect(starts('Europe/Berlin', night, '2026-03-28T12:00Z', '2026-03-29T12:00Z')).toEqual([
      '2026-03-28T21:00/2026-03-29T04:00',
    ]);
    expect(
      starts('Europe/Berlin', { start_time: '02:10:00', end_time: '02:40:00' }, '2026-03-29', '2026-03-30'),
    ).toEqual(['2026-03-29T01:00/2026-03-29T01:30']);
  });
});

describe('days', () => {
  it('29 February comes in leap years, and a year ends', () => {
    const leap = { start_date: '2028-02-29', end_date: '2028-02-29' };
    expect(starts('Asia/Shanghai', leap, '2027-01-01', '2029-01-01')).toEqual(['2028-02-29T00:00']);
    expect(starts('Asia/Shanghai', {}, '2026-12-30T12:00Z', '2027-01-01T12:00Z')).toEqual([
      '2026-12-31T00:00',
      '2027-01-01T00:00',
    ]);
  });

  it('the advance start time may reach into the day before', () => {
    const early = { start_time: '00:01:00', advancePlayTime: 120, end_date: '2026-01-01' };
    expect(starts('Asia/Shanghai', early, '2025-12-30', '2026-02-01')).toEqual(['2025-12-31T15:59']);
  });

  it('weekdays are Monday to Friday; a selection counts from 0 Sunday', () => {
    const week = ['2026-11-15', '2026-11-22'] as const;
    expect(starts('UTC', { schedule_day: 1 }, ...week).map((one) => one.slice(8, 10))).toEqual([
      '16',
      '17',
      '18',
      '19',
      '20',
    ]);
    expect(starts('UTC', { schedule_day: 2, weekday_flags: [0, 6] }, ...week)).toEqual([
      '2026-11-15T08:00',
      '2026-11-21T08:00',
    ]);
  });
});

describe('plans', () => {
  const plan = { id: 1, enabled: true, start_date: '2026-09-01', end_date: '2026-12-31', exceptions: [] };
  const exception = { weekday: null, plan_id: null, day_type: null, desc: '' };
  const days = (
    task: Partial<RecurringTask>,
    plans: RecurringPlan[],
    from = '2026-10-01',
    to = '2026-10-08',
  ) => starts('UTC', task, from, to, plans).map((one) => one.slice(8, 10));

  it('run their tasks between their dates, while they are enabled', () => {
    expect(days({ plan_id: 1 }, [plan], '2026-12-30', '2027-01-03')).toEqual(['30', '31']);
    expect(days({ plan_id: 1 }, [{ ...plan, enabled: false }])).toEqual([]);
    expect(days({ plan_id: 9 }, [plan])).toEqual([]);
  });

  it('skip a holiday, work off a day as another weekday, borrow the tasks of another plan', () => {
    const exceptions = [
      { ...exception, start_date: '2026-10-01', end_date: '2026-10-04', action: 'skip' as const },
      {
        ...exception,
        start_date: '2026-10-04',
        end_date: '2026-10-04',
        action: 'weekday' as const,
        weekday: 1,
      },
      { ...exception, start_date: '2026-10-06', end_date: '2026-10-06', action: 'plan' as const, plan_id: 2 },
    ];
    const exams = { ...plan, id: 2, enabled: false, start_date: '2020-01-01', end_date: '2020-01-01' };
    const plans = [{ ...plan, exceptions }, exams];
    expect(days({ plan_id: 1 }, plans)).toEqual(['04', '05', '07']);
    expect(days({ plan_id: 1, schedule_day: 2, weekday_flags: [1] }, plans)).toEqual(['04', '05']);
    expect(days({ plan_id: 2 }, plans)).toEqual(['06']);
    expect(days({ plan_id: null }, plans)).toHaveLength(7);
  });
});

describe('validity', () => {
  const plan = { id: 1, enabled: true, start_date: '2026-09-01', end_date: '2026-12-31', exceptions: [] };
  const of = (task: Partial<RecurringTask>, date: string, over: Partial<RecurringPlan> = {}) =>
    validityOf({ ...bell, ...task }, 'plan_id' in task ? { ...plan, ...over } : null, dayOf(date), false);
  it('not effective before its dates or switched off, in effect within them, expired after them', () => {
    expect(of({ start_date: '2026-10-02' }, '2026-10-01')).toBe('not_effective');
    expect(of({ enabled: false }, '2026-10-01')).toBe('not_effective');
    expect(of({}, '2026-10-01')).toBe('in_effect');
    expect(of({ end_date: '2026-09-30' }, '2026-10-01')).toBe('expired');
    expect(of({ enabled: false, end_date: '2026-09-30' }, '2026-10-01')).toBe('expired');
  });
  it('follows its plan', () => {
    expect(of({ plan_id: 1 }, '2026-10-01')).toBe('in_effect');
    expect(of({ plan_id: 1 }, '2026-08-01')).toBe('not_effective');
    expect(of({ plan_id: 1 }, '2027-01-01')).toBe('expired');
    expect(of({ plan_id: 1 }, '2026-10-01', { enabled: false })).toBe('not_effective');
  });
  it('executing while it plays, whatever the dates say', () => {
    expect(validityOf({ ...bell, end_date: '2026-09-30' }, null, dayOf('2026-10-01'), true)).toBe(
      'executing',
    );
  });
});
