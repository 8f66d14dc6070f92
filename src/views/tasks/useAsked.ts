import { useEffect, useState } from 'react';
import type { ApiError } from '../../api/error.ts';
import { overdueMs } from '../../machines/requests.ts';
import { useSiteClock } from '../app/AppContext.tsx';

/**
 * Result of a dry run of a form. `incomplete`: a rule is broken yet, so the server was not asked. `known`: its last
 * answer; `old` is the time of that answer, epoch ms, while the server does not answer any more, else null.
 */
export type Asked<Run> =
  | { kind: 'incomplete' }
  | { kind: 'asking' }
  | { kind: 'known'; run: Run; old: number | null }
  | { kind: 'refused'; reason: string };

/** No word of the server on what was asked: no link, too many calls, or a failure of its own. */
const isNoAnswer = ({ code, network }: ApiError) =>
  network || code === 0 || code === 429 || (code >= 500 && code < 600);

const incomplete = { kind: 'incomplete' } as const;

/**
 * Asks the server what would come of what is in a form, once input has settled, and again as others act meanwhile. An
 * answer stays when a later call of the same has none, or none in time; it is marked as not fresh then.
 *
 * @param body the call's body as JSON; null: something is not chosen yet @param ask keeps its identity
 * @param times ms until input has settled, and between two askings
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
    /** When this was answered last, epoch ms. */
    let answeredAt: number | null = null;
    /** The answer shown is not fresh, or belongs to another question. */
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
