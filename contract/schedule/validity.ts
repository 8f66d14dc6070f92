import { type TaskValidity, taskValidity } from '../codes.ts';
import { dayOf } from './calendar.ts';
import type { RecurringPlan, RecurringTask } from './recurrence.ts';

type Dated = Pick<RecurringTask, 'enabled' | 'start_date' | 'end_date'>;

/**
 * Validity of a task or a plan on a day of the site. Past dates give expired, whether it is enabled or not.
 *
 * @param plan the plan of the task; null for a task without a plan, and for a plan itself
 * @param playing a broadcast of it is on the air
 */
export function validityOf(
  one: Dated,
  plan: Omit<RecurringPlan, 'exceptions' | 'id'> | null,
  today: number,
  playing: boolean,
): TaskValidity {
  if (playing) return taskValidity.executing;
  const parts: Dated[] = plan === null ? [one] : [one, plan];
  if (parts.some(({ end_date }) => end_date !== null && dayOf(end_date) < today)) return taskValidity.expired;
  const holds = parts.every(({ enabled, start_date }) => enabled && dayOf(start_date) <= today);
  return holds ? taskValidity.inEffect : taskValidity.notEffective;
}
