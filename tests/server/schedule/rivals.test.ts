import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateOf, dayOf } from '../../../contract/schedule/calendar.ts';
import { createRecurrence } from '../../../contract/schedule/recurrence.ts';
import { createZone } from '../../../contract/schedule/zone.ts';
import type { TaskRow } from '../../../server/air/schedule/schedule.repository.ts';
import type { ScheduleIndex } from '../../../server/air/schedule/scheduleIndex.ts';
import { windowOf } from '../../../server/air/schedule/scheduleIndex.ts';
import { meetings, neighbours, rivals, soundings } from '../../../server/air/schedule/tasks/overlaps.ts';
import { randomRuns } from '../../support/random.ts';

/** Clocks go forward on 28 March and back on 31 October 2027. */
const recurrence = createRecurrence(createZone('Europe/Berlin'), []);
const DAY_S = 86_400;
/** Local time, HH:MM:SS, of a second of a day or of the next one. */
const clockOf = (second: number) => new Date((second % DAY_S) * 1000).toISOString().slice(11, 19);

interface Drawn {
  second: number;
  length_s: number | null;
  window_s: number | null;
  advance: number;
  days: number;
  weekdays: number[];
  bits: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  second: fc.integer({ min: 0, max: DAY_S - 1 }),
  length_s: fc.option(fc.integer({ min: 1, max: 100_000 }), { freq: 5 }),
  window_s: fc.option(fc.integer({ min: 60, max: DAY_S }), { freq: 2 }),
  advance: fc.constantFrom(0, 0, 30, 600),
  days: fc.constantFrom(0, 1, 2),
  weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
  bits: fc.integer({ min: 0, max: 15 }),
});

function siteOf(tasks: readonly Drawn[]) {
  const rows = tasks.map((one, i) => ({
    ...{ id: i + 1, name: `${i + 1}`, plan_id: null, enabled: true, audio_source: 0, priority: i % 3 },
    ...{ start_date: '2027-01-01', end_date: null, schedule_day: one.days, weekday_flags: one.weekdays },
    start_time: clockOf(one.second),
    end_time: one.window_s === null ? null : clockOf(one.second + one.window_s),
    advancePlayTime: one.advance,
  })) as unknown as TaskRow[];
  const drawnOf = (task: TaskRow) => tasks[task.id - 1] as Drawn;
  const index = {
    tasks: new Map(rows.map((row) => [row.id, row])),
    recurrence,
    planOf: () => null,
    reaches: {
      recent: {
        of(task: TaskRow) {
          const { bits } = drawnOf(task);
          const words = bits === 0 ? [] : [0];
          return { terminals: [], org: [], words, bits: Uint32Array.of(bits), mixing: Uint32Array.of(0) };
        },
      },
    },
    lengthOf(task: TaskRow, run: { due: number; until: number | null } | null) {
      const { length_s } = drawnOf(task);
      const window = run === null ? windowOf(task) : run.until === null ? null : run.until - run.due;
      if (length_s === null) return window;
      return window === null ? length_s * 1000 : Math.min(window, length_s * 1000);
    },
  } as unknown as ScheduleIndex;
  return { rows, deps: { index, weights: () => ({}) as never, voiceMix: () => false } };
}

test('the rivals of a task are all tasks that its runs meet, also where the clocks change', () => {
  let met = 0;
  fc.assert(
    fc.property(
      fc.array(drawn, { minLength: 2, maxLength: 12 }),
      fc.constantFrom('2027-03-25', '2027-05-03', '2027-10-29'),
      (tasks, date) => {
        const { rows, deps } = siteOf(tasks);
        const task = rows[0] as TaskRow;
        const start = recurrence.zone.instantOf(dayOf(date), 0);
        const own = soundings(deps, [task], start, recurrence.zone.instantOf(dayOf(date) + 7, 0));
        const [first] = own;
        if (first === undefined) return;
        const until = Math.max(...own.map((one) => one.until));
        const mine = new Set(own);
        const meets = (others: ReturnType<typeof soundings>) =>
          [
            ...meetings(
              [...others, ...own].sort((a, b) => a.start - b.start),
              (one) => mine.has(one),
            ),
          ]
            .flatMap(([one, list]) => list.map((meeting) => ({ run: dateOf(one.run.day), ...meeting })))
            .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
        const all = neighbours(deps, [task]).filter((one) => one.id !== task.id);
        const expected = meets(soundings(deps, all, first.start, until));
        met += expected.length;
        expect(meets(rivals(deps, task, first.start, until))).toEqual(expected);
      },
    ),
    randomRuns(300),
  );
  expect(met).toBeGreaterThan(0);
});
