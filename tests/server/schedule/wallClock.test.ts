import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecurrence } from '../../../contract/schedule/recurrence.ts';
import { createZone } from '../../../contract/schedule/zone.ts';
import type { Engine } from '../../../server/air/engine/engineApi.ts';
import type { RunningBroadcast } from '../../../server/air/engine/runningBroadcast.ts';
import type { Prepared } from '../../../server/air/schedule/preparedRun.ts';
import type { Runs } from '../../../server/air/schedule/runs.ts';
import type { RunOptions } from '../../../server/air/schedule/runValues.ts';
import type { TaskRow } from '../../../server/air/schedule/schedule.repository.ts';
import type { ScheduleIndex } from '../../../server/air/schedule/scheduleIndex.ts';
import { createScheduler } from '../../../server/air/schedule/scheduler.ts';
import { randomRuns } from '../../support/random.ts';
import { settled } from '../engine/fakeAir.ts';

const HOUR = 3_600_000;
/** Start times before two daylight-saving changes in Berlin. */
const START = Date.parse('2026-03-28T22:00:00Z');
const START_AUTUMN = Date.parse('2026-10-24T22:00:00Z');

interface Played {
  task: number;
  due: number;
  /** Wall and monotonic time of the first sound, ms. */
  wall: number;
  steady: number;
  /** Monotonic time of its end, ms; null: still playing. */
  ended: number | null;
}

/** Scheduler with an adjustable wall clock and a steady monotonic one, which records its calls in lists. */
class Night {
  wall: number;
  steady = 1_000_000;
  readonly played: Played[] = [];
  readonly controlled: { task: number; due: number }[] = [];
  readonly missed: { task: number; due: number }[] = [];
  /** Intervals that the wall clock has passed, in steps or at once. */
  readonly passed: [from: number, to: number][] = [];
  readonly tasks: Map<number, TaskRow>;
  readonly index: ScheduleIndex;
  readonly scheduler: ReturnType<typeof createScheduler>;
  readonly errors: string[] = [];

  constructor(start: number, times: readonly { start_time: string; length: number; kind: string }[]) {
    this.wall = start;
    this.tasks = new Map(times.map((one, i) => [i + 1, taskOf(i + 1, one)]));
    const recurrence = createRecurrence(createZone('Europe/Berlin'), []);
    const lengths = times.map((one) => one.length);
    this.index = {
      tasks: this.tasks,
      recurrence,
      onChange: () => () => {},
      lengthOf: (task: TaskRow) => (task.audio_source === 101 ? 0 : (lengths[task.id - 1] ?? 0)),
    } as unknown as ScheduleIndex;
    const live = new Map<number, Played>();
    let ids = 0;
    const runs = {
      prepare: async (task: TaskRow, { run, elapsedMs = 0, late = false }: RunOptions) => {
        await settled();
        const due = run?.due ?? 0;
        const window = task.end_time === null ? null : (lengths[task.id - 1] ?? 0);
        const until = window === null ? null : (late ? this.wall - elapsedMs : due) + window;
        return { task, at: late ? null : due, until, row: { id: ++ids, due_at: due } } as Prepared;
      },
      launch: ({ task, at, row }: Prepared) => {
        const wait = at === null ? 0 : Math.max(0, at - this.wall);
        const one = {
          task: task.id,
          due: Number(row.due_at),
          wall: this.wall + wait,
          steady: 0,
          ended: null,
        };
        const played: Played = { ...one, steady: this.steady + wait };
        this.played.push(played);
        live.set(row.id, played);
        return { id: row.id, row: { task_id: task.id } } as RunningBroadcast;
      },
      control: async ({ id }: TaskRow, { run }: RunOptions) => {
        this.controlled.push({ task: id, due: run?.due ?? 0 });
        return true;
      },
      missed: async ({ id }: TaskRow, run: { due: number }) => {
        this.missed.push({ task: id, due: run.due });
      },
      ...{ withdraw: async () => {}, setBack: async () => {} },
    };
    const engine = {
      all: () => [],
      get: (id: number) => live.get(id) && { id },
      finish: async ({ id }: { id: number }) => {
        const one = live.get(id);
        if (one !== undefined && one.ended === null) one.ended = this.steady;
      },
    };
    this.scheduler = createScheduler({
      index: this.index,
      runs: runs as unknown as Runs,
      engine: engine as unknown as Engine,
      queue: { meet: () => ({ kind: 'waits' }), cancel: () => false },
      ...{ ids: { next: () => 1 }, unplayed: { note() {} } },
      kept: { add: async () => {}, remove: async () => {}, all: async () => [] },
      ...{ clock: { now: () => this.steady * 1000 }, now: () => this.wall },
      log: { error: (_details, message) => this.errors.push(message) },
    });
    this.scheduler.start(start, []);
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 2_000) {
      const step = Math.min(2_000, left);
      this.passed.push([this.wall, this.wall + step]);
      this.wall += step;
      this.steady += step;
      this.scheduler.tick();
      await this.scheduler.settled();
    }
  }

  /** Sets the wall clock. */
  async set(ms: number): Promise<void> {
    if (ms > 0) this.passed.push([this.wall, this.wall + ms]);
    this.wall += ms;
    this.scheduler.tick();
    await this.scheduler.settled();
  }

  /** Due times that the wall clock showed or skipped. */
  owed(): string[] {
    const due = new Set<string>();
    for (const task of this.tasks.values())
      for (const [from, to] of this.passed)
        for (const run of this.index.recurrence.between(task, from, to)) due.add(`${task.id}:${run.due}`);
    return [...due].sort();
  }
}

