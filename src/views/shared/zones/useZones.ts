import { useMemo } from 'react';
import { throttleTime } from 'rxjs';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';

/** Update interval of the counts, ms: enough for people, and cheap when thousands connect and disconnect. */
const everyMs = 500;

/** Zones visible to the account, with live counts; undefined before the first snapshot. */
export function useZones(): readonly PartitionLive[] | undefined {
  const { streams } = useApp();
  const zones$ = useMemo(
    () => streams.partition.rows$.pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })),
    [streams],
  );
  return useObservable<readonly PartitionLive[] | undefined>(zones$, undefined);
}
