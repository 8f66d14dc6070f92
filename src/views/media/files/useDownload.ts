import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../api/error.ts';
import { soundAddress } from '../../../api/files.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { saveFrom } from '../../shared/transfer/files.ts';

/** Downloads a music file or a recording in the browser; shows the reason when that fails. */
export function useDownload(of: 'file' | 'record_file') {
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  return async (row: { id: number; name: string }): Promise<void> => {
    try {
      saveFrom(await soundAddress(api, of, row.id, 'download', { quiet: true }));
    } catch (error) {
      const { network, message } = error as ApiError;
      messages.add('error', `${row.name}: ${network ? t('media.unableToDownload') : message}`);
    }
  };
}
