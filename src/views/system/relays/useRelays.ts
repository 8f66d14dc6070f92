import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RelayForm, RelayOverview, RelayToken } from '../../../../contract/entities/site/relay.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';

/** Refresh interval, ms: a relay reports each second. */
const EVERY_MS = 2_000;
const key = ['relays'];

/** States of the relays and the actions on them. */
export function useRelays() {
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: () => api.get<RelayOverview>('/v1/relay', undefined, { quiet: true }),
    refetchInterval: EVERY_MS,
  });
  async function changed(path: string): Promise<void> {
    const now = await api.delete<RelayOverview>(path, undefined, { quiet: true });
    // A request sent before would bring back the old state.
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData(key, now);
  }
  return {
    query,
    createToken: (form: RelayForm) => api.post<RelayToken>('/v1/relay/token', form, { quiet: true }),
    async withdraw(id: number): Promise<void> {
      await changed(`/v1/relay/${id}`);
      messages.add('done', t('relay.withdrawn'));
    },
    clearAside: (id: number) => changed(`/v1/relay/${id}/aside`),
  };
}
