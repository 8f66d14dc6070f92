import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { auditTime, filter } from 'rxjs';
import type { Run } from '../../../../contract/entities/tasks/scheduledTask.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { taskCalls } from './calls.ts';

/** Delay after a change of tasks, ms: switching a plan on changes many, which are fetched once. */
const debounceMs = 1000;

/** Next runs of all tasks, fetched again when one has begun and when tasks change; undefined: loading. */
export function useNextRuns(count: number): Run[] | undefined {
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const key = useMemo(() => ['next_run', count], [count]);
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => taskCalls(api).next(count),
    // The first run is over when its time has come.
    refetchInterval: ({ state }) => untilNext(state.data, clock.now() / 1000),
  });
  useEffect(() => {
    const changed = streams.scheduledTask.changes$
      .pipe(
        filter((event) => event.kind === 'delta'),
        auditTime(debounceMs),
      )
      .subscribe(() => void queries.invalidateQueries({ queryKey: key }));
    return () => changed.unsubscribe();
  }, [streams, queries, key]);
  return data;
}

/** Time until the first run is past the threshold, ms; between a second and a minute. */
function untilNext(runs: readonly Run[] | undefined, now: number): number {
  const first = runs?.[0];
  const wait = first === undefined ? 60 : first.start - now + 1;
  return Math.min(60, Math.max(1, wait)) * 1000;
}
