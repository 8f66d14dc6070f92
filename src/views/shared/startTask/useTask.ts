import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { z } from 'zod';
import type { BroadcastLive, taskDetail } from '../../../../contract/entities/tasks/broadcast.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { isSettling, settleEveryMs } from './settling.ts';

export type TaskDetail = z.output<typeof taskDetail>;

/**
 * Loads one task: its live row while it runs, and its stored facts. These are fetched again when the position
 * data change (another list, another item), and after its end until the proof is complete (`isChanging`).
 */
export function useTask(id: number) {
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const row$ = useMemo(() => streams.task.row$(id), [streams, id]);
  const live = useObservable<BroadcastLive | undefined>(row$, streams.task.get(id));
  const { data, error } = useQuery({
    queryKey: ['task', id],
    queryFn: () => api.get<TaskDetail>(`/v1/task/${id}`, undefined, { quiet: true }),
    refetchInterval: ({ state }) =>
      live === undefined && state.data !== undefined && isSettling(state.data.ended_at, clock.now())
        ? settleEveryMs
        : false,
  });
  const isChanging = live !== undefined || (data !== undefined && isSettling(data.ended_at, clock.now()));
  const changes = live === undefined ? 'ended' : `${live.anchor_at} ${live.item_count} ${live.state}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another play state is the reason to ask again
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['task', id] });
  }, [queries, id, changes]);
  return { live, detail: data, error, isChanging };
}
