import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { audioSource, busyPolicy } from '../../../contract/codes.ts';
import type { DueRun } from '../../../contract/schedule/recurrence.ts';
import { storedReason } from '../engine/storedReason.ts';
import type { LeftOut, OnTurn, StartRequest } from '../queue/queue.types.ts';
import type { StartQueue } from '../queue/startQueue.ts';
import type { Prepared } from './preparedRun.ts';
import type { Runs } from './runs.ts';
import type { RunStart } from './runValues.ts';
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

/** Tells if a run that did not begin in time still waits, as by its policy. @param now wall time, ms */
export const stillWaits = (task: Policy, run: DueRun, now: number): boolean =>
  now < run.due + longestWaitMs(task) && (run.until === null || now < run.until - LEAST_MS);

/** Place of a run in its waits and retries after a restart of the server: its attempt, and the end of its wait. */
function placeOf(task: Policy, run: DueRun, now: number): { attempt: number; until_at: number } {
  const cycleMs = waitMs(task) + task.retry_s * 1000;
  const attempt = Math.min(task.retries + 1, 1 + Math.floor(Math.max(0, now - run.due) / cycleMs));
  return { attempt, until_at: Math.max(now, run.due + (attempt - 1) * cycleMs + waitMs(task)) };
}

export interface RunMeetingsDeps {
  queue: Pick<StartQueue, 'meet' | 'cancel'>;
  runs: Pick<Runs, 'begin' | 'prepare' | 'withdraw' | 'unmet'>;
  now(): number;
  /** Puts a prepared run on the air, without some of its terminals. */
  onAir(prepared: Prepared, start?: RunStart): void;
  background(work: Promise<unknown>, what: string): void;
}

/** Runs of saved tasks that meet busy terminals: the policy of the task decides when they go (docs/rules/queue.md). */
export function createRunMeetings({ queue, runs, now, onAir, background }: RunMeetingsDeps) {
  /** Entry of the queue of each task whose run waits. */
  const waiting = new Map<number, number>();

  /** Reasons of the terminals that a run leaves out, as they are stored. */
  const reasonsOf = (leftOut: readonly LeftOut[]) =>
    leftOut.map(({ terminal, by }) => ({
      terminal_id: terminal.id,
      first_sound_at: null,
      reason: storedReason({ key: 'waiting', params: { by: by.name } }, true),
    }));

  function requestOf({ task, run, row, terminals, waited }: Prepared): StartRequest {
    const { name, task_type, priority, audio_source, exam } = row;
    const place = run !== null && waited ? placeOf(task, run, now()) : null;
    return {
      ...{ id: row.id, name, terminals, startedBy: '', accountId: null },
      task: { task_type, priority, audio_source, exam },
      busy_policy: task.busy_policy,
      wait_s: task.wait_s,
      ...(place === null || run === null ? {} : { since_at: run.due, until_at: place.until_at }),
      again: {
        scheduled_task: task.id,
        retries: task.retries,
        retry_s: task.retry_s,
        latest_at: run?.until == null ? null : run.until - LEAST_MS,
        ...(place === null ? {} : { attempt: place.attempt }),
      },
    };
  }

  /** Prepares a run again whose turn it is; a stop meanwhile applies to it. */
  async function begin({ task, run, row }: Prepared, free: ReadonlySet<number>, leftOut: readonly LeftOut[]) {
    const pending = runs.begin(task);
    try {
      const prepared = await runs
        .prepare(task, { run, late: true, waited: true, id: row.id })
        .catch(() => null);
      if (prepared === null) return;
      try {
        pending.mustGoOn(task.name);
      } catch (error) {
        await runs.withdraw(prepared);
        throw error;
      }
      const taken = new Set(pending.taken);
      const busy = reasonsOf(leftOut);
      const others = prepared.terminals
        .filter(({ id }) => !free.has(id) || taken.has(id))
        .filter(({ id }) => !busy.some(({ terminal_id }) => terminal_id === id))
        .map(({ id }) => ({
          terminal_id: id,
          first_sound_at: null,
          reason: storedReason({ key: 'stopped', params: { task: task.name } }, true),
        }));
      onAir(prepared, { leftOut: [...busy, ...others] });
    } finally {
      pending.end();
    }
  }

  function turnOf(prepared: Prepared, gone: Promise<void>): OnTurn {
    const { task, run, row } = prepared;
    const options = { run, id: row.id };
    const over = (error: AppError, isFault: boolean) => {
      waiting.delete(task.id);
      background(
        gone.then(() => runs.unmet(task, options, error, isFault)),
        'a run was not stored',
      );
    };
    return {
      async granted(free, leftOut) {
        waiting.delete(task.id);
        await gone;
        try {
          await begin(prepared, new Set(free.map(({ id }) => id)), leftOut);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          await runs.unmet(task, options, error, false);
        }
      },
      expired() {
        const params = { attempts: task.retries + 1, seconds: task.wait_s };
        const key = task.retries > 0 ? 'broadcast.attemptsExpired' : 'broadcast.waitExpired';
        over(new AppError(errorCode.refused, key, params), true);
      },
      refused: (error) => over(error, false),
      cancelled: () => over(new AppError(errorCode.refused, 'broadcast.waitCancelled'), false),
    };
  }

  /** Cancels the waiting runs of tasks. */
  function recall(tasks: Iterable<number>): void {
    for (const task of tasks) {
      const entry = waiting.get(task);
      if (entry !== undefined) queue.cancel(entry);
    }
  }

  return {
    recall,
    /** Puts a run on the air that is prepared for its time, or queues or refuses it by the policy of its task. */
    meet(prepared: Prepared): void {
      const { task, run, row } = prepared;
      if (!hasPolicy(task)) {
        onAir(prepared);
        return;
      }
      // Its next run replaces one that still waits.
      recall([task.id]);
      const left = Promise.withResolvers<void>();
      try {
        const meeting = queue.meet(requestOf(prepared), turnOf(prepared, left.promise));
        if (meeting.kind === 'goes') {
          try {
            onAir(prepared, { leftOut: reasonsOf(meeting.leftOut) });
          } finally {
            meeting.leave();
          }
          return;
        }
        waiting.set(task.id, row.id);
        background(runs.withdraw(prepared).finally(left.resolve), 'a waiting run could not be taken back');
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const refused = runs
          .withdraw(prepared)
          .then(() => runs.unmet(task, { run, id: row.id }, error, false));
        background(refused, 'a refused run was not stored');
      }
    },
  };
}
export type RunMeetings = ReturnType<typeof createRunMeetings>;
