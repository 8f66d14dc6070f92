import { audioSource } from '../../../contract/codes.ts';
import type { Due } from './plannedStarts.ts';
import { stillWaits } from './runPolicy.ts';
import type { ScheduleIndex } from './scheduleIndex.ts';

/** Decision about a run that was not started in time. */
export type MissedRunDecision = { kind: 'missed' } | RunStartDecision;
export interface RunStartDecision {
  kind: 'start';
  elapsedMs: number;
  /** True if it waits, or asks again, by the policy of its task. */
  waited: boolean;
}

const startAt = (elapsedMs: number): RunStartDecision => ({ kind: 'start', elapsedMs, waited: false });

/** Maximum age of a run that the clock jumped over and that is played later, ms. */
const CATCH_UP_MS = 2 * 3_600_000;
/** Maximum delay of a control task, ms: its effect is meant to last. */
const CONTROL_MS = 10 * 60_000;
/** Minimum remaining time of a run that is still started, ms. */
const MIN_REMAINING_MS = 1_000;

/**
 * Decides about late runs: a run that should be in progress starts in the middle; one that would be over was
 * missed. If the wall clock was set forward while the server was running, no time passed in which the run
 * could have been heard: the last such run of each task is then played from its beginning.
 */
export function evaluateMissedRun<One extends Due>(
  index: Pick<ScheduleIndex, 'lengthOf'>,
  late: readonly One[],
  now: number,
  jumped: boolean,
): (One & { decision: MissedRunDecision })[] {
  const last = new Map<number, number>();
  for (const { task, run } of late) last.set(task.id, Math.max(last.get(task.id) ?? 0, run.due));
  return late.map((one) => ({ ...one, decision: decide(one) }));

  function decide({ task, run }: Due): MissedRunDecision {
    if (run.due !== last.get(task.id)) return { kind: 'missed' };
    const elapsedMs = now - run.due;
    if (task.audio_source === audioSource.controlTask)
      return elapsedMs <= CONTROL_MS || (jumped && elapsedMs <= CATCH_UP_MS)
        ? startAt(0)
        : { kind: 'missed' };
    if (stillWaits(task, run, now)) return { ...startAt(0), waited: true };
    const length = index.lengthOf(task, run);
    if (length !== null && elapsedMs + MIN_REMAINING_MS < length) return startAt(elapsedMs);
    return jumped && elapsedMs <= CATCH_UP_MS ? startAt(0) : { kind: 'missed' };
  }
}
