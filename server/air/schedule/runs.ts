import { randomInt } from 'node:crypto';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { audioSource, controlAction, taskType } from '../../../contract/codes.ts';
import type { DueRun } from '../../../contract/schedule/recurrence.ts';
import type { Db } from '../../platform/db/client.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import { timelineOf } from '../../sound/source/listTimeline.ts';
import { type OpenSource, type Source, SourceError } from '../../sound/source/source.ts';
import { liveTimeline, PACKET_MS } from '../../sound/source/timeline.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import type { SelfTest } from '../selfTest/selfTest.ts';
import { openTone } from '../selfTest/tone.ts';
import type { Control } from './control.ts';
import * as repository from './run.repository.ts';
import { limitsOf, loopOf } from './runLength.ts';
import { seedOf } from './runSeed.ts';
import type { RunStore, RunValues, StoredRun } from './runStore.ts';
import type { ScheduleCounters } from './schedule.metrics.ts';
import type { TaskRow } from './schedule.repository.ts';
import { type ScheduleIndex, windowOf } from './scheduleIndex.ts';
import type { Sources } from './sources.ts';

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

/** Run that is stored and whose sound is ready. */
export interface Prepared extends StoredRun {
  task: TaskRow;
  /** Null: started by hand. */
  run: DueRun | null;
  /** Null: started by hand or late, as soon as possible. */
  at: number | null;
  /** Wall time of the end of its time window, epoch ms. */
  until: number | null;
  terminals: readonly AdoptedTerminal[];
  startedBy: string;
  source: Source;
  open: OpenSource | undefined;
}

export interface RunsDeps {
  db: Db;
  store: RunStore;
  index: ScheduleIndex;
  engine: Engine;
  sources: Sources;
  control: Control;
  selfTest: Pick<SelfTest, 'watch'>;
  clock: { fromWall(ms: number): number; toWall(us: number): number };
  now(): number;
  /** Called after a task failed, with the reason, or started (null), which clears the fault. */
  onOutcome(task: TaskRow, failure: AppError | null): void;
  onMissed(task: TaskRow, run: DueRun): void;
  counters: ScheduleCounters;
}

export interface RunOptions {
  run: DueRun | null;
  by?: Starter;
  /** Elapsed part of a late run, ms: it starts in the middle. */
  elapsedMs?: number;
  /** Start as soon as possible, not at the due time. */
  late?: boolean;
}

