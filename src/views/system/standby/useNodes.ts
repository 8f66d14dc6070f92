import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { NodesOverview } from '../../../../contract/entities/site/nodes/systemNode.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';

const EVERY_MS = 1_000;
const key = ['nodes'];

/** State of the servers on one database. */
export function useNodes() {
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: () => api.get<NodesOverview>('/v1/nodes', undefined, { quiet: true }),
    refetchInterval: EVERY_MS,
  });
  async function forget(): Promise<void> {
    const now = await api.delete<NodesOverview>('/v1/nodes/lost', undefined, { quiet: true });
    // A request sent before would bring back the old state.
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData(key, now);
    messages.add('done', t('nodes.forgotten'));
  }
  return { query, forget };
}
