import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BackupOverview, BackupSettingsPatch } from '../../../../contract/entities/site/backup.ts';
import type { TicketValue } from '../../../../contract/entities/sound/upload.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { saveFrom } from '../../shared/transfer/files.ts';

/** Refresh interval, ms (there is no live topic of backups); shorter while one is being made. */
const EVERY_MS = 5_000;
const WORKING_MS = 1_000;
const key = ['backup'];

/** Backups of the server and the actions on them; each response holds the current list. */
export function useBackups() {
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: () => api.get<BackupOverview>('/v1/backup', undefined, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.job == null ? EVERY_MS : WORKING_MS),
  });
  async function take(answer: Promise<BackupOverview>, text: string): Promise<BackupOverview> {
    const now = await answer;
    // A request sent before would bring back the old state.
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData(key, now);
    messages.add('done', t(text));
    return now;
  }
  /** After a refusal or a lost answer the state of the server is unknown: reloads the list. */
  const onError = () => void queries.invalidateQueries({ queryKey: key });
  return {
    query,
    save: async (changed: BackupSettingsPatch) => {
      const answer = api.patch<BackupOverview>('/v1/backup/settings', changed, { quiet: true });
      return (await take(answer, 'backup.saved')).settings;
    },
    start: () => take(api.post<BackupOverview>('/v1/backup', {}, { onError }), 'backup.started'),
    startTrial: (name: string) =>
      take(api.post<BackupOverview>(`/v1/backup/${name}/trial`, {}, { onError }), 'backup.trialStarted'),
    download: async (name: string) =>
      saveFrom((await api.post<TicketValue>(`/v1/backup/${name}/ticket`, {})).url),
    remove: (name: string) =>
      take(api.delete<BackupOverview>(`/v1/backup/${name}`, undefined, { quiet: true }), 'backup.deleted'),
  };
}
