import type { ScheduledTaskLive } from '../../contract/entities/scheduledTask.ts';
import type { LiveRow } from '../../contract/live.ts';
import type { LiveHub } from '../live/hub.ts';
import { inScope, type Scope } from '../live/scope.ts';
import type { Book } from './book.ts';
import type { Present } from './present.ts';

/** What clocks and broadcasts change is looked at this often, ms. */
const EVERY_MS = 1_000;
/** Every row is made anew this often, ms. */
const WHOLE_EVERY_MS = 30_000;
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

  /** What the row of each task was made from: as long as that is the same, it is not made anew. */
  const made = new Map<number, string>();
  let wholeAt = 0;

  function now(): void {
    const running = present.running();
    const day = present.today();
    // Zones, lengths and terminals may change without the task.
    const isWhole = performance.now() >= wholeAt;
    if (isWhole) wholeAt = performance.now() + WHOLE_EVERY_MS;
    for (const id of made.keys()) {
      if (book.tasks.has(id)) continue;
      made.delete(id);
      tasks.remove(id);
    }
    for (const task of book.tasks.values()) {
      const b = running.get(task.id);
      const key = present.keyOf(task, b, day);
      if (!isWhole && made.get(task.id) === key) continue;
      made.set(task.id, key);
      tasks.upsert(present.brief(task, b, day));
    }
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
