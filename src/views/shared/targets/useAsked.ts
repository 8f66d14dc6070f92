import { useEffect, useState } from 'react';
import type { ApiError } from '../../../api/error.ts';
import { overdueMs } from '../../../machines/requests.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { type Asked, askedOf } from './asked.ts';

/** Tells whether the server gave no answer: no connection, too many calls, or a failure of its own. */
const isNoAnswer = ({ code, network }: ApiError) =>
  network || code === 0 || code === 429 || (code >= 500 && code < 600);

const incomplete = askedOf<never>({ kind: 'incomplete' });
const asking = askedOf<never>({ kind: 'asking' });

const hasRun = ({ kind }: Asked<unknown>) => kind === 'known' || kind === 'old';

/**
 * Fetches the preview of a form after a pause in the input, and again at intervals, because others act
 * meanwhile. A response is kept when a later call for the same body fails or times out; it is then marked as
 * old.
 *
 * @param body of the call as JSON; null: something is not chosen yet @param ask keeps its identity
 * @param times ms of the pause in the input, and of the interval
 */
export function useAsked<Run>(
  body: string | null,
  ask: (body: object, signal: AbortSignal) => Promise<Run>,
  { settleMs, againMs }: { settleMs: number; againMs: number },
): Asked<Run> {
  const clock = useSiteClock();
  const [state, setState] = useState<Asked<Run>>(incomplete);
  useEffect(() => {
    if (body === null) {
      setState(incomplete);
      return;
    }
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let late: ReturnType<typeof setTimeout>;
    /** Last response for this body; `at` is its time, epoch ms. */
    let answered: { run: Run; at: number } | null = null;
    /** Marks the response as old, and removes one that belongs to another body. */
    const age = () => {
      const last = answered;
      setState((now) => {
        if (last !== null) return askedOf({ kind: 'old', ...last });
        return hasRun(now) ? asking : now;
      });
    };
    const once = async () => {
      late = setTimeout(age, overdueMs);
      try {
        const run = await ask(JSON.parse(body), abort.signal);
        if (abort.signal.aborted) return;
        answered = { run, at: clock.now() };
        setState(askedOf({ kind: 'known', run }));
      } catch (error) {
        if (abort.signal.aborted) return;
        if (answered !== null && isNoAnswer(error as ApiError)) age();
        else {
          answered = null;
          setState(askedOf({ kind: 'refused', reason: (error as ApiError).message }));
        }
      } finally {
        clearTimeout(late);
      }
      timer = setTimeout(once, againMs);
    };
    setState((now) => (hasRun(now) ? now : asking));
    timer = setTimeout(once, settleMs);
    return () => {
      clearTimeout(timer);
      clearTimeout(late);
      abort.abort();
    };
  }, [ask, body, settleMs, againMs, clock]);
  return state;
}
