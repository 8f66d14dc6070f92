import type { DateTime } from 'luxon';
import rrule from 'rrule';
import { dateOf } from '../../../contract/schedule/calendar.ts';
import { DAYS, endOf, FIRST, midnightOf, type Scenario } from './randomTasks.ts';

const { datetime, RRule, RRuleSet } = rrule;
const WEEKDAYS = [RRule.SU, RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA];

/** The days by rrule: the rule of the task, without the exceptional days, and those that stand in for others. */
export function expectedDays(s: Scenario): number[] {
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
export function instantBy(zone: string, value: number, time: string): number {
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
