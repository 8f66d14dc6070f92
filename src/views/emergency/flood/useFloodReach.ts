import { useEffect, useMemo, useState } from 'react';
import { throttleTime } from 'rxjs';
import type { FloodReach } from '../../../streams/floodPlans.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useNamedRows } from '../../kit/rows/useNamedRows.ts';
import { ancestors } from '../../kit/tree/zones.ts';
import { useZones } from '../../shared/zones/useZones.ts';

/** Refresh interval of the groups of loudspeakers, which change seldom, ms. */
const everyMs = 5000;

/** Targets of the linkage tasks of the plans; undefined while loading, and while not asked for. */
export function useFloodReach(isEnabled: boolean): FloodReach | undefined {
  const { streams } = useApp();
  const tasks = useNamedRows(streams.linkageTask);
  const zones = useZones();
  const [groups, setGroups] = useState<ReadonlyMap<number, readonly number[]>>();
  useEffect(() => {
    if (!isEnabled) return;
    const read = () =>
      setGroups(new Map(streams.device.filter(() => true).map((row) => [row.id, row.groups])));
    const held = streams.device.changes$
      .pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true }))
      .subscribe(read);
    return () => held.unsubscribe();
  }, [isEnabled, streams]);
  return useMemo(() => {
    if (!isEnabled || tasks === undefined || zones === undefined) return undefined;
    const over = new Map<number, ReadonlySet<number>>();
    return {
      tasks,
      zonesOver(org) {
        const known = over.get(org) ?? new Set([org, ...ancestors(zones, org)]);
        over.set(org, known);
        return known;
      },
      groupsOf: (terminal) => groups?.get(terminal) ?? [],
    };
  }, [isEnabled, tasks, zones, groups]);
}
