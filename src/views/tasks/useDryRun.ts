import { useEffect, useRef, useState } from 'react';
import type { TaskDryRun } from '../../../contract/entities/broadcast.ts';
import type { ApiError } from '../../api/error.ts';
import { useApp } from '../app/AppContext.tsx';
import { type StartValues, startBody, startForm } from './startForm.ts';

/** What the server says would come of it. `incomplete`: something is not chosen yet, so it was not asked. */
export type DryRunState =
  | { kind: 'incomplete' }
  | { kind: 'asking' }
  | { kind: 'known'; run: TaskDryRun }
  | { kind: 'refused'; reason: string };

/** Input settles for so long before the server is asked, ms. */
const settleMs = 300;
/** What others start and what drops out meanwhile is asked for anew so often, ms. */
const againMs = 3000;

/** The dry run of what is in the form (design 7), kept true while the dialog is open. */
export function useDryRun(values: StartValues): DryRunState {
  const { api } = useApp();
  const [state, setState] = useState<DryRunState>({ kind: 'incomplete' });
  const named = { ...values, name: values.name.trim() || '-' };
  const body = startForm.safeParse(named).success ? JSON.stringify(startBody(named)) : null;
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
        const options = { quiet: true, signal: abort.signal };
        const run = await api.post<TaskDryRun>('/v1/task/dry_run', JSON.parse(body), options);
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
  }, [api, body]);
  return state;
}
