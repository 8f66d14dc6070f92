import { useTranslation } from 'react-i18next';
import { useMessages } from '../messages/MessagesContext.tsx';

/**
 * Returns the function that copies a text and confirms it with a message. Without a clipboard (plain HTTP) it shows the
 * text instead.
 */
export function useCopy(): (text: string, done?: string) => Promise<void> {
  const { t } = useTranslation();
  const messages = useMessages();
  return async (text, done = t('kit.copied', { text })) => {
    try {
      await navigator.clipboard.writeText(text);
      messages.add('done', done);
    } catch {
      messages.add('info', text);
    }
  };
}
