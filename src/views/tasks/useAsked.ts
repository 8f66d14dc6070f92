import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../api/error.ts';

/** What the server says would come of a form. `incomplete`: a rule is broken yet, so it was not asked. */
export type Asked<Run> =
  | { kind: 'incomplete' }
  | { kind: 'asking' }
  | { kind: 'known'; run: Run }
  | { kind: 'refused'; reason: string };

/**
 * Asks the server what would come of what is in a form, once input has settled, and again as others act meanwhile.
 *
 * @param body the call's body as JSON; null: something is not chosen yet @param ask keeps its identity
 * @param times ms until input has settled, and between two askings
 */
export function useAsked<Run>(
  body: string | null,
  ask: (body: object, signal: AbortSignal) => Promise<Run>,
  { settleMs, againMs }: { settleMs: number; againMs: number },
): Asked<Run> {
  const [state, setState] = useState<Asked<Run>>({ kind: 'incomplete' });
  const latest = useRef(body);
  latest.current = body;
  useEffect(() => {
    if (body === null) {
      setState({ kind: 'incomplete' });
      return;
    }
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const once = async () => {
      try {
        const run = await ask(JSON.parse(body), abort.signal);
        if (latest.current === body) setState({ kind: 'known', run });
      } catch (error) {
        const { aborted, message } = error as ApiError;
        if (!aborted) setState({ kind: 'refused', reason: message });
      }
      if (!abort.signal.aborted) timer = setTimeout(once, againMs);
    };
    setState((old) => (old.kind === 'known' ? old : { kind: 'asking' }));
    timer = setTimeout(once, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [ask, body, settleMs, againMs]);
  return state;
}
