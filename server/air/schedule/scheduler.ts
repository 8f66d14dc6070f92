import { audioSource } from '../../../contract/codes.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import { every } from '../engine/ticker.ts';
import type { Ids } from '../journal/ids.ts';
import type { KeptWaits } from '../queue/keptWaits.ts';
import type { StartQueue } from '../queue/startQueue.ts';
import type { UnplayedStarts } from '../queue/unplayedStarts.ts';
import { createRunMeetings, type RunMeetings } from './meetings/runMeetings.ts';
import { evaluateMissedRun, type RunStartDecision } from './missedRuns.ts';
import { createPlannedStarts, type Due } from './plannedStarts.ts';
import type { Prepared } from './preparedRun.ts';
import { longestWaitMs } from './runPolicy.ts';
import type { Runs } from './runs.ts';
import type { RunStart } from './runValues.ts';
import type { TaskRow } from './schedule.repository.ts';
import type { ScheduleIndex } from './scheduleIndex.ts';

const TICK_MS = 50;
/** Look-ahead for due runs, and interval of looking for them, ms. */
const HORIZON_MS = 40_000;
const LOOK_EVERY_MS = 10_000;
/** Delay after which a run counts as late, ms. */
const LATE_MS = 3_000;
/** Difference to the monotonic clock that means the wall clock was set, ms: no time service slews as fast. */
const JUMP_MS = 1_500;
/**
 * Clock setback beyond which the old time was wrong, ms: runs stored for times that lie in the future now do
 * not count.
 */
export const WRONG_MS = 2 * 3_600_000;
/** Time that handled runs are remembered, ms: no clock is set back further without a restart. */
const REMEMBERED_MS = 3 * 86_400_000;

/** Late run. `gone` resolves when its prepared state has been removed. */
interface Late extends Due {
  gone?: Promise<void>;
}

export interface SchedulerDeps {
  index: ScheduleIndex;
  runs: Runs;
  engine: Engine;
  ids: Pick<Ids, 'next'>;
  queue: Pick<StartQueue, 'meet' | 'cancel'>;
  unplayed: Pick<UnplayedStarts, 'note'>;
  kept: KeptWaits;
  clock: { now(): number };
  /** Wall time, ms. */
  now(): number;
  log: { error(details: object, message: string): void };
}

/**
 * Starts runs that are due. The wall clock decides what is due; even if it is set, each due time of a task is
 * handled once. That is remembered here and, across restarts, by the unique key of the runs.
 */
export interface Scheduler {
  /**
   * Handles runs that were due since a wall time at which the server was last running, then continues by a
   * timer.
   */
  start(aliveAt: number, known: readonly string[]): void;
  /** Handles runs that were due since a wall time and are not among the known ones: the schedule was not readable. */
  catchUp(aliveAt: number, known: readonly string[]): void;
  /** Starts outside the schedule, and runs that wait for busy terminals. */
  meetings: Pick<RunMeetings, 'startNow' | 'starterOf' | 'recall' | 'restore'>;
  /** Sets the end of the time window of a broadcast that was restored after a restart. */
  endAt(broadcast: number, wallMs: number): void;
  tick(): void;
  /** Resolves when no work is in progress. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { index, runs, engine } = deps;
  /** Handled runs with their due times. */
  const handled = new Map<string, number>();
  const meetings = createRunMeetings({ ...deps, onAir, background });
  const plannedStarts = createPlannedStarts({ runs, launch: meetings.meet, over: settle, background });
  /** Tasks that were just changed, to be checked at the next tick. */
  const changed = new Set<number>();
  /** Monotonic times, ms, at which broadcasts end in any case. */
  const ends = new Map<number, { at: number; reason: 'time' | 'replaced' }>();
  const busy = new Set<Promise<void>>();
  let seen = { wall: 0, steady: 0 };
  let lookAt = 0;
  let endTicks: (() => void) | undefined;
  const steady = () => deps.clock.now() / 1000;
  const keyOf = ({ task, run }: Due) => `${task.id}:${run.due}`;

  function settle(due: Due): void {
    handled.set(keyOf(due), due.run.due);
  }

  function background(work: Promise<unknown>, what: string): void {
    const done = work.then(
      () => {},
      (error: unknown) => deps.log.error({ err: error }, what),
    );
    busy.add(done);
    void done.finally(() => busy.delete(done));
  }

