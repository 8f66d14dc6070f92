import { useMemo } from 'react';
import { combineLatest, interval, map, startWith, throttleTime } from 'rxjs';
import type { BroadcastLive } from '../../../contract/entities/broadcast.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { useObservable } from '../kit/useObservable.ts';
import { type TaskState, taskState } from './taskState.ts';

export interface TaskSummary {
  all: number;
  states: Readonly<Record<TaskState, number>>;
  /** Task types that there are, in order. */
  types: readonly number[];
  rows: readonly Pick<BroadcastLive, 'id' | 'name'>[];
}

const everyMs = 250;
/** Silence becomes a fault by time alone. */
const tickMs = 1000;

export function summaryOf(rows: readonly BroadcastLive[], now: number): TaskSummary {
  const states = { no_sound: 0, playing: 0, paused: 0, waiting: 0 };
  for (const row of rows) states[taskState(row, now)] += 1;
  const types = [...new Set(rows.map((row) => row.task_type))].sort((a, b) => a - b);
  return { all: rows.length, states, types, rows };
}
const nothing = summaryOf([], 0);

/** What is on the air in numbers, live. */
export function useTaskSummary(): TaskSummary {
  const { streams } = useApp();
  const clock = useSiteClock();
  const summary$ = useMemo(
    () =>
      combineLatest([
        streams.task.rows$.pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })),
        interval(tickMs).pipe(startWith(0)),
      ]).pipe(map(([rows]) => summaryOf(rows, clock.now()))),
    [streams, clock],
  );
  return useObservable(summary$, nothing);
}
