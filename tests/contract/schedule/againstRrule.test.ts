import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { dateOf } from '../../../contract/schedule/calendar.ts';
import { createRecurrence } from '../../../contract/schedule/recurrence.ts';
import { createZone } from '../../../contract/schedule/zone.ts';
import { randomRuns } from '../../support/random.ts';
import { expectedDays, instantBy } from './expectedRuns.ts';
import { changes, everyDay, FIRST, midnightOf, ours, pad, scenario, special, zones } from './randomTasks.ts';

/**
 * The schedule is compared with two independent libraries: `rrule` computes the days, `luxon` the instant of a
 * local time of a zone.
 */
const kept = new Map(zones.map((name) => [name, createZone(name)]));

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
      randomRuns(40),
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
            day_type: null,
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
      randomRuns(50),
    );
  });
});
