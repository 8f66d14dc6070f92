import fc from 'fast-check';
import { DateTime } from 'luxon';
import rrule from 'rrule';
import { describe, expect, it } from 'vitest';
import { dateOf, dayOf } from '../../../contract/schedule/calendar.ts';
import {
  createRecurrence,
  type RecurringPlan,
  type RecurringTask,
} from '../../../contract/schedule/recurrence.ts';
import { createZone } from '../../../contract/schedule/zone.ts';
import { randomRuns } from '../../support/random.ts';

const { datetime, RRule, RRuleSet } = rrule;

/**
 * The schedule against two libraries that know nothing of it: `rrule` says on which days, `luxon` which instant a
 * local time of a zone is.
 */
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe'];
const kept = new Map(zones.map((name) => [name, createZone(name)]));
const FIRST = dayOf('2023-12-20');
/** Four years: leap days, ends of years, eight changes of the clocks. */
const DAYS = 4 * 366;
const WEEKDAYS = [RRule.SU, RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA];
const pad = (value: number) => String(value).padStart(2, '0');

const day = fc.integer({ min: FIRST, max: FIRST + DAYS });

/** Days before which something is not as usual: the clocks change in one of the zones, 29 February, a new year. */
const special = ['2024-02-28', '2024-12-31', '2025-12-31', '2026-12-31'].map(dayOf);
for (const zone of zones)
  for (let value = FIRST; value < FIRST + DAYS; value++) if (changes(zone, value)) special.push(value - 1);

function changes(zone: string, value: number): boolean {
  const midnight = midnightOf(zone, value);
  return midnight.offset !== midnight.plus({ days: 1 }).offset;
}

function midnightOf(zone: string, value: number): DateTime {
  const [year = 0, month = 0, date = 0] = dateOf(value).split('-').map(Number);
  return DateTime.fromObject({ year, month, day: date }, { zone });
}

