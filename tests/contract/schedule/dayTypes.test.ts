import { describe, expect, it } from 'vitest';
import {
  createRecurrence,
  type RecurringPlan,
  type RecurringTask,
} from '../../../contract/schedule/recurrence.ts';
import { createZone } from '../../../contract/schedule/zone.ts';

const bell: RecurringTask = {
  plan_id: 1,
  enabled: true,
  start_date: '2026-01-01',
  end_date: null,
  start_time: '08:00:00',
  end_time: null,
  schedule_day: 0,
  weekday_flags: [],
  advancePlayTime: 0,
};

describe('day types and terms', () => {
  const none = { weekday: null, plan_id: null, day_type: null, desc: '' };
  const plan: RecurringPlan = {
    ...{ id: 1, enabled: true, start_date: '2026-09-01', end_date: null, exceptions: [] },
    day_types: [
      { id: 1, name: 'Normal', weekdays: [1, 2, 3, 4] },
      { id: 2, name: 'Short', weekdays: [5] },
      { id: 3, name: 'Exam', weekdays: [] },
    ],
  };
  const week = (task: Partial<RecurringTask>, over: Partial<RecurringPlan> = {}) =>
    createRecurrence(createZone('UTC'), [{ ...plan, ...over }])
      .between({ ...bell, ...task }, Date.parse('2026-09-07'), Date.parse('2026-09-14'))
      .map(({ due }) => new Date(due).toISOString().slice(8, 10));

  it('a task runs on the weekdays of its day types, not on its own', () => {
    expect(week({ day_types: [1] })).toEqual(['07', '08', '09', '10']);
    expect(week({ day_types: [2, 3], schedule_day: 2, weekday_flags: [0] })).toEqual(['11']);
    expect(week({ day_types: [3] })).toEqual([]);
    expect(week({ schedule_day: 2, weekday_flags: [0, 1] })).toEqual(['07', '13']);
  });

  it('a date has the day type of its exception, or that of the weekday that it follows', () => {
    const on = (date: string, more: object) => ({ ...none, start_date: date, end_date: date, ...more });
    const exceptions = [
      on('2026-09-08', { action: 'day_type', day_type: 3 }),
      on('2026-09-09', { action: 'skip' }),
      on('2026-09-13', { action: 'weekday', weekday: 5 }),
    ] as RecurringPlan['exceptions'];
    expect(week({ day_types: [1] }, { exceptions })).toEqual(['07', '10']);
    expect(week({ day_types: [2] }, { exceptions })).toEqual(['11', '13']);
    expect(week({ day_types: [3] }, { exceptions })).toEqual(['08']);
  });

  it('a plan with terms runs within them only', () => {
    const terms = [
      { name: 'Autumn', start_date: '2026-09-01', end_date: '2026-09-08' },
      { name: 'Winter', start_date: '2026-09-12', end_date: '2026-12-20' },
    ];
    expect(week({}, { terms })).toEqual(['07', '08', '12', '13']);
    expect(week({ day_types: [1] }, { terms })).toEqual(['07', '08']);
  });
});
