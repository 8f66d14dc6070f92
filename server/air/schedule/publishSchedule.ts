import type { LiveRow } from '../../../contract/api/live.ts';
import type { ScheduledTaskLive } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { ScheduleIndex } from './scheduleIndex.ts';
import type { TaskViews } from './taskViews.ts';

/** Interval of checking for changes by clock and broadcasts, ms. */
const EVERY_MS = 1_000;
/** Interval of rebuilding every row, ms. */
const WHOLE_EVERY_MS = 30_000;
const everything: Scope = { all: true };

/** Plan as the server holds it: the tasks that a console sees depend on its zones. */
interface PlanState extends LiveRow, Record<string, unknown> {
  id: number;
  org: number[] | null;
  tasks: readonly (readonly [id: number, org: readonly number[]])[];
}

function ofScope(org: unknown, scope: Scope): unknown {
  return Array.isArray(org) ? org.filter((id: number) => inScope(scope, id)) : org;
}

function planView(fields: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  if (fields.org !== undefined) fields.org = ofScope(fields.org, scope);
  const tasks = fields.tasks as PlanState['tasks'] | undefined;
  if (tasks === undefined) return fields;
  const isSeen = (org: readonly number[]) => scope.all === true || org.some((id) => inScope(scope, id));
  fields.tasks = tasks.flatMap(([id, org]) => (isSeen(org) ? id : []));
  fields.whole = tasks.every(([, org]) => scope.all === true || org.every((id) => inScope(scope, id)));
  return fields;
}

function taskView(fields: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  if (fields.org !== undefined) fields.org = ofScope(fields.org, scope);
  return fields;
}

/** Publishes the topics `plan` and `scheduled_task`; only differences are sent. */
export function publishSchedule(deps: { live: LiveHub; index: ScheduleIndex; present: TaskViews }): {
  now(): void;
  end(): void;
} {
  const { index, present } = deps;
  const plans = deps.live.topic<PlanState>('plan', planView);
  const tasks = deps.live.topic<ScheduledTaskLive>('scheduled_task', taskView);

  /** Key of the last row of each task, and its plan: the row is rebuilt only if the key changes. */
  const made = new Map<number, { key: string; plan: number | null }>();
  /** Same keys of the plans, apart from their tasks. */
  const madePlans = new Map<number, string>();
  let wholeAt = 0;

  /** Publishes changed tasks; returns their plans. */
  function showTasks(running: ReturnType<TaskViews['running']>, day: number, isWhole: boolean): Set<number> {
    const touched = new Set<number>();
    const touch = (plan: number | null | undefined) => {
      if (typeof plan === 'number') touched.add(plan);
    };
    for (const [id, { plan }] of made) {
      if (index.tasks.has(id)) continue;
      touch(plan);
      made.delete(id);
      tasks.remove(id);
    }
    for (const task of index.tasks.values()) {
      const b = running.get(task.id);
      const key = present.keyOf(task, b, day);
      const known = made.get(task.id);
      if (!isWhole && known?.key === key) continue;
      touch(known?.plan);
      touch(task.plan_id);
      made.set(task.id, { key, plan: task.plan_id });
      tasks.upsert(present.brief(task, b, day));
    }
    return touched;
  }

  function now(): void {
    const running = present.running();
    const day = present.today();
    // Zones, lengths and terminals may change without the task.
    const isWhole = performance.now() >= wholeAt;
    if (isWhole) wholeAt = performance.now() + WHOLE_EVERY_MS;
    const touched = showTasks(running, day, isWhole);
    for (const id of madePlans.keys()) {
      if (index.plans.has(id)) continue;
      madePlans.delete(id);
      plans.remove(id);
    }
    for (const plan of index.plans.values()) {
      const key = `${plan.rev} ${day}`;
      if (madePlans.get(plan.id) === key && !touched.has(plan.id)) continue;
      madePlans.set(plan.id, key);
      const { whole: _whole, ...row } = present.planRow(everything, plan, running, day);
      const members = index
        .tasksOf(plan.id)
        .map((task) => [task.id, index.reaches.recent.of(task).org] as const);
      plans.upsert({ ...row, tasks: members });
    }
  }

  const forget = index.onChange(now);
  const timer = setInterval(now, EVERY_MS);
  timer.unref();
  now();
  return {
    now,
    end() {
      clearInterval(timer);
      forget();
    },
  };
}
