import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { debounceTime, filter, merge } from 'rxjs';
import { useApp } from '../../../app/AppContext.tsx';
import { taskCalls } from '../../../shared/tasks/calls.ts';
import type { Span } from './scale.ts';
import { timedRuns } from './zoneRuns.ts';

/** Delay after a change before the runs are fetched again, ms. */
const debounceMs = 1500;

/** Loads the runs of a span, again when tasks or plans change. */
export function useTimeline(span: Span, filters: { org?: number; plan_id?: number }) {
  const { api, streams } = useApp();
  const queries = useQueryClient();
  const query = { ...span, ...filters };
  const { data, error, isFetching } = useQuery({
    queryKey: ['timeline', query],
    queryFn: () => taskCalls(api).timeline(query),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    const changed = merge(streams.scheduledTask.changes$, streams.plan.changes$)
      .pipe(
        filter((event) => event.kind === 'delta'),
        debounceTime(debounceMs),
      )
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['timeline'] }));
    return () => changed.unsubscribe();
  }, [streams, queries]);
  const runs = useMemo(() => (data === undefined ? undefined : timedRuns(data.runs)), [data]);
  return { runs, truncated: data?.truncated === true, error, isFetching };
}
