import { useMemo } from 'react';
import { distinctUntilChanged, throttleTime } from 'rxjs';
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

const counts: ReadonlySet<string> = new Set(['online', 'offline', 'behind_relay', 'expected']);

function isSamePlace(a: PartitionLive, b: PartitionLive | undefined): boolean {
  return (
    b !== undefined &&
    Object.entries(a).every(([key, value]) => counts.has(key) || value === b[key as keyof PartitionLive])
  );
}

/** Zones visible to the account, whose counts are not kept up: renders only when zones change in themselves. */
export function useZonePlaces(): readonly PartitionLive[] | undefined {
  const { streams } = useApp();
  const zones$ = useMemo(
    () =>
      streams.partition.rows$.pipe(
        throttleTime(everyMs, undefined, { leading: true, trailing: true }),
        distinctUntilChanged(
          (a, b) => a.length === b.length && a.every((zone, i) => isSamePlace(zone, b[i])),
        ),
      ),
    [streams],
  );
  return useObservable<readonly PartitionLive[] | undefined>(zones$, undefined);
}
