import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { StartedTask } from '../../../../contract/entities/tasks/queuedStart.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';

/** Most terminals named that were left out. */
const NAMED = 3;

/**
 * Returns the function that reports a start: whether it waits in the queue, and which busy terminals it leaves out.
 * `done`: message of a start that is on the air; absent: that is seen anyway.
 */
export function useStartedReport(): (name: string, started: StartedTask, done?: string) => void {
  const { t } = useTranslation();
  const messages = useMessages();
  return useCallback(
    (name, { waits, left_out, left_out_count: n }, done) => {
      if (waits) messages.add('done', t('queue.waits', { name }));
      else if (done !== undefined) messages.add('done', done);
      if (n === 0) return;
      const names = left_out.slice(0, NAMED).map((one) => one.name);
      messages.add('warning', t('queue.leftOut', { n, names: names.join(t('kit.listComma')) }));
    },
    [messages, t],
  );
}
