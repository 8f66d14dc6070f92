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

/** Items with the parameters of the same action that give them their former values. */
export interface Former {
  ids: readonly number[];
  more: Query;
}

/**
 * Runs the batch actions of a screen. It reports complete success by a message, and keeps every outcome for
 * `BatchResult`, whose retry calls `batch` with the failed items only, and whose undo gives the others their former
 * values. `failures` is the outcome only while something has failed, for places that are not kept free for it. `after`
 * runs after every response. Rejects with the `ApiError` when the server refuses the whole.
 */
export function useBatch(call: BatchCall, after: () => unknown) {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const messages = useMessages();
  const [outcome, setOutcome] = useState<BatchOutcome | undefined>();
  const names = useRef(new Map<number, string>());
  const retry = useRef<(ids: readonly number[]) => Promise<void>>(async () => undefined);
  const undo = useRef<(() => Promise<void>) | undefined>(undefined);

  /**
   * @param whole call for the first time, where it is about more than `items`; a retry is about failed items only
   * @param former values before, for an action that can be undone
   */
  const run = async (
    label: string,
    action: string,
    items: readonly Item[],
    more: Query = {},
    whole?: () => Promise<BatchResult>,
    former: readonly Former[] = [],
  ) => {
    for (const item of items) names.current.set(item.id, item.name);
    const batch = (ids: readonly number[]) => call.batch(ids, action, more, { quiet: true });
    const changed = new Set<number>();
    const show = async (response: Promise<BatchResult>, name = label) => {
      const { results } = await response;
      const failed = results.filter((one) => !one.ok).length;
      const at = clockTime(clock.now(), clock.timeZone());
      setOutcome(results.length === 0 ? undefined : { action: name, at, results });
      if (failed === 0 && results.length > 0)
        messages.add('done', t('kit.batchAllDone', { action: name, items: results.length }));
      await after();
      return results;
    };
    const carryOut = async (response: Promise<BatchResult>) => {
      for (const { id, ok } of await show(response)) if (ok) changed.add(id);
    };
    async function giveBack(wanted: ReadonlySet<number>): Promise<BatchResult> {
      const results: BatchResult['results'] = [];
      for (const { ids, more: values } of former) {
        const due = ids.filter((id) => wanted.has(id));
        if (due.length > 0) results.push(...(await call.batch(due, action, values, { quiet: true })).results);
      }
      return { results };
    }
    async function undoAll(wanted: ReadonlySet<number>): Promise<void> {
      undo.current = undefined;
      retry.current = (ids) => undoAll(new Set(ids));
      await show(giveBack(wanted), t('kit.undone', { action: label }));
    }
    retry.current = (ids) => carryOut(batch(ids));
    undo.current = former.length === 0 ? undefined : () => undoAll(changed);
    await carryOut(whole?.() ?? batch(items.map((item) => item.id)));
  };

  const report = (work: Promise<void>) =>
    void work.catch((error: Error) => messages.add('error', error.message));
  const shown = outcome && {
    outcome,
    nameOf: (id: number) => names.current.get(id) ?? String(id),
    onRetry: (ids: number[]) => report(retry.current(ids)),
    ...(undo.current === undefined ? {} : { onUndo: () => report(undo.current?.() ?? Promise.resolve()) }),
    onClose: () => setOutcome(undefined),
  };
  return { run, shown, failures: outcome?.results.every(({ ok }) => ok) === true ? undefined : shown };
}
