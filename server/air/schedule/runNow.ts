import { audioSource } from '../../../contract/codes.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import type { Runs } from './runs.ts';
import type { Starter } from './runValues.ts';
import type { TaskRow } from './schedule.repository.ts';
import type { Scheduler } from './scheduler.ts';

/**
 * Starts a saved task immediately, regardless of its schedule; it ends with its time window.
 * @returns the broadcast; null for a control task, which is done, or a deleted task
 * @throws AppError with the reason why it cannot be run; 999 when it is stopped before it starts
 */
export async function runNow(
  { runs, scheduler }: { runs: Runs; scheduler: Pick<Scheduler, 'endAt'> },
  task: TaskRow,
  by: Starter,
): Promise<RunningBroadcast | null> {
  const options = { run: null, by };
  if (task.audio_source === audioSource.controlTask) {
    await runs.control(task, options);
    return null;
  }
  const pending = runs.begin(task);
  try {
    const prepared = await runs.prepare(task, options);
    if (prepared === null) return null;
    try {
      pending.mustGoOn(task.name);
    } catch (error) {
      await runs.withdraw(prepared);
      throw error;
    }
    const started = runs.launch(prepared, { requestedUs: pending.sinceUs });
    if (pending.taken.length > 0) runs.takeOut(started, pending.taken).catch(() => {});
    if (prepared.until !== null) scheduler.endAt(started.id, prepared.until);
    return started;
  } finally {
    pending.end();
  }
}