  /** Collects runs that are due from a wall time to the horizon, of all tasks or of some. */
  function look(
    from: number,
    now: number,
    jumped: boolean,
    tasks: Iterable<TaskRow> = index.tasks.values(),
  ): void {
    const isLate = ({ run }: Due) => run.due < now - LATE_MS;
    // After a jump, runs that were prepared for a time that was skipped are decided about with the others.
    const late: Late[] = jumped ? plannedStarts.recall(isLate) : [];
    for (const due of late) settle(due);
    for (const task of tasks) {
      const since = Math.max(from - longestWaitMs(task), task.active_since);
      for (const run of index.recurrence.between(task, since, now + HORIZON_MS)) {
        const due = { task, run };
        if (handled.has(keyOf(due)) || plannedStarts.has(due)) continue;
        if (!isLate(due)) plannedStarts.add(due);
        else late.push(due);
      }
    }
    for (const { decision, ...one } of evaluateMissedRun(index, late, now, jumped)) {
      settle(one);
      if (decision.kind === 'missed') background(missed(one), 'a missed run could not be noted');
      else background(catchUp(one, decision), 'a late run could not be started');
    }
    for (const [key, due] of handled) if (due < now - REMEMBERED_MS) handled.delete(key);
  }

  /** Forgets runs that a wrong clock has handled: they come again. */
  async function setBack(): Promise<void> {
    await runs.setBack();
    const now = deps.now();
    for (const [key, due] of handled) if (due > now) handled.delete(key);
    lookAt = 0;
  }

  async function missed({ task, run, gone }: Late): Promise<void> {
    await gone;
    await runs.missed(task, run);
  }

  async function catchUp({ task, run, gone }: Late, how: RunStartDecision): Promise<void> {
    await gone;
    if (task.audio_source === audioSource.controlTask) {
      await runs.control(task, { run });
      return;
    }
    const { elapsedMs, waited } = how;
    const prepared = await runs.prepare(task, { run, elapsedMs, waited, late: true }).catch(() => null);
    if (prepared !== null) meetings.meet(prepared);
  }

  function onAir(prepared: Prepared, start?: RunStart): RunningBroadcast {
    const delay = prepared.at === null ? 0 : prepared.at - deps.now();
    // A broadcast of the same task that still plays ends when its next run is heard.
    for (const b of engine.all())
      if (b.row.task_id === prepared.task.id)
        ends.set(b.id, { at: steady() + Math.max(0, delay - TICK_MS), reason: 'replaced' });
    const b = runs.launch(prepared, start);
    if (prepared.until !== null) endAt(b.id, prepared.until);
    return b;
  }

  function endAt(id: number, wallMs: number): void {
    ends.set(id, { at: steady() + wallMs - deps.now(), reason: 'time' });
  }

  const forget = index.onChange((changes, plans) => {
    const touched = new Set(changes.map((change) => change.task));
    if (plans) for (const id of plannedStarts.tasks()) touched.add(id);
    // Prepared runs of a changed task are outdated.
    for (const { task, gone } of plannedStarts.recall(({ task: { id } }) => touched.has(id)))
      background(
        gone.finally(() => changed.add(task.id)),
        'a run could not be taken back',
      );
    for (const id of touched) changed.add(id);
    meetings.recall(changes.map((change) => change.task));
    if (plans) lookAt = 0;
  });

  function tick(): void {
    const [now, at] = [deps.now(), steady()];
    const jump = now - seen.wall - (at - seen.steady);
    const jumped = Math.abs(jump) >= JUMP_MS;
    if (jump < -WRONG_MS) background(setBack(), 'could not discard runs recorded while the clock was wrong');
    if (jumped || at >= lookAt) {
      look(jumped ? Math.min(seen.wall, now) - LATE_MS : seen.wall - HORIZON_MS, now, jumped && jump > 0);
      lookAt = at + LOOK_EVERY_MS;
      changed.clear();
    } else if (changed.size > 0) {
      const tasks = [...changed].flatMap((id) => index.tasks.get(id) ?? []);
      changed.clear();
      look(seen.wall - HORIZON_MS, now, false, tasks);
    }
    seen = { wall: now, steady: at };
    plannedStarts.serve(now);
    for (const [id, end] of ends) {
      if (end.at > at) continue;
      ends.delete(id);
      const b = engine.get(id);
      if (b !== undefined) engine.finish(b, end.reason).catch(() => {});
    }
  }

  function catchUpSince(aliveAt: number, known: readonly string[]): void {
    const now = deps.now();
    for (const key of known) handled.set(key, Number(key.split(':')[1]));
    look(Math.min(aliveAt, now), now, false);
  }

  return {
    catchUp: catchUpSince,
    start(aliveAt, known) {
      const now = deps.now();
      catchUpSince(aliveAt, known);
      seen = { wall: now, steady: steady() };
      lookAt = seen.steady + LOOK_EVERY_MS;
      endTicks = every(TICK_MS, tick);
    },
    meetings,
    endAt,
    tick,
    async settled() {
      while (busy.size > 0) await Promise.all(busy);
    },
    async close() {
      endTicks?.();
      forget();
      await plannedStarts.close();
      while (busy.size > 0) await Promise.all(busy);
    },
  };
}
