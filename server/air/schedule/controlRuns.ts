import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { controlAction } from '../../../contract/codes.ts';
import type { DueRun } from '../../../contract/schedule/recurrence.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import { liveTimeline } from '../../sound/source/timeline.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { SelfTest } from '../selfTest/selfTest.ts';
import { openTone } from '../selfTest/tone.ts';
import type { Control } from './control.ts';
import type { RunStore } from './runStore.ts';
import { type RunOptions, runValues, theSchedule } from './runValues.ts';
import type { TaskRow } from './schedule.repository.ts';
import type { ScheduleIndex } from './scheduleIndex.ts';

export interface ControlRunsDeps {
  store: Pick<RunStore, 'put' | 'endControl'>;
  index: ScheduleIndex;
  engine: Pick<Engine, 'start'>;
  control: Control;
  selfTest: Pick<SelfTest, 'watch'>;
  now(): number;
}

/** Receiver of the outcomes of control runs. */
export interface RunReport {
  /** Reports the outcome of a run. @param run null: not a scheduled run */
  outcome(task: TaskRow, run: DueRun | null, failure: AppError | null): void;
  /** Stores a run as failed; null: it was run already. */
  failed(task: TaskRow, options: RunOptions, failure: AppError): Promise<unknown>;
}

/**
 * Creates the function that runs a control task: its commands, or a self-test. It returns false when the run took
 * place already.
 * @throws AppError if it succeeded at none of its terminals; the outcome of each is then in the task log
 */
export function createControlRuns(deps: ControlRunsDeps, report: RunReport) {
  const { store, index, engine, control, selfTest: watcher } = deps;

  /** Starts a self-test, which ends by itself; false when it was run already. */
  async function selfTest(
    task: TaskRow,
    options: RunOptions,
    terminals: readonly AdoptedTerminal[],
  ): Promise<boolean> {
    if (terminals.length === 0) {
      const failure = new AppError(errorCode.refused, 'broadcast.noDevices');
      if (options.run !== null && (await report.failed(task, options, failure)) === null) return false;
      report.outcome(task, options.run, failure);
      throw failure;
    }
    const values = { ...runValues(task, options, deps.now()), volume: null, state: 'playing' as const };
    const ids = terminals.map(({ id }) => id);
    const stored = await store.put({ ...values, anchor_at: deps.now() }, ids);
    if (stored === null) return false;
    const { name } = options.by ?? theSchedule;
    const targets = terminals.map(({ id, org }) => ({ terminal_id: id, org }));
    const source = openTone({ position: 0, items: [], timeline: liveTimeline });
    const start = { ...stored, targets, startedBy: name, open: openTone };
    watcher.watch(engine.start(start, source, Promise.resolve()));
    report.outcome(task, options.run, null);
    return true;
  }

  return async (task: TaskRow, options: RunOptions): Promise<boolean> => {
    const { terminals } = index.reaches.recent.of(task);
    if (task.control_action === controlAction.selfTest) return selfTest(task, options, terminals);
    const values = { ...runValues(task, options, deps.now()), state: 'ended' as const, end_reason: 'done' };
    const stored = await store.put(
      values,
      terminals.map(({ id }) => id),
    );
    if (stored === null) return false;
    const outcomes = await control(task, terminals);
    await store.endControl(stored, outcomes);
    const isDone = outcomes.some(({ reason }) => reason === null);
    const failure = isDone
      ? null
      : new AppError(errorCode.refused, 'schedule.doneNowhere', { name: task.name });
    report.outcome(task, options.run, failure);
    if (failure !== null) throw failure;
    return true;
  };
}
