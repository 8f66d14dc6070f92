import { useEffect, useMemo, useRef, useState } from 'react';
import { scheduledTaskForm, type TaskPreview } from '../../../contract/entities/scheduledTask.ts';
import type { ApiError } from '../../api/error.ts';
import { useApp } from '../app/AppContext.tsx';
import { taskCalls } from './calls.ts';
import { type TaskValues, taskBody } from './taskForm.ts';

/** What the server says would come of it. `incomplete`: a rule is broken yet, so it was not asked. */
export type PreviewState =
  | { kind: 'incomplete' }
  | { kind: 'asking' }
  | { kind: 'known'; run: TaskPreview }
  | { kind: 'refused'; reason: string };

/** Input settles for so long before the server is asked, ms. */
const settleMs = 400;
/** What others save meanwhile is asked for anew so often, ms. */
const againMs = 10_000;

/**
 * The dry run of what is in the form for a date (design 7): `date` empty is the day of the next run, `id` the saved
 * task that it replaces. Kept true while the form is open.
 */
export function useTaskPreview(values: TaskValues, id: number | null, date: string): PreviewState {
  const { api } = useApp();
  const calls = useMemo(() => taskCalls(api), [api]);
  const [state, setState] = useState<PreviewState>({ kind: 'incomplete' });
  // A disabled task would run nowhere: one asks what it would do.
  const task = scheduledTaskForm.safeParse({ ...taskBody(values, '-'), enabled: true });
  const body = task.success
    ? JSON.stringify({ task: task.data, ...(id === null ? {} : { id }), ...(date === '' ? {} : { date }) })
    : null;
  const latest = useRef(body);
  latest.current = body;
  useEffect(() => {
    if (body === null) {
      setState({ kind: 'incomplete' });
      return;
    }
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const run = await calls.preview(JSON.parse(body), abort.signal);
        if (latest.current === body) setState({ kind: 'known', run });
      } catch (error) {
        const { aborted, message } = error as ApiError;
        if (!aborted) setState({ kind: 'refused', reason: message });
      }
      if (!abort.signal.aborted) timer = setTimeout(ask, againMs);
    };
    setState((old) => (old.kind === 'known' ? old : { kind: 'asking' }));
    timer = setTimeout(ask, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [calls, body]);
  return state;
}