function base(task: TaskRow, { run, by = theSchedule }: RunOptions, now: number) {
  const at = run?.due ?? now;
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
    device_code: by.device_code ?? '',
    started_at: Math.floor(at / 1000),
    started_ms: Math.round(at),
  } satisfies Partial<RunValues>;
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
  const { db, store, index, engine, sources } = deps;

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
      ...base(task, options, deps.now()),
      state: 'ended' as const,
      ended_at: now,
      end_reason: end,
      error: error === null ? null : { key: error.key, params: error.params },
    };
    const terminals = index.reaches.recent.of(task).terminals.map(({ id }) => id);
    return store.put(values, terminals, end === 'offline' ? 'missed' : end);
  }

  async function ready(task: TaskRow, options: RunOptions): Promise<Prepared | null> {
    const { run, by = theSchedule, elapsedMs = 0, late = false } = options;
    const { terminals } = index.reaches.recent.of(task);
    if (terminals.length === 0) throw new AppError(errorCode.refused, 'broadcast.noDevices');
    const { items, stream, open, ...captured } = await sources.open(task, run === null ? 'now' : 'in_time');
    const window = run === null ? windowOf(task) : run.until === null ? null : run.until - run.due;
    const values = {
      ...base(task, options, deps.now()),
      ...captured,
      items,
      stream,
      state: 'playing' as const,
    };
    const lengths = {
      list: items.length === 0 ? null : items.flatMap((one) => (one.part ? [] : [one.duration_ms])),
      before: items.find((one) => one.part === 'before')?.duration_ms ?? 0,
      after: items.find((one) => one.part === 'after')?.duration_ms ?? 0,
    };
    const isLimited = window !== null || task.duration !== null || task.count !== null;
    const limits = limitsOf(task, lengths, window, values.seed);
    const timeline = timelineOf({ ...values, programme_ms: isLimited ? limits.programme_ms : null });
    const overMs = Math.floor(elapsedMs / PACKET_MS) * PACKET_MS;
    const position_ms = items.length === 0 ? 0 : timeline.advance(0, overMs);
    const source = (open ?? ((place) => engine.open(place)))({ position: position_ms, items, timeline });
    try {
      await source.prepare();
      const stored = await store.put(
        {
          ...values,
          position_ms,
          anchor_at: late || run === null ? deps.now() : run.due,
          limit_ms: isLimited && limits.total_ms !== null ? Math.max(0, limits.total_ms - overMs) : null,
          programme_ms: isLimited ? limits.programme_ms : null,
        },
        terminals.map(({ id }) => id),
      );
      if (stored === null) {
        source.close();
        return null;
      }
      // A late run gets the rest of its window from now; a run that starts at its beginning gets the whole window.
      const begun = late || run === null ? deps.now() - elapsedMs : run.due;
      const until = window === null ? null : begun + window;
      return {
        task,
        run,
        at: late || run === null ? null : run.due,
        until,
        ...stored,
        terminals,
        startedBy: by.name,
        source,
        open,
      };
    } catch (error) {
      source.close();
      throw error;
    }
  }

  /** Starts a self-test, which ends by itself; false when it was run already. */
  async function selfTest(
    task: TaskRow,
    options: RunOptions,
    terminals: readonly AdoptedTerminal[],
  ): Promise<boolean> {
    if (terminals.length === 0) {
      const failure = new AppError(errorCode.refused, 'broadcast.noDevices');
      if (options.run !== null && (await note(task, options, 'failed', failure)) === null) return false;
      outcome(task, options.run, failure);
      throw failure;
    }
    const values = { ...base(task, options, deps.now()), volume: null, state: 'playing' as const };
    const ids = terminals.map(({ id }) => id);
    const stored = await store.put({ ...values, anchor_at: deps.now() }, ids);
    if (stored === null) return false;
    const { name } = options.by ?? theSchedule;
    const targets = terminals.map(({ id, org }) => ({ terminal_id: id, org }));
    const source = openTone({ position: 0, items: [], timeline: liveTimeline });
    const start = { ...stored, targets, startedBy: name, open: openTone };
    deps.selfTest.watch(engine.start(start, source, Promise.resolve()));
    outcome(task, options.run, null);
    return true;
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
        return await ready(task, options);
      } catch (error) {
        const failure = reasonOf(error);
        if (options.run !== null && (await note(task, options, 'failed', failure)) === null) return null;
        outcome(task, options.run, failure);
        throw failure;
      }
    },
    /**
     * Starts a prepared run; it is first heard at its due time.
     * @param requestedUs media time of the request, µs
     */
    launch(prepared: Prepared, requestedUs?: number): RunningBroadcast {
      const { row, inJournal, terminals, startedBy, source, open, at } = prepared;
      const targets = terminals.map(({ id, org }) => ({ terminal_id: id, org }));
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
      outcome(prepared.task, prepared.run, null, begins);
      return b;
    },
    /** Removes a prepared run: its task was changed or disabled. */
    async withdraw({ row, inJournal, source }: Prepared): Promise<void> {
      source.close();
      await store.remove({ row, inJournal });
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
    async control(task: TaskRow, options: RunOptions): Promise<boolean> {
      const { terminals } = index.reaches.recent.of(task);
      if (task.control_action === controlAction.selfTest) return selfTest(task, options, terminals);
      const values = { ...base(task, options, deps.now()), state: 'ended' as const, end_reason: 'done' };
      const stored = await store.put(
        values,
        terminals.map(({ id }) => id),
      );
      if (stored === null) return false;
      const outcomes = await deps.control(task, terminals);
      await store.endControl(stored, outcomes);
      const isDone = outcomes.some(({ reason }) => reason === null);
      const failure = isDone
        ? null
        : new AppError(errorCode.refused, 'schedule.doneNowhere', { name: task.name });
      outcome(task, options.run, failure);
      if (failure !== null) throw failure;
      return true;
    },
  };
}
export type Runs = ReturnType<typeof createRuns>;
