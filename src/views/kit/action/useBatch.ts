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
 * outcome for `BatchResult`, whose retry calls `batch` with the failed items only. `after` runs after every response.
 * Rejects with the `ApiError` when the server refuses the whole.
 */
export function useBatch(call: BatchCall, after: () => unknown) {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const messages = useMessages();
  const [outcome, setOutcome] = useState<BatchOutcome | undefined>();
  const names = useRef(new Map<number, string>());
  const retry = useRef<(ids: readonly number[]) => Promise<void>>(async () => undefined);

  /** @param whole call for the first time, where it is about more than `items`; a retry is about failed items only */
  const run = async (
    label: string,
    action: string,
    items: readonly Item[],
    more: Query = {},
    whole?: () => Promise<BatchResult>,
  ) => {
    for (const item of items) names.current.set(item.id, item.name);
    const batch = (ids: readonly number[]) => call.batch(ids, action, more, { quiet: true });
    const show = async (response: Promise<BatchResult>) => {
      const { results } = await response;
      const failed = results.filter((one) => !one.ok).length;
      const at = clockTime(clock.now(), clock.timeZone());
      setOutcome(failed === 0 ? undefined : { action: label, at, results });
      if (failed === 0 && results.length > 0)
        messages.add('done', t('kit.batchAllDone', { action: label, items: results.length }));
      await after();
    };
    retry.current = (ids) => show(batch(ids));
    await show(whole?.() ?? batch(items.map((item) => item.id)));
  };

  const shown = outcome && {
    outcome,
    nameOf: (id: number) => names.current.get(id) ?? String(id),
    onRetry: (ids: number[]) =>
      void retry.current(ids).catch((error: Error) => messages.add('error', error.message)),
    onClose: () => setOutcome(undefined),
  };
  return { run, shown };
}
