import { useMemo } from 'react';
import { auditTime, map, shareReplay } from 'rxjs';
import type { ZoneHistory } from '../../../../contract/entities/site/history.ts';
import { type HistoryRange, zoneHistory } from '../../../streams/zoneHistory.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { comparedZones } from '../zones/zoneCounts.ts';

/** History of the compared zones; null: loading, or no zones. `range` must keep its identity. */
export function useZoneHistory(range: HistoryRange): ZoneHistory | null {
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const history$ = useMemo(() => {
    const zones$ = streams.partition.rows$.pipe(
      auditTime(500),
      map((zones) => comparedZones(zones).map(({ id }) => id)),
    );
    return zoneHistory(
      (query) => api.get<ZoneHistory>('/v1/partition/history', { ...query }, { quiet: true }),
      zones$,
      range,
      () => clock.now(),
    ).pipe(shareReplay({ bufferSize: 1, refCount: true }));
  }, [api, streams, clock, range]);
  return useObservable<ZoneHistory | null>(history$, null);
}
