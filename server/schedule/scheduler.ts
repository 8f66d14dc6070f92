import { audioSource } from '../../contract/codes.ts';
import type { Engine } from '../broadcast/engineApi.ts';
import { every } from '../broadcast/ticker.ts';
import { createAppointments, type Due } from './appointments.ts';
import type { Book } from './book.ts';
import { judgeLate } from './late.ts';
import type { Prepared, Runs } from './runs.ts';
import type { TaskRow } from './schedule.repository.ts';

const TICK_MS = 50;
/** Runs are looked for this far ahead, and anew this often, ms. */
const HORIZON_MS = 40_000;
const LOOK_EVERY_MS = 10_000;
/** What is later than this did not start in time, ms. */
const LATE_MS = 3_000;
/** The wall clock was set: no time service slews as fast, ms. */
const JUMP_MS = 1_500;
/** A clock that is set back further than this was wrong: what it said of moments that now lie ahead does not count, ms. */
export const WRONG_MS = 2 * 3_600_000;
/** Moments that were dealt with are remembered this long, ms: no clock is set back further without a restart. */
const REMEMBERED_MS = 3 * 86_400_000;

/** `gone`: what was made ready for it is taken back then. */
interface Late extends Due {
  gone?: Promise<void>;
}

export interface SchedulerDeps {
  book: Book;
  runs: Runs;
  engine: Engine;
  clock: { now(): number };
  /** Wall time, ms. */
  now(): number;
  log: { error(details: object, message: string): void };
}

/**
 * Starts what is due (design 7). The wall clock decides what is due; whatever it does, a moment of a task is dealt
 * with once, which is remembered here and, over restarts, by the unique key of the runs.
 */
export interface Scheduler {
  /** Deals with what was due since a wall time at which the server was last there, then goes on by itself. */
  start(aliveAt: number, known: readonly string[]): void;
  /** The window of a run, for one that was taken up after a restart or started by hand. */
  endAt(broadcast: number, wallMs: number): void;
  tick(): void;
  /** Resolves when nothing is being prepared. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { book, runs, engine } = deps;
  /** Moments that are dealt with, with their time. */
  const handled = new Map<string, number>();
  const appointments = createAppointments({ runs, launch, over: settle, background });
  /** Tasks to be looked at before their turn: somebody has just changed them. */
  const changed = new Set<number>();
  /** Monotonic times, ms, at which broadcasts are over in any case. */
  const ends = new Map<number, { at: number; why: 'time' | 'replaced' }>();
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

  /** Takes in what is due from a wall time to the horizon, of all tasks or of some. */
  function look(
    from: number,
    now: number,
    jumped: boolean,
    tasks: Iterable<TaskRow> = book.tasks.values(),
  ): void {
    const isLate = ({ run }: Due) => run.due < now - LATE_MS;
    // What was made ready when the clock was set over it is judged with what else it was set over.
    const late: Late[] = jumped ? appointments.recall(isLate) : [];
    for (const due of late) settle(due);
    for (const task of tasks) {
      const since = Math.max(from, task.active_since);
      for (const run of book.recurrence.between(task, since, now + HORIZON_MS)) {
        const due = { task, run };
        if (handled.has(keyOf(due)) || appointments.has(due)) continue;
        if (!isLate(due)) appointments.add(due);
        else late.push(due);
      }
    }
    for (const { verdict, ...one } of judgeLate(book, late, now, jumped)) {
      settle(one);
      if (verdict.kind === 'missed') background(missed(one), 'a missed run could not be noted');
      else background(catchUp(one, verdict.elapsed_ms), 'a late run could not be started');
    }
    for (const [key, due] of handled) if (due < now - REMEMBERED_MS) handled.delete(key);
  }

  /** Moments that a wrong clock has shown come again, and are dealt with then. */
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

  async function catchUp({ task, run, gone }: Late, elapsed_ms: number): Promise<void> {
    await gone;
    if (task.audio_source === audioSource.controlTask) {
      await runs.control(task, { run });
      return;
    }
    const prepared = await runs.prepare(task, { run, elapsed_ms, late: true }).catch(() => null);
    if (prepared !== null) launch(prepared);
  }

  function launch(prepared: Prepared): void {
    const delay = prepared.at === null ? 0 : prepared.at - deps.now();
    // What still plays of the task makes room for its next run, when that is heard.
    for (const b of engine.all())
      if (b.row.task_id === prepared.task.id)
        ends.set(b.id, { at: steady() + Math.max(0, delay - TICK_MS), why: 'replaced' });
    const b = runs.launch(prepared);
    if (prepared.until !== null) endAt(b.id, prepared.until);
  }

  function endAt(id: number, wallMs: number): void {
    ends.set(id, { at: steady() + wallMs - deps.now(), why: 'time' });
  }

  const forget = book.onChange((changes, plans) => {
    const touched = new Set(changes.map((change) => change.task));
    if (plans) for (const id of appointments.tasks()) touched.add(id);
    // What was made ready for a task is not what is wanted now.
    for (const { task, gone } of appointments.recall(({ task: { id } }) => touched.has(id)))
      background(
        gone.finally(() => changed.add(task.id)),
        'a run could not be taken back',
      );
    for (const id of touched) changed.add(id);
    if (plans) lookAt = 0;
  });

  function tick(): void {
    const [now, at] = [deps.now(), steady()];
    const jump = now - seen.wall - (at - seen.steady);
    const jumped = Math.abs(jump) >= JUMP_MS;
    if (jump < -WRONG_MS) background(setBack(), 'runs by a wrong clock could not be told from others');
    if (jumped || at >= lookAt) {
      look(jumped ? Math.min(seen.wall, now) - LATE_MS : seen.wall - HORIZON_MS, now, jumped && jump > 0);
      lookAt = at + LOOK_EVERY_MS;
      changed.clear();
    } else if (changed.size > 0) {
      const tasks = [...changed].flatMap((id) => book.tasks.get(id) ?? []);
      changed.clear();
      look(seen.wall - HORIZON_MS, now, false, tasks);
    }
    seen = { wall: now, steady: at };
    appointments.serve(now);
    for (const [id, end] of ends) {
      if (end.at > at) continue;
      ends.delete(id);
      const b = engine.get(id);
      if (b !== undefined) engine.finish(b, end.why).catch(() => {});
    }
  }

  return {
    start(aliveAt, known) {
      const now = deps.now();
      for (const key of known) handled.set(key, Number(key.split(':')[1]));
      look(Math.min(aliveAt, now), now, false);
      seen = { wall: now, steady: steady() };
      lookAt = seen.steady + LOOK_EVERY_MS;
      endTicks = every(TICK_MS, tick);
    },
    endAt,
    tick,
    async settled() {
      while (busy.size > 0) await Promise.all(busy);
    },
    async close() {
      endTicks?.();
      forget();
      await appointments.close();
      while (busy.size > 0) await Promise.all(busy);
    },
  };
}
