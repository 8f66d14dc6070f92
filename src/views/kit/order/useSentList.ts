import { useCallback, useEffect, useRef, useState } from 'react';

/** List as it is shown, and the function that changes it. */
export interface SentList<Item> {
  list: readonly Item[];
  /** Whether changes are on the way to the server. */
  isSending: boolean;
  change: (make: (list: readonly Item[]) => readonly Item[]) => void;
}

/** Time after an answer in which the stored list follows it, by the live feed or by a new query. */
const FOLLOWS_MS = 2_000;

/**
 * Sends changes of a list in the order in which they were made, one request at a time: of two on the way the earlier
 * one could arrive last and would win. Changes made meanwhile are sent as one. The sent list is shown, and changed
 * further, until `stored` follows. A refused change returns to the stored list; `save` says why.
 *
 * The state belongs to one list: a component that shows another one later needs a `key`.
 */
export function useSentList<Item>(
  stored: readonly Item[],
  save: (list: readonly Item[]) => Promise<unknown>,
): SentList<Item> {
  const [sent, setSent] = useState<readonly Item[] | null>(null);
  const [isSending, setSending] = useState(false);
  const waiting = useRef<readonly Item[] | null>(null);
  const isBusy = useRef(false);
  const latest = useRef({ list: stored, stored, save });
  const list = sent ?? stored;
  latest.current = { list, stored, save };

  const sendAll = useCallback(async () => {
    isBusy.current = true;
    setSending(true);
    let isSettled = false;
    for (let next = waiting.current; next !== null; next = waiting.current) {
      waiting.current = null;
      const before = latest.current.stored;
      const isRefused = await latest.current.save(next).then(
        () => false,
        () => true,
      );
      isSettled = isRefused || latest.current.stored !== before;
    }
    isBusy.current = false;
    setSending(false);
    if (isSettled) setSent(null);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another stored list is what the sent one waits for
  useEffect(() => {
    if (!isBusy.current) setSent(null);
  }, [stored]);
  useEffect(() => {
    if (sent === null || isSending) return;
    const timer = setTimeout(setSent, FOLLOWS_MS, null);
    return () => clearTimeout(timer);
  }, [sent, isSending]);

  const change = useCallback(
    (make: (list: readonly Item[]) => readonly Item[]) => {
      const next = make(latest.current.list);
      latest.current.list = next;
      waiting.current = next;
      setSent(next);
      if (!isBusy.current) void sendAll();
    },
    [sendAll],
  );
  return { list, isSending, change };
}
