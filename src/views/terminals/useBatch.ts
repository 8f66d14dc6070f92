import { useCallback, useState } from 'react';
import type { BatchResult } from '../../../contract/envelope.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import { useSiteClock } from '../app/AppContext.tsx';
import type { BatchOutcome } from '../kit/BatchResult.tsx';

interface Job {
  /** The action in words. */
  action: string;
  perform: (ids: readonly number[]) => Promise<BatchResult>;
}

/** Runs batch actions and keeps the outcome of the last one, so that what failed can be tried again. */
export function useBatch() {
  const clock = useSiteClock();
  const [state, setState] = useState<{ job: Job; outcome: BatchOutcome } | null>(null);
  const run = useCallback(
    async (ids: readonly number[], action: string, perform: Job['perform']) => {
      const { results } = await perform(ids);
      const at = formatTimestamp(clock.now() / 1000, '', clock.timeZone()).slice(11);
      setState({ job: { action, perform }, outcome: { action, at, results } });
    },
    [clock],
  );
  return {
    outcome: state?.outcome ?? null,
    run,
    retry: (ids: readonly number[]) =>
      state === null ? Promise.resolve() : run(ids, state.job.action, state.job.perform),
    close: () => setState(null),
  };
}
export type Batch = ReturnType<typeof useBatch>;
