import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type {
  RelayForm,
  RelayOverview,
  RelayPeople,
  RelayToken,
} from '../../../../contract/entities/site/relay.ts';
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
  async function changed(request: Promise<RelayOverview>): Promise<void> {
    const now = await request;
    // A request sent before would bring back the old state.
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData(key, now);
  }
  return {
    query,
    createToken: (form: RelayForm) => api.post<RelayToken>('/v1/relay/token', form, { quiet: true }),
    async withdraw(id: number): Promise<void> {
      await changed(api.delete<RelayOverview>(`/v1/relay/${id}`, undefined, { quiet: true }));
      messages.add('done', t('relay.withdrawn'));
    },
    clearAside: (id: number) =>
      changed(api.delete<RelayOverview>(`/v1/relay/${id}/aside`, undefined, { quiet: true })),
    savePeople: (id: number, people: RelayPeople) =>
      changed(api.put<RelayOverview>(`/v1/relay/${id}/people`, people, { quiet: true })),
  };
}
