import type { LiveRow } from '../../../contract/api/live.ts';
import type { ScheduledTaskLive } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { PlanRow, TaskRow } from './schedule.repository.ts';
import type { Change, ScheduleIndex } from './scheduleIndex.ts';
import type { TaskViews } from './taskViews.ts';

/** Every row is compared once in this time, a part of them at a time: thousands at once would delay sound; ms. */
const ROUND_MS = 1_000;
const PARTS = 10;
/** Number of rounds in which every row is rebuilt once: zones, lengths and terminals may change without the task. */
const REBUILD_ROUNDS = 30;
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
  /** Publishes the state of tasks that began or ended to play. */
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
  /** Tasks that were shown as running. */
  let ran: number[] = [];

  /** Publishes those of some tasks, and of some plans, that changed or are to be rebuilt. */
  function publish(
    someTasks: Iterable<TaskRow>,
    somePlans: Iterable<PlanRow>,
    isRebuilt: (row: { id: number }) => boolean = () => false,
  ): void {
    const running = present.running();
    const day = present.today();
    const touched = new Set<number | null>();
    for (const task of someTasks) {
      const b = running.get(task.id);
      const key = present.keyOf(task, b, day);
      const known = made.get(task.id);
      const isSame = known?.key === key;
      if (isSame && !isRebuilt(task)) continue;
      if (!isSame) touched.add(known?.plan ?? null).add(task.plan_id);
      made.set(task.id, { key, plan: task.plan_id });
      tasks.upsert(present.brief(task, b, day));
    }
    const touchedPlans = [...touched].flatMap((id) => (id === null ? [] : (index.plans.get(id) ?? [])));
    for (const plan of new Set([...touchedPlans, ...somePlans])) {
      const key = `${plan.rev} ${day}`;
      if (madePlans.get(plan.id) === key && !touched.has(plan.id) && !isRebuilt(plan)) continue;
      madePlans.set(plan.id, key);
      const { whole: _whole, ...row } = present.planRow(everything, plan, running, day);
      const members = index
        .tasksOf(plan.id)
        .map((task) => [task.id, index.reaches.recent.of(task).org] as const);
      plans.upsert({ ...row, tasks: members });
    }
  }

  /** Publishes the changes of a load; plans decide when the tasks of others run too. */
  function changed(changes: readonly Change[], isAnyPlan: boolean): void {
    const left = new Set<number | null>();
    for (const { task, before, after } of changes) {
      if (after !== undefined) continue;
      made.delete(task);
      tasks.remove(task);
      left.add(before?.plan_id ?? null);
    }
    for (const id of madePlans.keys()) {
      if (index.plans.has(id)) {
        // Its row lists its tasks.
        if (left.has(id)) madePlans.delete(id);
        continue;
      }
      madePlans.delete(id);
      plans.remove(id);
    }
    const current = changes.flatMap(({ after }) => after ?? []);
    publish(isAnyPlan ? index.tasks.values() : current, index.plans.values());
  }

  function now(): void {
    const running = [...present.running().keys()];
    const concerned = new Set([...ran, ...running]);
    ran = running;
    publish(
      [...concerned].flatMap((id) => index.tasks.get(id) ?? []),
      [],
    );
  }

  let round = { part: 0, tasks: [] as TaskRow[], plans: [] as PlanRow[] };
  let rounds = 0;
  function step(): void {
    now();
    if (round.part === 0) {
      rounds++;
      round = { part: 0, tasks: [...index.tasks.values()], plans: [...index.plans.values()] };
    }
    const partOf = <Row extends { id: number }>(rows: readonly Row[], held: ReadonlyMap<number, Row>) =>
      rows
        .slice((rows.length * round.part) / PARTS, (rows.length * (round.part + 1)) / PARTS)
        .flatMap(({ id }) => held.get(id) ?? []);
    publish(
      partOf(round.tasks, index.tasks),
      partOf(round.plans, index.plans),
      ({ id }) => (id + rounds) % REBUILD_ROUNDS === 0,
    );
    round.part = (round.part + 1) % PARTS;
  }

  const forget = index.onChange(changed);
  const timer = setInterval(step, ROUND_MS / PARTS);
  timer.unref();
  publish(index.tasks.values(), index.plans.values());
  return {
    now,
    end() {
      clearInterval(timer);
      forget();
    },
  };
}
