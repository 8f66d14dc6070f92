import type { ScheduledTaskLive } from '../../contract/entities/scheduledTask.ts';
import type { LiveRow } from '../../contract/live.ts';
import type { LiveHub } from '../live/hub.ts';
import { inScope, type Scope } from '../live/scope.ts';
import type { Book } from './book.ts';
import type { Present } from './present.ts';

/** What clocks and broadcasts change is looked at this often, ms. */
const EVERY_MS = 1_000;
const everything: Scope = { all: true };

/** A plan as the server holds it: what a console sees of its tasks depends on its zones. */
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

/** Keeps the topics `plan` and `scheduled_task`; only what differs goes out. */
export function publishSchedule(deps: { live: LiveHub; book: Book; present: Present }): {
  now(): void;
  end(): void;
} {
  const { book, present } = deps;
  const plans = deps.live.topic<PlanState>('plan', planView);
  const tasks = deps.live.topic<ScheduledTaskLive>('scheduled_task', taskView);

  function now(): void {
    const running = present.running();
    const day = present.today();
    tasks.replaceAll([...book.tasks.values()].map((task) => present.brief(task, running.get(task.id), day)));
    plans.replaceAll(
      [...book.plans.values()].map((plan) => {
        const { whole: _whole, ...row } = present.planRow(everything, plan, running, day);
        const members = book
          .tasksOf(plan.id)
          .map((task) => [task.id, book.reaches.recent.of(task).org] as const);
        return { ...row, tasks: members };
      }),
    );
  }

  const forget = book.onChange(now);
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
