import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { audioSource, busyPolicy } from '../../../../contract/codes.ts';
import type { RunningBroadcast } from '../../engine/runningBroadcast.ts';
import type { Ids } from '../../journal/ids.ts';
import type { KeptWait, KeptWaits } from '../../queue/keptWaits.ts';
import type { Canceller, LeftOut, OnTurn } from '../../queue/queue.types.ts';
import type { StartQueue } from '../../queue/startQueue.ts';
import { cancelledBy, type UnplayedStarts } from '../../queue/unplayedStarts.ts';
import type { Prepared } from '../preparedRun.ts';
import { hasPolicy } from '../runPolicy.ts';
import type { Runs } from '../runs.ts';
import { type Starter, theSchedule } from '../runValues.ts';
import type { TaskRow } from '../schedule.repository.ts';
import type { ScheduleIndex } from '../scheduleIndex.ts';
import { type Attempt, keptStarter, reasonsOf, requestOf } from './attempt.ts';
import { type BeginDeps, beginRun } from './beginRun.ts';

export interface RunMeetingsDeps extends BeginDeps {
  index: Pick<ScheduleIndex, 'reaches' | 'planOf' | 'tasks'>;
  kept: KeptWaits;
  ids: Pick<Ids, 'next'>;
  queue: Pick<StartQueue, 'meet' | 'cancel'>;
  unplayed: Pick<UnplayedStarts, 'note'>;
  runs: Pick<Runs, 'begin' | 'prepare' | 'withdraw' | 'unmet' | 'control'>;
  now(): number;
  background(work: Promise<unknown>, what: string): void;
}

/** Result of a start outside the schedule. */
export interface StartedNow {
  /** Id of the broadcast, also while it waits in the queue; null: a control task, or a deleted task. */
  id: number | null;
  /** Null: it waits, or a control task, which is done. */
  broadcast: RunningBroadcast | null;
  waits: boolean;
  leftOut: readonly LeftOut[];
}

/**
 * Runs of saved tasks that meet busy terminals. The policy of the task decides when they go, whoever or whatever
 * starts them (docs/rules/queue.md#runs-of-saved-tasks).
 */
