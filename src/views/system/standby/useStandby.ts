import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PairOverview, PairToken } from '../../../../contract/entities/site/pair.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';

/** Refresh interval, ms: the standby reports each second. */
const EVERY_MS = 1_000;
const key = ['pair'];

/** State of the standby server and the actions on it. */
export function useStandby() {
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: () => api.get<PairOverview>('/v1/pair', undefined, { quiet: true }),
    refetchInterval: EVERY_MS,
  });
  async function remove(path: `/v1/pair${string}`, text: string): Promise<void> {
    const now = await api.delete<PairOverview>(path, undefined, { quiet: true });
    // A request sent before would bring back the old state.
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData(key, now);
    messages.add('done', t(text));
  }
  return {
    query,
    createToken: () => api.post<PairToken>('/v1/pair/token', {}),
    remove: () => remove('/v1/pair', 'standby.removed'),
    dismissSplit: () => remove('/v1/pair/split', 'standby.split.dismissed'),
    removeWitness: () => remove('/v1/pair/witness', 'standby.witnessRemoved'),
  };
}
