import { useMemo } from 'react';
import { distinctUntilChanged, map, type Observable, throttleTime } from 'rxjs';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';

/** Update interval, as of the counts of all terminals, ms. */
const everyMs = 500;

type Count = Pick<PartitionLive, 'online' | 'offline' | 'expected'>;
type Counts = ReadonlyMap<number, Count>;
const none: Counts = new Map();

/** Counts the terminals of each zone itself: online, offline, and never connected. */
export function countByZone(
  rows: Iterable<Pick<TerminalLive, 'org' | 'online' | 'last_login_time'>>,
): Counts {
  const counts = new Map<number, Count>();
  for (const { org, online, last_login_time } of rows) {
    if (org === null) continue;
    const held = counts.get(org) ?? { online: 0, offline: 0, expected: 0 };
    if (online) held.online += 1;
    else if (last_login_time === null) held.expected += 1;
    else held.offline += 1;
    counts.set(org, held);
  }
  return counts;
}

/** Zones with the counts of their subtrees, from those of each zone itself. */
export function withCounts(zones: readonly PartitionLive[], own: Counts): PartitionLive[] {
  const byId = new Map(zones.map((zone) => [zone.id, { ...zone, online: 0, offline: 0, expected: 0 }]));
  for (const [id, { online, offline, expected }] of own) {
    const seen = new Set<number>();
    for (let at = byId.get(id); at !== undefined && !seen.has(at.id); at = byId.get(at.parent_id ?? 0)) {
      seen.add(at.id);
      at.online += online;
      at.offline += offline;
      at.expected += expected;
    }
  }
  return [...byId.values()];
}

/** Zones beside the grid of one kind, with counts of that kind. */
export function useKindZones(
  kind: TerminalKind,
  zones: readonly PartitionLive[] | undefined,
): readonly PartitionLive[] | undefined {
  const { streams } = useApp();
  const counts$ = useMemo(() => {
    const rows$: Observable<TerminalLive[]> = (kind === 'device' ? streams.device : streams.terminals[kind])
      .rows$;
    return rows$.pipe(
      throttleTime(everyMs, undefined, { leading: true, trailing: true }),
      map((rows) => countByZone(rows)),
      distinctUntilChanged((a, b) => JSON.stringify([...a]) === JSON.stringify([...b])),
    );
  }, [streams, kind]);
  const counts = useObservable<Counts>(counts$, none);
  return useMemo(() => zones && withCounts(zones, counts), [zones, counts]);
}