export function createRunMeetings(deps: RunMeetingsDeps) {
  const { index, kept, queue, runs, now, onAir, background } = deps;
  /** Entry of the queue of each task whose run waits, and its starter. */
  const waiting = new Map<number, { entry: number; by: Starter }>();

  /** Stores a run that was not played, and tells its account, unless `by` is that account. */
  async function unmet({ task, options }: Attempt, error: AppError, isFault: boolean, by?: Canceller | null) {
    const { id, by: starter = theSchedule } = options;
    const { terminals } = index.reaches.recent.of(task);
    const start = { id, name: task.name, accountId: starter.accountId, terminals };
    if (by == null || by.accountId !== starter.accountId) deps.unplayed.note(start, error);
    await runs.unmet(task, options, error, isFault);
  }

  /** @param gone resolves when nothing is stored any more but the wait itself */
  function turnOf(attempt: Attempt, gone: Promise<void>): OnTurn {
    const { task, options } = attempt;
    const forget = () => {
      if (keptStarter(options) !== null)
        background(
          gone.then(() => kept.remove(options.id)),
          'a wait could not be removed',
        );
    };
    const over = (error: AppError, isFault: boolean, by?: Canceller | null) => {
      waiting.delete(task.id);
      background(gone.then(() => unmet(attempt, error, isFault, by)).finally(forget), 'a run was not stored');
    };
    return {
      async granted(free, leftOut) {
        waiting.delete(task.id);
        await gone;
        try {
          await beginRun(deps, attempt, new Set(free.map(({ id }) => id)), leftOut);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          await unmet(attempt, error, false);
        } finally {
          forget();
        }
      },
      expired() {
        const params = { attempts: task.retries + 1, seconds: task.wait_s };
        const { run, by = theSchedule } = options;
        const isRepeated = task.retries > 0 && (run !== null || by.gpio_code !== undefined);
        const key = isRepeated ? 'broadcast.attemptsExpired' : 'broadcast.waitExpired';
        // An account gets a notice; of any other starter nobody would know.
        over(new AppError(errorCode.refused, key, params), by.accountId === null);
      },
      refused: (error) => over(error, false),
      cancelled: (by) => over(cancelledBy(by), false, by),
    };
  }

  /** Cancels the waiting runs of tasks. @param by null: not a person */
  function recall(tasks: Iterable<number>, by: Canceller | null = null): void {
    for (const task of tasks) {
      const held = waiting.get(task);
      if (held !== undefined) queue.cancel(held.entry, by);
    }
  }

  /** Puts a stored wait back into the queue; one whose time is over is told as if the server had run. */
  function restore({ id, task: taskId, by, since_at, until_at }: KeptWait): void {
    const task = index.tasks.get(taskId);
    if (task === undefined) {
      background(kept.remove(id), 'a wait could not be removed');
      return;
    }
    const attempt: Attempt = { task, options: { run: null, by, id } };
    const turn = turnOf(attempt, Promise.resolve());
    if (now() >= until_at) {
      turn.expired();
      return;
    }
    try {
      const meeting = queue.meet({ ...requestOf(index, attempt, false, now()), since_at, until_at }, turn);
      if (meeting.kind === 'waits') waiting.set(taskId, { entry: id, by });
      else
        background(
          Promise.resolve(turn.granted(meeting.terminals, meeting.leftOut)).finally(meeting.leave),
          'a restored start could not go on the air',
        );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      turn.refused?.(error);
    }
  }

  return {
    recall,
    /** Puts the waits of accounts and call stations that an earlier run of the server stored back into the queue. */
    async restore(): Promise<void> {
      for (const one of await kept.all()) restore(one);
    },
    /** Starter of the run of a task that waits; undefined: none waits. */
    starterOf: (task: number): Starter | undefined => waiting.get(task)?.by,

    /** Puts a run on the air that is prepared for its time, or queues or refuses it by the policy of its task. */
    meet(prepared: Prepared): void {
      const { task, run, row, waited } = prepared;
      if (!hasPolicy(task)) {
        onAir(prepared);
        return;
      }
      // Its next run replaces one that still waits.
      recall([task.id]);
      const left = Promise.withResolvers<void>();
      const attempt: Attempt = { task, options: { run, id: row.id } };
      try {
        const request = { ...requestOf(index, attempt, waited, now()), terminals: prepared.terminals };
        const meeting = queue.meet(request, turnOf(attempt, left.promise));
        if (meeting.kind === 'goes') {
          try {
            onAir(prepared, { leftOut: reasonsOf(meeting.leftOut) });
          } finally {
            meeting.leave();
          }
          return;
        }
        waiting.set(task.id, { entry: row.id, by: theSchedule });
        background(runs.withdraw(prepared).finally(left.resolve), 'a waiting run could not be taken back');
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const refused = runs
          .withdraw(prepared)
          .then(() => runs.unmet(task, { run, id: row.id }, error, false));
        background(refused, 'a refused run was not stored');
      }
    },

    /**
     * Starts a saved task now, regardless of its schedule: for a person, a station, or an input. It ends with its
     * time window.
     * @param isUrgent it goes by its rank alone: an alarm starts it
     * @throws AppError 409 when its terminals are busy; 999 when it waits already, when it is stopped before it
     *   starts, or with the reason why it cannot be run
     */
    async startNow(task: TaskRow, by: Starter, isUrgent = false): Promise<StartedNow> {
      const none = { broadcast: null, waits: false, leftOut: [] };
      if (task.audio_source === audioSource.controlTask) {
        await runs.control(task, { run: null, by });
        return { id: null, ...none };
      }
      if (isUrgent) recall([task.id]);
      if (waiting.has(task.id))
        throw new AppError(errorCode.refused, 'broadcast.alreadyWaits', { name: task.name });
      const options = { run: null, by, id: deps.ids.next('broadcast') };
      const attempt: Attempt = { task, options };
      const request = requestOf(index, attempt, false, now());
      const policy = isUrgent ? { busy_policy: busyPolicy.preempt } : {};
      try {
        const stored = Promise.withResolvers<void>();
        const meeting = queue.meet({ ...request, ...policy }, turnOf(attempt, stored.promise));
        const starter = keptStarter(options);
        if (meeting.kind === 'waits') {
          waiting.set(task.id, { entry: options.id, by });
          if (starter !== null) {
            const work = kept.add(options.id, task.id, starter).finally(stored.resolve);
            // It waits without the database too, but not over a restart.
            background(work, 'a wait could not be stored');
            await work.catch(() => {});
          } else stored.resolve();
          return { id: options.id, ...none, waits: true };
        }
        const free = meeting.leftOut.length === 0 ? null : new Set(meeting.terminals.map(({ id }) => id));
        try {
          const broadcast = await beginRun(deps, attempt, free, meeting.leftOut);
          return { ...none, id: broadcast?.id ?? null, broadcast, leftOut: meeting.leftOut };
        } finally {
          meeting.leave();
        }
      } catch (error) {
        const isUnseen = by.gpio_code !== undefined && error instanceof AppError;
        if (isUnseen) await runs.unmet(task, options, error, false);
        throw error;
      }
    },
  };
}
export type RunMeetings = ReturnType<typeof createRunMeetings>;