function taskOf(
  id: number,
  { start_time, length, kind }: { start_time: string; length: number; kind: string },
) {
  const end = new Date(Date.parse(`2026-01-01T${start_time}Z`) + length).toISOString().slice(11, 19);
  return {
    id,
    plan_id: null,
    enabled: true,
    start_date: '2026-01-01',
    end_date: null,
    start_time,
    end_time: kind === 'window' ? end : null,
    schedule_day: 0,
    weekday_flags: [],
    advancePlayTime: 0,
    active_since: 0,
    busy_policy: 'preempt',
    audio_source: kind === 'control' ? 101 : 0,
  } as unknown as TaskRow;
}

const pad = (value: number) => String(value).padStart(2, '0');
const times = fc.array(
  fc.record({
    start_time: fc
      .tuple(fc.integer({ min: 0, max: 4 }), fc.nat(59), fc.constantFrom(0, 30))
      .map((parts) => parts.map(pad).join(':')),
    length: fc.constantFrom(5_000, 60_000, 1_800_000),
    kind: fc.constantFrom('list', 'window', 'control'),
  }),
  { minLength: 1, maxLength: 5 },
);
/** Up to an hour either way: a wrong time zone, a late time server, a changed battery. */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ set: fc.constant(0), pass: fc.integer({ min: 1_000, max: HOUR }) }) },
  fc.record({ set: fc.constantFrom(HOUR, -HOUR), pass: fc.constantFrom(1_000, 30_000, HOUR) }),
  fc.record({ set: fc.integer({ min: -HOUR, max: HOUR }), pass: fc.constantFrom(1_000, 60_000) }),
);

describe('any setting of the wall clock, by an hour either way', () => {
  it('each due time is handled once; none is missed, repeated or cut off', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(START, START_AUTUMN),
        times,
        fc.array(step, { minLength: 1, maxLength: 7 }),
        async (start, tasks, steps) => {
          const night = new Night(start, tasks);
          try {
            for (const { set, pass } of steps) {
              if (set !== 0) await night.set(set);
              await night.pass(pass);
            }
            const dealt = [...night.played, ...night.controlled].map(({ task, due }) => `${task}:${due}`);
            expect(new Set(dealt).size).toBe(dealt.length);
            // Broadcasts start a moment ahead: the last steps may end in between.
            const soon = ({ due }: { due: number }) => due >= night.wall && due < night.wall + 2_000;
            const early = night.played.filter(soon).map(({ task, due }) => `${task}:${due}`);
            const owed = night.owed();
            expect(dealt.filter((one) => owed.includes(one) || !early.includes(one)).sort()).toEqual(owed);
            expect(night.missed).toEqual([]);
            expect(night.errors).toEqual([]);
            for (const one of night.played) {
              // Runs end by their windows, which no setting of the clock shortens to less than a second.
              if (one.ended !== null) expect(one.ended - one.steady).toBeGreaterThanOrEqual(1_000);
            }
          } finally {
            await night.scheduler.close();
          }
        },
      ),
      randomRuns(10),
    );
  }, 120_000);

  it('a run that was prepared for a skipped time is heard whole, from its beginning', async () => {
    const night = new Night(START, [{ start_time: '00:30:00', length: 1_800_000, kind: 'window' }]);
    const due = Date.parse('2026-03-28T23:30:00Z');
    await night.pass(due - START - 10_000);
    await night.set(HOUR);
    await night.pass(1_900_000);
    expect(night.played).toMatchObject([{ task: 1, due }]);
    const [one] = night.played;
    expect((one?.ended ?? 0) - (one?.steady ?? 0)).toBeGreaterThanOrEqual(1_798_000);
    await night.scheduler.close();
  });

  it('a clock two days ahead has not handled future runs once it is right', async () => {
    const night = new Night(START, [{ start_time: '00:30:00', length: 5_000, kind: 'list' }]);
    const due = Date.parse('2026-03-28T23:30:00Z');
    await night.set(48 * HOUR);
    await night.pass(HOUR / 2);
    night.played.splice(0);
    await night.set(-48 * HOUR);
    await night.pass(due - night.wall + 60_000);
    expect(night.played).toMatchObject([{ task: 1, due }]);
    await night.scheduler.close();
  });

  it('a running broadcast ends after its length, regardless of clock settings', async () => {
    const night = new Night(START, [{ start_time: '00:30:00', length: 1_800_000, kind: 'window' }]);
    await night.pass(Date.parse('2026-03-28T23:30:00Z') - START + 60_000);
    await night.set(-HOUR);
    // The due time comes a second time.
    await night.pass(2 * HOUR);
    expect(night.played).toHaveLength(1);
    const [one] = night.played;
    expect(Math.abs((one?.ended ?? 0) - (one?.steady ?? 0) - 1_800_000)).toBeLessThanOrEqual(2_000);
    await night.scheduler.close();
  });
});
