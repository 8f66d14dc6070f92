import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '../../app/AppContext.tsx';

/**
 * Names of rows by their ids, if visible to the account, in a cache shared with choices and lists of files.
 * `path`: the entity's, under `/v1`.
 */
export function useNames() {
  const { api } = useApp();
  const queries = useQueryClient();
  return {
    /** Returns the name, or `#7` where it is unknown. */
    nameOf: (path: string, id: number) =>
      queries.getQueryData<{ name: string }>([path, id])?.name ?? `#${id}`,
    /** Fetches names that are not known yet. */
    async learn(path: string, ids: readonly unknown[]): Promise<void> {
      const wanted = new Set(ids.filter((id): id is number => typeof id === 'number'));
      const load = (id: number) =>
        queries.ensureQueryData({
          queryKey: [path, id],
          queryFn: () => api.get<{ name: string }>(`/v1/${path}/${id}`, undefined, { quiet: true }),
        });
      await Promise.allSettled([...wanted].map(load));
    },
  };
}
