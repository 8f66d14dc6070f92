import { randomInt } from 'node:crypto';
import { audioSource, taskType } from '../../../contract/codes.ts';
import type { DueRun } from '../../../contract/schedule/recurrence.ts';
import type { StoredProof } from '../broadcast/proofs.repository.ts';
import { loopOf } from './runLength.ts';
import { seedOf } from './runSeed.ts';
import type { RunValues } from './runStore.ts';
import type { TaskRow } from './schedule.repository.ts';

/** Starter of a run: the schedule, or a person. */
export interface Starter {
  accountId: number | null;
  code: string;
  name: string;
  /**
   * GPIO task that started the run; the run then has the weight of a GPIO task (server/air/engine/rank.ts).
   */
  gpio_code?: string;
  /** Code of the station that dialled the run. */
  device_code?: string;
}
export const theSchedule: Starter = { accountId: null, code: '', name: '' };

export interface RunOptions {
  run: DueRun | null;
  by?: Starter;
  /** Elapsed part of a late run, ms: it starts in the middle. */
  elapsedMs?: number;
  /** Start as soon as possible, not at the due time. */
  late?: boolean;
  /** It begins after a wait for busy terminals: from its beginning, and until its end time. */
  waited?: boolean;
  /** Id of its broadcast, if it had a place in the queue; absent: the next one. */
  id?: number;
  /** Its plan is an exam. */
  exam?: boolean;
}

/** Start of a prepared run. */
export interface RunStart {
  /** Media time of the request, µs. */
  requestedUs?: number;
  /** Terminals where it does not sound, with the stored reason. */
  leftOut?: readonly StoredProof[];
}

/** Values of the row of a run that follow from its task and its start; `now`: wall time, ms. */
export function runValues(
  task: TaskRow,
  { run, by = theSchedule, exam = false, waited = false }: RunOptions,
  now: number,
) {
  const at = waited ? now : (run?.due ?? now);
  return {
    task_id: task.id,
    due_at: run?.due ?? null,
    task_type: task.audio_source === audioSource.controlTask ? taskType.control : taskType.scheduled,
    name: task.name,
    audio_source: task.audio_source,
    priority: task.priority,
    volume: task.volume,
    play_order: task.play_order,
    loop: loopOf(task),
    interval_ms: Math.round(task.interval_time * 1000),
    resume_policy: task.resume_policy,
    seed: run === null ? randomInt(2 ** 31) : seedOf(task.id, run.due),
    items: [],
    anchor_at: at,
    started_by: by.accountId,
    operator_code: by.code,
    gpio_code: by.gpio_code ?? '',
    exam,
    device_code: by.device_code ?? '',
    started_at: Math.floor(at / 1000),
    started_ms: Math.round(at),
  } satisfies Partial<RunValues>;
}
