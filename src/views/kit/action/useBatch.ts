import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchResult } from '../../../../contract/api/envelope.ts';
import type { CallOptions, Query } from '../../../api/client.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { useMessages } from '../messages/MessagesContext.tsx';
import { clockTime } from '../time/clockTime.ts';
import type { BatchOutcome } from './BatchResult.tsx';

/** The batch call of `createCrud`. */
export interface BatchCall {
  batch(ids: readonly number[], action: string, more?: Query, options?: CallOptions): Promise<BatchResult>;
}

/** Outcome of the last batch of a screen, as `BatchResult` takes it. */
export type BatchShown = ReturnType<typeof useBatch>['shown'];

/** A row of a batch. */
interface Item {
  id: number;
  name: string;
}

/**
 * Runs the batch actions of a screen. It reports complete success by a message, and otherwise keeps the
 * outcome for `BatchResult`, whose retry repeats only the failed items. `after` runs after every response.
 * Rejects with the `ApiError` when the server refuses the whole.
 */
export function useBatch(call: BatchCall, after: () => unknown) {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const messages = useMessages();
  const [outcome, setOutcome] = useState<BatchOutcome | undefined>();
  const names = useRef(new Map<number, string>());
  const repeat = useRef<(ids: readonly number[]) => Promise<void>>(async () => undefined);

  const run = async (label: string, action: string, items: readonly Item[], more: Query = {}) => {
    for (const item of items) names.current.set(item.id, item.name);
    repeat.current = async (ids) => {
      const { results } = await call.batch(ids, action, more, { quiet: true });
      const failed = results.filter((one) => !one.ok).length;
      const at = clockTime(clock.now(), clock.timeZone());
      setOutcome(failed === 0 ? undefined : { action: label, at, results });
      if (failed === 0 && results.length > 0)
        messages.add('done', t('kit.batchAllDone', { action: label, items: results.length }));
      await after();
    };
    await repeat.current(items.map((item) => item.id));
  };

  const shown = outcome && {
    outcome,
    nameOf: (id: number) => names.current.get(id) ?? String(id),
    onRetry: (ids: number[]) =>
      void repeat.current(ids).catch((error: Error) => messages.add('error', error.message)),
    onClose: () => setOutcome(undefined),
  };
  return { run, shown };
}
