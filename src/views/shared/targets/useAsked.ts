import { useEffect, useState } from 'react';
import type { ApiError } from '../../../api/error.ts';
import { overdueMs } from '../../../machines/requests.ts';
import { useSiteClock } from '../../app/AppContext.tsx';

/**
 * Result of a dry run of a form. `incomplete`: the form has an error, so the server was not asked. `known`:
 * the last response; `old` is its time, epoch ms, while the server does not respond, else null.
 */
export type Asked<Run> =
  | { kind: 'incomplete' }
  | { kind: 'asking' }
  | { kind: 'known'; run: Run; old: number | null }
  | { kind: 'refused'; reason: string };

/** Tells whether the server gave no answer: no connection, too many calls, or a failure of its own. */
const isNoAnswer = ({ code, network }: ApiError) =>
  network || code === 0 || code === 429 || (code >= 500 && code < 600);

const incomplete = { kind: 'incomplete' } as const;

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
    /** Time of the last response, epoch ms. */
    let answeredAt: number | null = null;
    /** Marks a response that is old or belongs to another body. */
    const age = () => {
      const old = answeredAt;
      setState((now) => (now.kind !== 'known' ? now : old === null ? { kind: 'asking' } : { ...now, old }));
    };
    const once = async () => {
      late = setTimeout(age, overdueMs);
      try {
        const run = await ask(JSON.parse(body), abort.signal);
        if (abort.signal.aborted) return;
        answeredAt = clock.now();
        setState({ kind: 'known', run, old: null });
      } catch (error) {
        if (abort.signal.aborted) return;
        if (answeredAt !== null && isNoAnswer(error as ApiError)) age();
        else {
          answeredAt = null;
          setState({ kind: 'refused', reason: (error as ApiError).message });
        }
      } finally {
        clearTimeout(late);
      }
      timer = setTimeout(once, againMs);
    };
    setState((old) => (old.kind === 'known' ? old : { kind: 'asking' }));
    timer = setTimeout(once, settleMs);
    return () => {
      clearTimeout(timer);
      clearTimeout(late);
      abort.abort();
    };
  }, [ask, body, settleMs, againMs, clock]);
  return state;
}
