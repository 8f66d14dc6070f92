import { audioSource } from '../../../contract/codes.ts';
import { secondOf } from '../../../contract/schedule/calendar.ts';
import { createRecurrence, type DueRun, type Recurrence } from '../../../contract/schedule/recurrence.ts';
import { createZone } from '../../../contract/schedule/zone.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Reaches } from './reach.ts';
import { type Durations, runLength } from './runLength.ts';
import type { PlanRow, TaskRow } from './schedule.repository.ts';
import * as repository from './schedule.repository.ts';

/** Returns the lengths of a task's sounds, as far as they are known without waiting. */
export type DurationsOf = (task: TaskRow) => Durations;

export interface Change {
  task: number;
  before: TaskRow | undefined;
  after: TaskRow | undefined;
}

/** All plans and tasks in memory, mirroring the database; updated only after a commit, by `load`. */
export interface ScheduleIndex {
  readonly plans: ReadonlyMap<number, PlanRow>;
  readonly tasks: ReadonlyMap<number, TaskRow>;
  readonly recurrence: Recurrence;
  readonly reaches: Reaches;
  /**
   * Reads changes from the database, one read after the other: the plans and these tasks, or (undefined) all.
   * Call after every commit.
   */
  load(tasks?: readonly number[]): Promise<void>;
  tasksOf(plan: number): TaskRow[];
  planOf(task: Pick<TaskRow, 'plan_id'>): PlanRow | null;
  /** Returns the next run that is due after an instant; cached until it is past. */
  next(task: TaskRow, instant: number): DueRun | null;
  durations: DurationsOf;
  /** Length of a run, ms, cut by its end time; null: unknown. */
  lengthOf(task: TaskRow, run: DueRun | null): number | null;
  /**
   * Registers a listener that is called after every load with the changed tasks; `plans` is true when plans
   * changed.
   */
  onChange(listener: (changes: readonly Change[], plans: boolean) => void): () => void;
}

/** Reads these tasks, and the plans. */
export type Read = (tasks: readonly number[]) => Promise<void>;

/** Collects the ids of many changes, so that they are read once, after the last, by `all`. */
export function readLater(read: Read): { read: Read; all(): Promise<void> } {
  const written = new Set<number>();
  let isAny = false;
  return {
    async read(tasks) {
      isAny = true;
      for (const id of tasks) written.add(id);
    },
    all: async () => {
      if (isAny) await read([...written]);
    },
  };
}

export interface ScheduleIndexDeps {
  db: Db;
  timeZone: string;
  reaches: Reaches;
  durations: DurationsOf;
}

/** Nominal length of the time window of a task, ms; null: it has no end time. */
export function windowOf(task: Pick<TaskRow, 'start_time' | 'end_time' | 'advancePlayTime'>): number | null {
  if (task.end_time === null) return null;
  const seconds = (secondOf(task.end_time) ?? 0) - (secondOf(task.start_time) ?? 0);
  return ((seconds <= 0 ? seconds + 86_400 : seconds) + task.advancePlayTime) * 1000;
}

export async function createScheduleIndex(deps: ScheduleIndexDeps): Promise<ScheduleIndex> {
  const { db, durations } = deps;
  const zone = createZone(deps.timeZone);
  let plans = new Map<number, PlanRow>();
  let tasks = new Map<number, TaskRow>();
  let byPlan = new Map<number, TaskRow[]>();
  let recurrence = createRecurrence(zone, []);
  const nexts = new WeakMap<TaskRow, { from: number; run: DueRun | null }>();
  let loading: Promise<void> = Promise.resolve();
  const listeners = new Set<(changes: readonly Change[], plans: boolean) => void>();

  async function read(ids: readonly number[] | null): Promise<void> {
    const [planRows, taskRows] = [await repository.allPlans(db), await repository.tasks(db, ids)];
    const before = { plans, tasks };
    plans = new Map(planRows.map((row) => [row.id, keep(before.plans, row)]));
    const requested = ids === null ? null : new Set(ids);
    const others =
      requested === null ? [] : [...before.tasks.values()].filter((row) => !requested.has(row.id));
    const rows = [...others, ...taskRows.map((row) => keep(before.tasks, row))];
    tasks = new Map(rows.sort((a, b) => a.id - b.id).map((row) => [row.id, row]));
    const samePlans =
      plans.size === before.plans.size && [...plans].every(([id, row]) => before.plans.get(id) === row);
    byPlan = new Map();
    for (const task of tasks.values()) {
      if (task.plan_id === null) continue;
      const tasksOfPlan = byPlan.get(task.plan_id);
      if (tasksOfPlan === undefined) byPlan.set(task.plan_id, [task]);
      else tasksOfPlan.push(task);
    }
    if (!samePlans) {
      recurrence = createRecurrence(zone, plans.values());
      for (const plan of concerned(before.plans))
        for (const task of byPlan.get(plan) ?? []) nexts.delete(task);
    }
    const changes: Change[] = [];
    for (const id of requested ?? new Set([...before.tasks.keys(), ...tasks.keys()])) {
      const change = { task: id, before: before.tasks.get(id), after: tasks.get(id) };
      if (change.before !== change.after) changes.push(change);
    }
    for (const listener of listeners) listener(changes, !samePlans);
  }

  /**
   * Plans whose tasks may run differently: those that changed, and those that their exceptions refer or
   * referred to.
   */
  function concerned(before: ReadonlyMap<number, PlanRow>): Set<number> {
    const found = new Set<number>();
    for (const id of new Set([...before.keys(), ...plans.keys()])) {
      const [was, is] = [before.get(id), plans.get(id)];
      if (was === is) continue;
      found.add(id);
      for (const { plan_id } of [...(was?.exceptions ?? []), ...(is?.exceptions ?? [])])
        if (plan_id !== null) found.add(plan_id);
    }
    return found;
  }

  /** Keeps the old row object if the row is unchanged: caches are keyed by it. */
  function keep<Row extends { id: number; rev: number }>(held: ReadonlyMap<number, Row>, row: Row): Row {
    const old = held.get(row.id);
    return old?.rev === row.rev ? old : row;
  }

  const index: ScheduleIndex = {
    get plans() {
      return plans;
    },
    get tasks() {
      return tasks;
    },
    get recurrence() {
      return recurrence;
    },
    reaches: deps.reaches,
    durations,
    load(ids) {
      const one = () => read(ids ?? null);
      loading = loading.then(one, one);
      return loading;
    },
    tasksOf: (plan) => byPlan.get(plan) ?? [],
    planOf: (task) => (task.plan_id === null ? null : (plans.get(task.plan_id) ?? null)),
    next(task, instant) {
      const known = nexts.get(task);
      if (known !== undefined && known.from <= instant && (known.run === null || known.run.due > instant)) {
        // An empty search is repeated after a day: the searched year has moved on.
        if (known.run !== null || instant - known.from < 86_400_000) return known.run;
      }
      const run = recurrence.next(task, instant + 1, 1)[0] ?? null;
      nexts.set(task, { from: instant, run });
      return run;
    },
    lengthOf(task, run) {
      const window = run === null ? windowOf(task) : run.until === null ? null : run.until - run.due;
      if (task.audio_source === audioSource.controlTask) return 0;
      return runLength(task, durations(task), window);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  await index.load();
  return index;
}