const time = fc
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
const scenario = fc.record({
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
type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

const endOf = ({ start, length }: { start: number; length: number | null }) =>
  length === null ? null : dateOf(start + length);

function ours(s: Scenario): { task: RecurringTask; plan: RecurringPlan | null } {
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

/** The days by rrule: the rule of the task, without the exceptional days, and those that stand in for others. */
function expectedDays(s: Scenario): number[] {
  const until = Math.min(FIRST + 2 * DAYS, s.length === null ? Number.POSITIVE_INFINITY : s.start + s.length);
  const chosen = s.schedule_day === 0 ? null : s.schedule_day === 1 ? [1, 2, 3, 4, 5] : s.weekday_flags;
  const utc = (value: number) => {
    const [year = 0, month = 0, date = 0] = dateOf(value).split('-').map(Number);
    return datetime(year, month, date);
  };
  const set = new RRuleSet();
  set.rrule(
    new RRule({
      freq: RRule.DAILY,
      dtstart: utc(s.start),
      until: utc(until),
      ...(chosen === null ? {} : { byweekday: chosen.map((one) => WEEKDAYS[one] as never) }),
    }),
  );
  const excepted = new Map<number, { action: string; weekday: number }>();
  for (const one of s.plan?.exceptions ?? [])
    for (let i = 0; i <= one.length; i++) excepted.set(one.start + i, one);
  for (const [value, one] of excepted) {
    set.exdate(utc(value));
    const stands = one.action === 'weekday' && (chosen === null || chosen.includes(one.weekday));
    if (stands && value >= s.start && value <= until) excepted.set(value, { ...one, action: 'runs' });
  }
  const [planFirst, planLast] = [s.plan?.start ?? FIRST - 1, s.plan === null ? null : endOf(s.plan)];
  const regular = set
    .between(utc(FIRST - 2), utc(FIRST + 2 * DAYS), true)
    .map((date) => Math.floor(date.getTime() / 86_400_000));
  const others = [...excepted].filter(([, one]) => one.action === 'runs').map(([value]) => value);
  return [...new Set([...regular, ...others])]
    .filter((value) => value >= planFirst && (planLast === null || dateOf(value) <= planLast))
    .sort((a, b) => a - b);
}

/** The first instant of a day whose local time is the wanted one or later, as a person would look for it. */
function instantBy(zone: string, value: number, time: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  const midnight = midnightOf(zone, value);
  const wanted = (hour * 60 + minute) * 60 + second;
  if (midnight.offset === midnight.plus({ days: 1 }).offset) return midnight.toMillis() + wanted * 1000;
  for (let passed = 0; ; passed += 1) {
    const now = midnight.plus({ minutes: passed });
    const later = now.plus({ seconds: second });
    const shown = (moment: DateTime) => (moment.hour * 60 + moment.minute) * 60 + moment.second;
    if (shown(later) === wanted) return later.toMillis();
    if (shown(now) >= wanted - second && shown(now) > 0) return now.toMillis();
  }
}

/** A bell at eight that rings for ever. */
const everyDay: Scenario = {
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

describe('any task of any plan, in any of these zones', () => {
  it('runs when rrule and luxon say so, once each', () => {
    fc.assert(
      fc.property(scenario, (s) => {
        const { task, plan } = ours(s);
        const recurrence = createRecurrence(
          kept.get(s.zone) ?? createZone(s.zone),
          plan === null ? [] : [plan],
        );
        const from = instantBy(s.zone, s.from, '00:00:00');
        const to = instantBy(s.zone, s.from + s.window, '00:00:00');
        const found = recurrence.between(task, from, to);
        const expected = expectedDays(s)
          .map((value) => ({
            day: value,
            due: instantBy(s.zone, value, task.start_time) - s.advancePlayTime * 1000,
          }))
          .filter(({ due }) => due >= from && due < to);
        expect(found.map(({ day: value, due }) => [dateOf(value), due])).toEqual(
          expected.map(({ day: value, due }) => [dateOf(value), due]),
        );
        for (const run of found) {
          if (task.end_time === null) expect(run.until).toBeNull();
          else {
            const next = task.end_time <= task.start_time ? 1 : 0;
            const start = run.due + s.advancePlayTime * 1000;
            const end = instantBy(s.zone, run.day + next, task.end_time);
            if (end > start) expect(run.until).toBe(end);
            else expect((run.until ?? 0) - start).toBeGreaterThan(0);
          }
        }
        expect(new Set(found.map(({ due }) => due)).size).toBe(found.length);
        expect(recurrence.next(task, from, 3).slice(0, Math.min(3, found.length))).toEqual(found.slice(0, 3));
      }),
      randomRuns(80),
    );
  });

  it('runs once at every quarter of an hour of every day on which the clocks change', () => {
    const days = zones.flatMap((zone) =>
      special.flatMap((before) => (changes(zone, before + 1) ? [[zone, before + 1] as const] : [])),
    );
    // Both ways in three zones, four years long; Shanghai has no other time.
    expect(days.length).toBeGreaterThanOrEqual(24);
    for (const [zone, value] of days) {
      const [from, to] = [instantBy(zone, value, '00:00:00'), instantBy(zone, value + 1, '00:00:00')];
      const recurrence = createRecurrence(kept.get(zone) ?? createZone(zone), []);
      // Local time of each minute: a run starts at the first minute with its time, or a later time.
      const minutes = Array.from({ length: 7 * 60 }, (_, i) => midnightOf(zone, value).plus({ minutes: i }));
      for (let quarter = 0; quarter < 4 * 5; quarter++) {
        const start_time = `${pad(Math.floor(quarter / 4))}:${pad((quarter % 4) * 15)}:00`;
        const { task } = ours({ ...everyDay, start: value - 1, start_time });
        const found = recurrence.between(task, from, to).map(({ due }) => due);
        const rings = minutes.find(({ hour, minute }) => hour * 60 + minute >= quarter * 15)?.toMillis();
        expect(found, `${zone} ${dateOf(value)} ${start_time}`).toEqual([rings]);
      }
    }
  });

  it('runs on the days on which another plan borrows its plan, and on no other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ start: fc.nat(60), length: fc.nat(6), borrows: fc.boolean() }), {
          maxLength: 6,
        }),
        fc.nat(60),
        fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 7 }),
        (spans, length, weekday_flags) => {
          const plan = { enabled: true, start_date: dateOf(FIRST), end_date: dateOf(FIRST + length) };
          const exceptions = spans.map(({ start, length: days, borrows }) => ({
            start_date: dateOf(FIRST + start),
            end_date: dateOf(FIRST + start + days),
            action: borrows ? ('plan' as const) : ('skip' as const),
            plan_id: borrows ? 2 : null,
            weekday: null,
            desc: '',
          }));
          const lent = { ...plan, id: 2, enabled: false, exceptions: [] };
          const recurrence = createRecurrence(createZone('UTC'), [{ ...plan, id: 1, exceptions }, lent]);
          const { task } = ours({ ...everyDay, schedule_day: 2, weekday_flags });
          const found = recurrence
            .between({ ...task, plan_id: 2 }, FIRST * 86_400_000, (FIRST + 90) * 86_400_000)
            .map((run) => run.day);
          const expected: number[] = [];
          for (let at = FIRST; at <= FIRST + length; at++) {
            // The last span that names a day counts.
            const last = spans
              .filter((one) => at >= FIRST + one.start && at <= FIRST + one.start + one.length)
              .at(-1);
            const weekday = DateTime.fromMillis(at * 86_400_000, { zone: 'utc' }).weekday % 7;
            if (last?.borrows && weekday_flags.includes(weekday)) expected.push(at);
          }
          expect(found).toEqual(expected);
        },
      ),
      randomRuns(100),
    );
  });
});
