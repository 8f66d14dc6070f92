import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { overdueMs } from '../../../machines/requests.ts';
import { useMessages } from '../messages/MessagesContext.tsx';

/**
 * For actions that must always work (stop, cancel, alarm actions): waits for the response for a limited time.
 * After that the user is told, and the button is enabled again; the request goes on. Rejects if the
 * work rejects.
 */
export function useAnswered(): (work: Promise<unknown> | undefined) => Promise<void> {
  const { t } = useTranslation();
  const messages = useMessages();
  return useCallback(
    async (work) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(true), overdueMs);
      });
      try {
        const isLate = await Promise.race([Promise.resolve(work).then(() => false), late]);
        if (isLate) messages.add('warning', t('common.noAnswerYet'));
      } finally {
        clearTimeout(timer);
      }
    },
    [t, messages],
  );
}
