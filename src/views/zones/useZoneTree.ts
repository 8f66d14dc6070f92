import { useMemo } from 'react';
import { map, throttleTime } from 'rxjs';
import { useApp } from '../app/AppContext.tsx';
import { useObservable } from '../kit/useObservable.ts';
import { buildZoneTree, type ZoneTree } from './zoneTree.ts';

/** Counts are looked at by people: twice a second is live, and costs little when thousands come and go. */
const everyMs = 500;

/** The zone tree with its live counts; undefined until the first snapshot. */
export function useZoneTree(): ZoneTree | undefined {
  const { streams } = useApp();
  const tree$ = useMemo(
    () =>
      streams.partition.rows$.pipe(
        throttleTime(everyMs, undefined, { leading: true, trailing: true }),
        map(buildZoneTree),
      ),
    [streams],
  );
  return useObservable<ZoneTree | undefined>(tree$, undefined);
}
