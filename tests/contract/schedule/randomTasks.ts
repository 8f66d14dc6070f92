import fc from 'fast-check';
import { DateTime } from 'luxon';
import { dateOf, dayOf } from '../../../contract/schedule/calendar.ts';
import type { RecurringPlan, RecurringTask } from '../../../contract/schedule/recurrence.ts';

/** Zones whose clocks change by an hour, by half an hour, or never. */
export const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe'];
export const FIRST = dayOf('2023-12-20');
/** Four years: leap days, ends of years, eight changes of the clocks. */
export const DAYS = 4 * 366;
export const pad = (value: number) => String(value).padStart(2, '0');

export const day = fc.integer({ min: FIRST, max: FIRST + DAYS });

/** Days before which something is not as usual: the clocks change in one of the zones, 29 February, a new year. */
export const special = ['2024-02-28', '2024-12-31', '2025-12-31', '2026-12-31'].map(dayOf);
for (const zone of zones)
  for (let value = FIRST; value < FIRST + DAYS; value++) if (changes(zone, value)) special.push(value - 1);

export function changes(zone: string, value: number): boolean {
  const midnight = midnightOf(zone, value);
  return midnight.offset !== midnight.plus({ days: 1 }).offset;
}

export function midnightOf(zone: string, value: number): DateTime {
  const [year = 0, month = 0, date = 0] = dateOf(value).split('-').map(Number);
  return DateTime.fromObject({ year, month, day: date }, { zone });
}

export const time = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 3 })),
    fc.nat(59),
    fc.constantFrom(0, 0, 17),
  )
  .map((parts) => parts.map(pad).join(':'));
const exception = fc.record({
  start: day,
  length: fc.nat(20),
  action: fc.constantFrom('skip' as const, 'weekday' as const),
  weekday: fc.nat(6),
});
export const scenario = fc.record({
  zone: fc.constantFrom(...zones),
  start: day,
  length: fc.option(fc.nat(800), { nil: null }),
  start_time: time,
  end_time: fc.option(time, { nil: null }),
  schedule_day: fc.constantFrom(0 as const, 1 as const, 2 as const),
  weekday_flags: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 7 }),
  advancePlayTime: fc.constantFrom(0, 0, 30, 3600),
  plan: fc.option(
    fc.record({
      start: day,
      length: fc.option(fc.nat(800), { nil: null }),
      exceptions: fc.array(exception, { maxLength: 4 }),
    }),
    { nil: null },
  ),
  from: fc.oneof(day, fc.constantFrom(...special)),
  window: fc.integer({ min: 1, max: 120 }),
});
export type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

export const endOf = ({ start, length }: { start: number; length: number | null }) =>
  length === null ? null : dateOf(start + length);

export function ours(s: Scenario): { task: RecurringTask; plan: RecurringPlan | null } {
  const { schedule_day, weekday_flags, start_time, end_time, advancePlayTime } = s;
  const plan: RecurringPlan | null = s.plan && {
    id: 1,
    enabled: true,
    start_date: dateOf(s.plan.start),
    end_date: endOf(s.plan),
    exceptions: s.plan.exceptions.map((one) => ({
      start_date: dateOf(one.start),
      end_date: dateOf(one.start + one.length),
      action: one.action,
      weekday: one.action === 'weekday' ? one.weekday : null,
      plan_id: null,
      day_type: null,
      desc: '',
    })),
  };
  const task = {
    plan_id: plan === null ? null : 1,
    enabled: true,
    start_date: dateOf(s.start),
    end_date: endOf(s),
    start_time,
    end_time: end_time === start_time ? null : end_time,
    schedule_day,
    weekday_flags,
    advancePlayTime,
  };
  return { task, plan };
}

/** A bell at eight that rings for ever. */
export const everyDay: Scenario = {
  zone: 'UTC',
  start: FIRST,
  length: null,
  start_time: '08:00:00',
  end_time: null,
  schedule_day: 0,
  weekday_flags: [],
  advancePlayTime: 0,
  plan: null,
  from: FIRST,
  window: 1,
};
