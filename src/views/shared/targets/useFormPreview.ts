import { useEffect, useState } from 'react';
import type { ApiError } from '../../../api/error.ts';
import { overdueMs } from '../../../machines/requests.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { type FormPreview, formPreviewOf } from './formPreview.ts';

/** Tells whether the server gave no answer: no connection, too many calls, or a failure of its own. */
const isNoAnswer = ({ code, network }: ApiError) =>
  network || code === 0 || code === 429 || (code >= 500 && code < 600);

const incomplete = formPreviewOf<never>({ kind: 'incomplete' });
const loading = formPreviewOf<never>({ kind: 'loading' });

const hasRun = ({ kind }: FormPreview<unknown>) => kind === 'known' || kind === 'old';

/**
 * Fetches the preview of a form after a pause in the input, and again at intervals, because others act
 * meanwhile. A response is kept when a later call for the same body fails or times out; it is then marked as
 * old.
 *
 * @param body of the call as JSON; null: something is not chosen yet @param load keeps its identity
 * @param times ms of the pause in the input, and of the interval
 */
export function useFormPreview<Run>(
  body: string | null,
  load: (body: object, signal: AbortSignal) => Promise<Run>,
  { debounceMs, refreshMs }: { debounceMs: number; refreshMs: number },
): FormPreview<Run> {
  const clock = useSiteClock();
  const [state, setState] = useState<FormPreview<Run>>(incomplete);
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
        if (last !== null) return formPreviewOf({ kind: 'old', ...last });
        return hasRun(now) ? loading : now;
      });
    };
    const once = async () => {
      late = setTimeout(age, overdueMs);
      try {
        const run = await load(JSON.parse(body), abort.signal);
        if (abort.signal.aborted) return;
        answered = { run, at: clock.now() };
        setState(formPreviewOf({ kind: 'known', run }));
      } catch (error) {
        if (abort.signal.aborted) return;
        if (answered !== null && isNoAnswer(error as ApiError)) age();
        else {
          answered = null;
          setState(formPreviewOf({ kind: 'refused', reason: (error as ApiError).message }));
        }
      } finally {
        clearTimeout(late);
      }
      timer = setTimeout(once, refreshMs);
    };
    setState((now) => (hasRun(now) ? now : loading));
    timer = setTimeout(once, debounceMs);
    return () => {
      clearTimeout(timer);
      clearTimeout(late);
      abort.abort();
    };
  }, [load, body, debounceMs, refreshMs, clock]);
  return state;
}
