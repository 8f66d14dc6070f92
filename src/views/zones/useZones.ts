import { useMemo } from 'react';
import { throttleTime } from 'rxjs';
import type { PartitionLive } from '../../../contract/entities/partition.ts';
import { useApp } from '../app/AppContext.tsx';
import { useObservable } from '../kit/useObservable.ts';

/** Counts are looked at by people: twice a second is live, and costs little when thousands come and go. */
const everyMs = 500;

/** The zones that the account sees, with their live counts; undefined until the first snapshot. */
export function useZones(): readonly PartitionLive[] | undefined {
  const { streams } = useApp();
  const zones$ = useMemo(
    () => streams.partition.rows$.pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })),
    [streams],
  );
  return useObservable<readonly PartitionLive[] | undefined>(zones$, undefined);
}
