import { busyPolicy } from '../../../../contract/codes.ts';
import { storedReason } from '../../engine/storedReason.ts';
import type { WaitStarter } from '../../queue/keptWaits.ts';
import type { LeftOut, StartRequest } from '../../queue/queue.types.ts';
import { hasPolicy, latestStart, placeOf } from '../runPolicy.ts';
import { type RunOptions, runValues, theSchedule } from '../runValues.ts';
import type { TaskRow } from '../schedule.repository.ts';
import type { ScheduleIndex } from '../scheduleIndex.ts';

/** A run with the id of its broadcast. */
export interface Attempt {
  task: TaskRow;
  options: RunOptions & { id: number };
}

/** Reasons of the terminals that a run leaves out, as they are stored. */
export const reasonsOf = (leftOut: readonly LeftOut[]) =>
  leftOut.map(({ terminal, by }) => ({
    terminal_id: terminal.id,
    first_sound_at: null,
    reason: storedReason({ key: 'waiting', params: { by: by.name } }, true),
  }));

/**
 * Account or call station whose start outlasts the server while it waits; null: a run of the schedule, or of an input,
 * which asks again while it is active.
 */
export function keptStarter({ run, by }: RunOptions): WaitStarter | null {
  if (run !== null || by === undefined) return null;
  return by.accountId !== null || by.device_code !== undefined ? by : null;
}

/**
 * Makes the question of a run to the queue.
 * @param waited it has waited under an earlier run of the server
 * @param now wall time, ms
 */
export function requestOf(
  index: Pick<ScheduleIndex, 'reaches' | 'planOf'>,
  { task, options }: Attempt,
  waited: boolean,
  now: number,
): StartRequest {
  const { run, by = theSchedule, id } = options;
  const exam = index.planOf(task)?.exam ?? false;
  const { name, task_type, priority, audio_source, gpio_code } = runValues(task, options, now);
  const place = run !== null && waited ? placeOf(task, run, now) : null;
  // A person or a station gets the answer, and asks again.
  const isAskedAgain = run !== null || by.gpio_code !== undefined;
  return {
    ...{ id, name, terminals: index.reaches.recent.of(task).terminals },
    ...{ startedBy: by.name, accountId: by.accountId },
    task: { task_type, priority, audio_source, exam, gpio_code },
    busy_policy: hasPolicy(task) ? task.busy_policy : busyPolicy.preempt,
    wait_s: task.wait_s,
    ...(place === null || run === null ? {} : { since_at: run.due, until_at: place.until_at }),
    again: {
      scheduled_task: task.id,
      retries: isAskedAgain ? task.retries : 0,
      retry_s: task.retry_s,
      latest_at: latestStart(run),
      ...(place === null ? {} : { attempt: place.attempt }),
    },
  };
}
