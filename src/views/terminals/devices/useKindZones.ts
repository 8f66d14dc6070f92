import { useMemo } from 'react';
import { distinctUntilChanged, map, type Observable, throttleTime } from 'rxjs';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import { awayState } from '../../../streams/deviceState.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';

/** Update interval, as of the counts of all terminals, ms. */
const everyMs = 500;

type Count = Pick<PartitionLive, 'online' | 'offline' | 'behind_relay' | 'expected'>;
type Counts = ReadonlyMap<number, Count>;
const none: Counts = new Map();
const noTerminals: Count = { online: 0, offline: 0, behind_relay: 0, expected: 0 };

/** Counts the terminals of each zone itself: online, offline, behind a lost relay, and never connected. */
export function countByZone(
  rows: Iterable<Pick<TerminalLive, 'org' | 'online' | 'fault' | 'reason'>>,
): Counts {
  const counts = new Map<number, Count>();
  for (const row of rows) {
    if (row.org === null) continue;
    const held = counts.get(row.org) ?? { ...noTerminals };
    const state = row.online ? 'online' : awayState(row);
    held[state === 'offline_known' ? 'offline' : state] += 1;
    counts.set(row.org, held);
  }
  return counts;
}

/** Zones with the counts of their subtrees, from those of each zone itself. */
export function withCounts(zones: readonly PartitionLive[], own: Counts): PartitionLive[] {
  const byId = new Map(zones.map((zone) => [zone.id, { ...zone, ...noTerminals }]));
  for (const [id, count] of own) {
    const seen = new Set<number>();
    for (let at = byId.get(id); at !== undefined && !seen.has(at.id); at = byId.get(at.parent_id ?? 0)) {
      seen.add(at.id);
      for (const state of ['online', 'offline', 'behind_relay', 'expected'] as const)
        at[state] += count[state];
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
