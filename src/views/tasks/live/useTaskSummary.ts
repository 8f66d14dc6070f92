import { useMemo } from 'react';
import { combineLatest, interval, map, startWith } from 'rxjs';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { throttled } from '../../kit/list/useRowsNow.ts';
import { countStates, type StateCounts } from '../../kit/toolbar/StateCounters.tsx';
import { taskState } from '../../shared/startTask/taskState.ts';

export interface TaskSummary {
  counts: StateCounts;
  /** Existing task types, in order. */
  types: readonly number[];
  rows: readonly Pick<BroadcastLive, 'id' | 'name' | 'task_type'>[];
}

/** Update interval, ms: silence becomes a fault after some time. */
const tickMs = 1000;

export function summaryOf(rows: readonly BroadcastLive[], now: number): TaskSummary {
  const types = [...new Set(rows.map((row) => row.task_type))].sort((a, b) => a - b);
  return { counts: countStates(rows, (row) => taskState(row, now)), types, rows };
}
const nothing = summaryOf([], 0);

/** Counts of running broadcasts, live. */
export function useTaskSummary(): TaskSummary {
  const { streams } = useApp();
  const clock = useSiteClock();
  const summary$ = useMemo(
    () =>
      combineLatest([streams.task.rows$.pipe(throttled()), interval(tickMs).pipe(startWith(0))]).pipe(
        map(([rows]) => summaryOf(rows, clock.now())),
      ),
    [streams, clock],
  );
  return useObservable(summary$, nothing);
}
