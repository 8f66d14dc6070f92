import { useQuery } from '@tanstack/react-query';
import type { Used } from '../../../../contract/entities/sound/library.ts';
import { usedAtOnce } from '../../../../contract/entities/sound/library.ts';
import { useApp } from '../../app/AppContext.tsx';

/** Users of library items, by id, freshly fetched; undefined while loading. */
export function useUsers(path: string, ids: readonly number[]): ReadonlyMap<number, Used> | undefined {
  const { api } = useApp();
  const idList = ids.slice(0, usedAtOnce).join();
  const { data } = useQuery({
    queryKey: ['used', path, idList],
    queryFn: () => api.get<Used[]>(`/v1/${path}/used`, { ids: idList }, { quiet: true }),
    enabled: idList !== '',
    gcTime: 0,
    retry: false,
  });
  return data && new Map(data.map((one) => [one.id, one]));
}
