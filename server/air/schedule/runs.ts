import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { DueRun } from '../../../contract/schedule/recurrence.ts';
import type { Db } from '../../platform/db/client.ts';
import { SourceError } from '../../sound/source/source.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import { type ControlRunsDeps, createControlRuns } from './controlRuns.ts';
import { type PreparationDeps, type Prepared, prepareRun } from './preparedRun.ts';
import * as repository from './run.repository.ts';
import type { RunStore } from './runStore.ts';
import { type RunOptions, type RunStart, runValues } from './runValues.ts';
import type { ScheduleCounters } from './schedule.metrics.ts';
import type { TaskRow } from './schedule.repository.ts';

export interface RunsDeps extends PreparationDeps, ControlRunsDeps {
  db: Db;
  store: RunStore;
  engine: Engine;
  clock: { fromWall(ms: number): number; toWall(us: number): number };
  /** Called after a task failed, with the reason, or started (null), which clears the fault. */
  onOutcome(task: TaskRow, failure: AppError | null): void;
  onMissed(task: TaskRow, run: DueRun): void;
  counters: ScheduleCounters;
  log: { error(details: object, message: string): void };
}

const reasonOf = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : error instanceof SourceError
      ? new AppError(errorCode.refused, 'broadcast.sourceNotAvailable', { reason: error.message })
      : new AppError(errorCode.refused, 'common.failed');

/**
 * Creates the runs of saved tasks: prepared ahead of their time, then started, carried out (control tasks),
 * or stored as missed.
 */
export function createRuns(deps: RunsDeps) {
  const { db, store, index, engine } = deps;

  /** Reports the outcome of a run. @param run null: not a scheduled run */
  function outcome(task: TaskRow, run: DueRun | null, failure: AppError | null, at = deps.now()): void {
    deps.onOutcome(task, failure);
    if (run === null) return;
    if (failure === null) deps.counters.begun(run.due, at);
    else deps.counters.failed();
  }

  /** Stores a run that did not take place. */
  async function note(
    task: TaskRow,
    options: RunOptions,
    end: 'missed' | 'failed' | 'offline',
    error: AppError | null,
  ) {
    const now = Math.floor(deps.now() / 1000);
    const values = {
      ...runValues(task, options, deps.now()),
      ...(options.id === undefined ? {} : { id: options.id }),
      state: 'ended' as const,
      ended_at: now,
      end_reason: end,
      error: error === null ? null : { key: error.key, params: error.params },
    };
    const terminals = index.reaches.recent.of(task).terminals.map(({ id }) => id);
    return store.put(values, terminals, end === 'offline' ? 'missed' : end);
  }

  return {
    /** Registers a manual start before its preparation. */
    begin: (task: TaskRow) =>
      engine.pending.begin(index.reaches.recent.of(task).terminals.map(({ id }) => id)),
    takeOut: engine.takeOut,
    /**
     * Prepares a run: its targets, its sound, its row. Null when it was run already, or its task was deleted.
     * @throws AppError with the reason, which is then in the task log
     */
    async prepare(task: TaskRow, options: RunOptions): Promise<Prepared | null> {
      try {
        return await prepareRun(deps, task, options);
      } catch (error) {
        const failure = reasonOf(error);
        if (options.run !== null && (await note(task, options, 'failed', failure)) === null) return null;
        outcome(task, options.run, failure);
        throw failure;
      }
    },
    /** Starts a prepared run; it is first heard at its due time. */
    launch(prepared: Prepared, { requestedUs, leftOut = [] }: RunStart = {}): RunningBroadcast {
      const { row, inJournal, startedBy, source, open, at } = prepared;
      const without = new Set(leftOut.map(({ terminal_id }) => terminal_id));
      const targets = prepared.terminals
        .filter(({ id }) => !without.has(id))
        .map(({ id, org }) => ({ terminal_id: id, org }));
      if (leftOut.length > 0)
        store
          .leaveOut(prepared, leftOut)
          .catch((err: unknown) =>
            deps.log.error({ err, broadcast: row.id }, 'the terminals that a run leaves out were not stored'),
          );
      const b = engine.start(
        {
          row,
          inJournal,
          targets,
          startedBy,
          ...(open === undefined ? {} : { open }),
          ...(at === null ? {} : { from_us: deps.clock.fromWall(at) }),
          ...(requestedUs === undefined ? {} : { requestedUs }),
        },
        source,
        Promise.resolve(),
      );
      const begins = b.from_us === null ? deps.now() : deps.clock.toWall(b.from_us);
      // A run that waited by its policy is not late.
      outcome(prepared.task, prepared.waited ? null : prepared.run, null, begins);
      return b;
    },
    /** Removes a prepared run: its task was changed or disabled. */
    async withdraw({ row, inJournal, source }: Prepared): Promise<void> {
      source.close();
      await store.remove({ row, inJournal });
    },
    /** Stores a run that busy terminals refused, or whose wait ended; `isFault`: somebody should know. */
    async unmet(task: TaskRow, options: RunOptions, error: AppError, isFault: boolean): Promise<void> {
      if ((await note(task, options, 'failed', error)) !== null && isFault) outcome(task, options.run, error);
    },
    /** Stores a run as missed, unless it took place. */
    async missed(task: TaskRow, run: DueRun): Promise<void> {
      if ((await note(task, { run }, 'missed', null)) !== null) deps.onMissed(task, run);
    },
    /** Corrects stored runs after the clock was set back far: future runs were started by a wrong clock. */
    setBack: () => repository.forgetAhead(db, deps.now(), true),
    /** Stores a run that terminals played offline while the server was down; null: it is stored already. */
    playedOffline: (task: TaskRow, run: DueRun) => note(task, { run }, 'offline', null),
    /**
     * Runs a control task; false when it was run already.
     * @throws AppError if it succeeded at none of its terminals; the outcome of each is then in the task log
     */
    control: createControlRuns(deps, {
      outcome,
      failed: (task, options, failure) => note(task, options, 'failed', failure),
    }),
  };
}
export type Runs = ReturnType<typeof createRuns>;
