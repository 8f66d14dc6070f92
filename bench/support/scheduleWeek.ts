import rrule from 'rrule';
import type { PlanForm } from '../../contract/entities/tasks/plan.ts';
import type { ScheduledTaskForm } from '../../contract/entities/tasks/scheduledTask.ts';
import { createRecurrence } from '../../contract/schedule/recurrence.ts';
import { createZone } from '../../contract/schedule/zone.ts';
import type { Figures } from '../parts/harness.ts';

/**
 * Computes all runs of a week: by the server's code, with instants in the zone, plans and end times; and the
 * same days by the `rrule` library. `rrule` works in local time without a zone, which is its fastest way:
 * with `tzid` it takes seconds for a few tasks.
 */
const { RRule } = rrule;
const WEEK_MS = 7 * 86_400_000;
const WEEKDAYS = [RRule.SU, RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA];

export interface Planned {
  plans: readonly (PlanForm & { id: number })[];
  tasks: readonly (ScheduledTaskForm & { plan_id: number })[];
}

const timed = (work: () => number): { ms: number; runs: number } => {
  const start = performance.now();
  const runs = work();
  return { ms: performance.now() - start, runs };
};

function ours({ plans, tasks }: Planned, timeZone: string, from: number): number {
  const recurrence = createRecurrence(createZone(timeZone), plans);
  return tasks.reduce((sum, task) => sum + recurrence.between(task, from, from + WEEK_MS).length, 0);
}

function byRrule({ plans, tasks }: Planned, timeZone: string, from: number): number {
  const known = new Map(plans.map((plan) => [plan.id, plan]));
  // rrule uses a local time that it calls UTC.
  const offset = createZone(timeZone).offsetAt(from);
  let runs = 0;
  for (const task of tasks) {
    const plan = known.get(task.plan_id);
    const first = [task.start_date, plan?.start_date ?? ''].sort().at(-1);
    const days =
      task.schedule_day === 0 ? null : task.schedule_day === 1 ? [1, 2, 3, 4, 5] : task.weekday_flags;
    const rule = new RRule({
      freq: RRule.DAILY,
      dtstart: new Date(`${first}T${task.start_time}Z`),
      ...(days === null ? {} : { byweekday: days.map((one) => WEEKDAYS[one] as never) }),
    });
    runs += rule.between(new Date(from + offset), new Date(from + offset + WEEK_MS - 1), true).length;
  }
  return runs;
}

/** Computes the week by both; returns ms of each. @throws when they do not find the same number of runs */
export function week(
  planned: Planned,
  timeZone: string,
  from: number,
): { baseline: Figures; measured: Figures } {
  const own = timed(() => ours(planned, timeZone, from));
  const other = timed(() => byRrule(planned, timeZone, from));
  if (own.runs !== other.runs) throw new Error(`${own.runs} runs, rrule finds ${other.runs}`);
  return { baseline: { week_ms: other.ms }, measured: { week_ms: own.ms, week_runs: own.runs } };
}
