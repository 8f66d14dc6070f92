import { useTranslation } from 'react-i18next';
import type { BatchResult } from '../../../../contract/api/envelope.ts';
import type { StopAllResult } from '../../../../contract/entities/tasks/broadcast.ts';
import type { StartedTask } from '../../../../contract/entities/tasks/queuedStart.ts';
import type { Method } from '../../../api/client.ts';
import type { Unsent } from '../../../machines/outbox.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { useStartedReport } from '../../shared/queue/useStartedReport.ts';
import { unsentText } from './unsentWords.ts';

/** Response to any request that asks: that of a start, or a result per object. */
type Answered = Partial<StartedTask & BatchResult & StopAllResult> | null;

/**
 * Returns the function that sends a held request again, as it was, and says what came of it. The API client gives
 * it the idempotency key of its first press where it would otherwise begin something twice.
 */
export function useSendAgain(): (unsent: Unsent) => Promise<void> {
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const report = useStartedReport();
  return async ({ request, what, name }) => {
    const { method, path, body } = request;
    const answer = (await api.whole<Answered>(method as Method, path, body)).value;
    const failed = answer?.results?.filter(({ ok }) => !ok) ?? [];
    const [first] = failed;
    const text = unsentText(t, what, name);
    if (first !== undefined)
      messages.add('error', t('unsent.failed', { what: text, n: failed.length, reason: first.message }));
    else if (answer?.waits !== undefined)
      report(name, answer as StartedTask, t('unsent.sent', { what: text }));
    else messages.add('done', t('unsent.sent', { what: text }));
  };
}
