import { useTranslation } from 'react-i18next';
import { messageText } from '../../../../contract/api/errors.ts';
import type { BackupOverview } from '../../../../contract/entities/site/backup.ts';
import { useLanguage } from '../../app/useLanguage.ts';
import { useStaleReason } from '../../app/useStaleReason.ts';

/** Returns why no backup can be started now. */
export function useBusyReason({ job, settings, place_reason }: BackupOverview): string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  const stale = useStaleReason();
  if (stale !== undefined) return stale;
  if (settings.folder === '') return messageText('backup.notSetUp', language);
  if (job !== null) return messageText('backup.busy', language);
  return place_reason === null ? undefined : t(`backup.reason.${place_reason}`);
}
