import type { Db } from '../../../platform/db/client.ts';
import type { AlarmPlanRow, LinkageTaskRow } from './plan.repository.ts';
import * as repository from './plan.repository.ts';

/**
 * Configuration of alarms in memory, equal to the database: an alarm starts from here and waits for no query.
 * Changed only after a commit.
 */
export interface AlarmConfiguration {
  readonly tasks: ReadonlyMap<number, LinkageTaskRow>;
  readonly plans: ReadonlyMap<number, AlarmPlanRow>;
  putTask(row: LinkageTaskRow): void;
  removeTask(id: number): void;
  putPlan(row: AlarmPlanRow): void;
  removePlan(id: number): void;
  /** Takes over from the database what has changed there. */
  load(): Promise<void>;
  /** The plans that play a linkage task. */
  plansOf(task: number): AlarmPlanRow[];
  /** Called after every change. */
  onChange(listener: () => void): () => void;
}

/** All linkage tasks of a plan, each once, those that start at once first. */
export function tasksOfPlan(plan: Pick<AlarmPlanRow, 'linkage_task_ids' | 'steps'>): number[] {
  return [...new Set([...plan.linkage_task_ids, ...plan.steps.flatMap((step) => step.linkage_task_ids)])];
}

export async function createAlarmConfiguration(db: Db): Promise<AlarmConfiguration> {
  const tasks = new Map((await repository.allLinkageTasks(db)).map((row) => [row.id, row]));
  const plans = new Map((await repository.allAlarmPlans(db)).map((row) => [row.id, row]));
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  function put<R extends { id: number; rev: number }>(rows: Map<number, R>, row: R): void {
    if ((rows.get(row.id)?.rev ?? 0) > row.rev) return;
    rows.set(row.id, row);
    changed();
  }
  function remove(rows: Map<number, unknown>, id: number): void {
    rows.delete(id);
    changed();
  }
  return {
    tasks,
    plans,
    putTask: (row) => put(tasks, row),
    removeTask: (id) => remove(tasks, id),
    putPlan: (row) => put(plans, row),
    removePlan: (id) => remove(plans, id),
    async load() {
      const [allTasks, allPlans] = [await repository.allLinkageTasks(db), await repository.allAlarmPlans(db)];
      for (const row of allTasks) if (tasks.get(row.id)?.rev !== row.rev) put(tasks, row);
      for (const row of allPlans) if (plans.get(row.id)?.rev !== row.rev) put(plans, row);
      for (const id of [...tasks.keys()]) if (!allTasks.some((row) => row.id === id)) remove(tasks, id);
      for (const id of [...plans.keys()]) if (!allPlans.some((row) => row.id === id)) remove(plans, id);
    },
    plansOf: (task) => [...plans.values()].filter((plan) => tasksOfPlan(plan).includes(task)),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
