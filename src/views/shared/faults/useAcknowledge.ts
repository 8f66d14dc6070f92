import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchResult } from '../../../../contract/api/envelope.ts';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import type { CallOptions } from '../../../api/client.ts';
import { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import { type BatchCall, useBatch } from '../../kit/action/useBatch.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { faultText } from './faultColumns.ts';

/** Batch calls of faults; an acknowledgement waits for a lost link (docs/rules/live.md#a-lost-link). */
export function useFaultCalls(): BatchCall {
  const { api, outbox } = useApp();
  return useMemo(
    () => ({
      async batch(ids, action, more = {}, options = {}) {
        const send = (limits: CallOptions) =>
          api.post<BatchResult>('/v1/fault/batch', { ids, action, ...more }, { ...options, ...limits });
        if (action !== 'acknowledge') return send({});
        return (await outbox.acknowledge(`faults ${ids.join(' ')}`, send)) ?? { results: [] };
      },
    }),
    [api, outbox],
  );
}

/** Acknowledges one fault; a refusal is told as a message. */
export function useAcknowledgeFault(): (id: number) => Promise<void> {
  const { api, outbox } = useApp();
  const messages = useMessages();
  return async (id) => {
    try {
      await outbox.acknowledge(`fault ${id}`, (options) =>
        api.post(`/v1/fault/${id}/acknowledge`, {}, options),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.aborted) messages.add('error', error.message);
    }
  };
}

/** Acknowledges faults in one action; failures are in `shown`, for `BatchResult`. */
export function useAcknowledge() {
  const { t } = useTranslation();
  const calls = useFaultCalls();
  const { run, failures } = useBatch(calls, () => undefined);
  return {
    shown: failures,
    run: (faults: readonly Fault[]) =>
      run(
        t('shell.acknowledge'),
        'acknowledge',
        faults.map((fault) => ({ id: fault.id, name: faultText(t, fault) })),
      ),
  };
}
/** Tells whether a fault can be acknowledged: it is new, and stored. */
export const waits = ({ state, id }: Pick<Fault, 'state' | 'id'>) => state === 'new' && id > 0;
