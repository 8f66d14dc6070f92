import { audioSource, busyPolicy } from '../../../contract/codes.ts';
import type { DueRun } from '../../../contract/schedule/recurrence.ts';
import type { TaskRow } from './schedule.repository.ts';

/** Least time that a run has left when it begins after its wait, ms. */
const LEAST_MS = 1_000;

type Policy = Pick<TaskRow, 'audio_source' | 'busy_policy' | 'wait_s' | 'retries' | 'retry_s'>;

/** Tells if a task has a policy for busy terminals; silence and control tasks have none. */
export const hasPolicy = (task: Policy): boolean =>
  task.busy_policy !== busyPolicy.preempt &&
  task.audio_source !== audioSource.none &&
  task.audio_source !== audioSource.controlTask;

const waitMs = (task: Policy) => (task.busy_policy === busyPolicy.wait ? task.wait_s * 1000 : 0);

/** Longest time after its due time at which a run may still begin, by its wait and its retries, ms. */
export const longestWaitMs = (task: Policy): number =>
  hasPolicy(task) ? waitMs(task) * (task.retries + 1) + task.retry_s * 1000 * task.retries : 0;

/** Wall time at which no attempt of a run begins any more, epoch ms; null: no such time. */
export const latestStart = (run: DueRun | null): number | null =>
  run === null || run.until === null ? null : run.until - LEAST_MS;

/** Tells if a run that did not begin in time still waits, as by its policy. @param now wall time, ms */
export function stillWaits(task: Policy, run: DueRun, now: number): boolean {
  const latest = latestStart(run);
  return now < run.due + longestWaitMs(task) && (latest === null || now < latest);
}

/** Place of a run in its waits and retries after a restart of the server: its attempt, and the end of its wait. */
export function placeOf(task: Policy, run: DueRun, now: number): { attempt: number; until_at: number } {
  const cycleMs = waitMs(task) + task.retry_s * 1000;
  const attempt = Math.min(task.retries + 1, 1 + Math.floor(Math.max(0, now - run.due) / cycleMs));
  return { attempt, until_at: Math.max(now, run.due + (attempt - 1) * cycleMs + waitMs(task)) };
}
