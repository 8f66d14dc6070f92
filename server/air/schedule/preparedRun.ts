import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { DueRun } from '../../../contract/schedule/recurrence.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import { timelineOf } from '../../sound/source/listTimeline.ts';
import type { OpenSource, Source } from '../../sound/source/source.ts';
import { PACKET_MS } from '../../sound/source/timeline.ts';
import type { Engine } from '../engine/engineApi.ts';
import { limitsOf } from './runLength.ts';
import type { RunStore, StoredRun } from './runStore.ts';
import { type RunOptions, runValues, theSchedule } from './runValues.ts';
import type { TaskRow } from './schedule.repository.ts';
import { type ScheduleIndex, windowOf } from './scheduleIndex.ts';
import type { Sources } from './sources.ts';

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
  /** True if it begins after a wait for busy terminals. */
  waited: boolean;
  source: Source;
  open: OpenSource | undefined;
}

export interface PreparationDeps {
  store: Pick<RunStore, 'put'>;
  index: ScheduleIndex;
  engine: Pick<Engine, 'open'>;
  sources: Sources;
  now(): number;
}

/**
 * Finds the targets of a run, opens its sound and stores its row.
 * @returns null when it was run already, or its task was deleted
 * @throws AppError without targets; errors of the source
 */
export async function prepareRun(
  deps: PreparationDeps,
  task: TaskRow,
  options: RunOptions,
): Promise<Prepared | null> {
  const { store, index, engine, sources } = deps;
  const { run, by = theSchedule, elapsedMs = 0, late = false, waited = false } = options;
  const { terminals } = index.reaches.recent.of(task);
  if (terminals.length === 0) throw new AppError(errorCode.refused, 'broadcast.noDevices');
  const { items, stream, open, ...captured } = await sources.open(task, run === null ? 'now' : 'in_time');
  const from = run === null || waited ? deps.now() : run.due;
  const window = run === null ? windowOf(task) : run.until === null ? null : Math.max(0, run.until - from);
  const values = {
    ...runValues(task, { ...options, exam: index.planOf(task)?.exam ?? false }, deps.now()),
    ...captured,
    ...(options.id === undefined ? {} : { id: options.id }),
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
      waited,
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
