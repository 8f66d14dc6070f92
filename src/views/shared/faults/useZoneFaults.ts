import { useMemo } from 'react';
import { throttleTime } from 'rxjs';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import type { Zone } from '../../kit/tree/zones.ts';

/** Number of open faults of each zone that has any, with those of the zones below it. */
export function faultsByZone(
  zones: readonly Pick<Zone, 'id' | 'parent_id'>[],
  faults: readonly Pick<Fault, 'org'>[],
): ReadonlyMap<number, number> {
  const parents = new Map(zones.map(({ id, parent_id }) => [id, parent_id]));
  const counts = new Map<number, number>();
  for (const { org } of faults)
    for (let zone = org; zone !== null && parents.has(zone); zone = parents.get(zone) ?? null)
      counts.set(zone, (counts.get(zone) ?? 0) + 1);
  return counts;
}

/** Update interval, ms: enough for people, and cheap in a flood. */
const everyMs = 500;
const none: readonly Fault[] = [];

/** Open faults of each zone for the tree; undefined without the right to see faults. */
export function useZoneFaults(
  zones: readonly Pick<Zone, 'id' | 'parent_id'>[] | undefined,
): ReadonlyMap<number, number> | undefined {
  const { streams } = useApp();
  const may = usePermission();
  const faults$ = useMemo(
    () => streams.openFaults$.pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })),
    [streams],
  );
  const faults = useObservable<readonly Fault[]>(faults$, none);
  const maySee = may(['list_fault', 'menu_home_page']);
  return useMemo(() => (maySee ? faultsByZone(zones ?? [], faults) : undefined), [maySee, zones, faults]);
}
