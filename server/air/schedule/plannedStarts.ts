import { audioSource } from '../../../contract/codes.ts';
import type { DueRun } from '../../../contract/schedule/recurrence.ts';
import type { Prepared } from './preparedRun.ts';
import type { Runs } from './runs.ts';
import type { TaskRow } from './schedule.repository.ts';

/** Lead time of preparing a run, ms: opening streams takes time, and hundreds of runs may be due together. */
const PREPARE_MS = 15_000;
/** Lead time of starting the broadcast of a run, ms: its first sound then reaches every terminal in time. */
const LAUNCH_MS = 1_200;
/** Runs prepared at a time. */
const AT_ONCE = 6;

/** Run of a task at its due time. */
export interface Due {
  task: TaskRow;
  run: DueRun;
}

interface PlannedStart extends Due {
  state: 'waiting' | 'preparing' | 'ready' | 'over';
  prepared: Prepared | null;
  /** Promise of its preparation, once that has begun. */
  work: Promise<void> | null;
}

export interface PlannedStartDeps {
  runs: Pick<Runs, 'prepare' | 'control' | 'withdraw'>;
  launch(prepared: Prepared): void;
  /** Called when a run was dealt with, successful or not. */
  over(due: Due): void;
  /** Runs work in the background; a failure is logged. */
  background(work: Promise<unknown>, what: string): void;
}

/** Runs that are due soon: prepared ahead of their time, and started for it. */
export interface PlannedStarts {
  /** Tells if the run is known here, or is just being cancelled. */
  has(due: Due): boolean;
  add(due: Due): void;
  tasks(): Iterable<number>;
  /** Cancels some runs, prepared or not; `gone` resolves when a run is completely removed. */
  recall(matches: (due: Due) => boolean): (Due & { gone: Promise<void> })[];
  /** Processes what is due at a wall time, ms. */
  serve(now: number): void;
  close(): Promise<void>;
}

const keyOf = ({ task, run }: Due) => `${task.id}:${run.due}`;

export function createPlannedStarts({ runs, launch, over, background }: PlannedStartDeps): PlannedStarts {
  const known = new Map<string, PlannedStart>();
  /** Runs being cancelled, whose rows may still exist. */
  const leaving = new Set<string>();
  let queue: PlannedStart[] = [];
  let working = 0;

  function pump(): void {
    for (; working < AT_ONCE && queue.length > 0; ) {
      const one = queue.shift() as PlannedStart;
      working++;
      one.work = makeReady(one);
      background(one.work, 'a run could not be prepared');
    }
  }

  async function makeReady(one: PlannedStart): Promise<void> {
    try {
      one.prepared = await runs.prepare(one.task, { run: one.run });
    } catch {
      // Its reason is in the task log.
    } finally {
      one.state = one.prepared === null ? 'over' : 'ready';
      working--;
      pump();
    }
  }

  function prepare(one: PlannedStart): void {
    one.state = 'preparing';
    if (one.task.audio_source === audioSource.controlTask) {
      one.state = 'ready';
      return;
    }
    queue.push(one);
    pump();
  }

  function end(one: PlannedStart): void {
    known.delete(keyOf(one));
    over(one);
  }

  function serve(one: PlannedStart, now: number): void {
    const left = one.run.due - now;
    if (one.state === 'waiting' && left <= PREPARE_MS) prepare(one);
    else if (one.state === 'over') end(one);
    else if (one.state === 'ready') {
      if (one.prepared === null) {
        if (left > 0) return;
        end(one);
        background(runs.control(one.task, { run: one.run }), 'a control task could not be carried out');
      } else if (left <= LAUNCH_MS) {
        end(one);
        launch(one.prepared);
      }
    }
  }

  async function withdrawn(one: PlannedStart): Promise<void> {
    await one.work;
    if (one.prepared !== null) await runs.withdraw(one.prepared);
  }

  return {
    has: (due) => known.has(keyOf(due)) || leaving.has(keyOf(due)),
    add: (due) => known.set(keyOf(due), { ...due, state: 'waiting', prepared: null, work: null }),
    *tasks() {
      for (const { task } of known.values()) yield task.id;
    },
    recall(matches) {
      const found = [...known.values()].filter(matches);
      queue = queue.filter((one) => !found.includes(one));
      return found.map((one) => {
        const key = keyOf(one);
        known.delete(key);
        leaving.add(key);
        return { task: one.task, run: one.run, gone: withdrawn(one).finally(() => leaving.delete(key)) };
      });
    },
    serve(now) {
      for (const one of known.values()) serve(one, now);
    },
    async close() {
      queue = [];
      for (const one of known.values()) await withdrawn(one);
      known.clear();
    },
  };
}
