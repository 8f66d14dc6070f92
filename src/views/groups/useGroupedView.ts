import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type deviceGroupEntity, groupEntities } from '../../../contract/entities/group.ts';
import { useApp } from '../app/AppContext.tsx';
import type { Criteria } from '../kit/criteria.ts';
import { useRowsNow } from '../kit/list/useRowsNow.ts';
import { countStates } from '../kit/toolbar/StateCounters.tsx';
import { subtree, type Zone } from '../kit/tree/zones.ts';
import type { GroupedKind, GroupedRow } from './grouped.ts';
import { useGroups } from './useGroups.ts';

/** Ids of the members of the chosen group; undefined: none is chosen, or they are on their way. */
function useMembers<Row extends GroupedRow>(kind: GroupedKind<Row>, chosen: string | undefined) {
  const { crud } = useApp();
  const entity = groupEntities[kind.member];
  const group = useGroups(kind.member)?.find((one) => String(one.id) === chosen);
  const { data } = useQuery({
    queryKey: ['rows', entity.path, group?.id, group?.rev],
    queryFn: () => crud(entity as unknown as typeof deviceGroupEntity).get(group?.id ?? 0, { quiet: true }),
    enabled: group !== undefined,
  });
  const members = (data as Record<string, unknown> | undefined)?.[entity.members] as number[] | undefined;
  return { group, members: chosen === undefined ? undefined : members };
}

/** Which rows the address lets through; the state is left to the counters when `base` is asked for. */
export function groupedFilter<Row extends GroupedRow>(
  kind: GroupedKind<Row>,
  criteria: Pick<Criteria, 'q' | 'filters'>,
  within: ReadonlySet<number> | undefined,
  members: ReadonlySet<number> | undefined,
  part: 'all' | 'base',
): (row: Row) => boolean {
  const { state } = criteria.filters;
  const word = (criteria.q ?? '').trim().toLocaleLowerCase();
  const narrowed = Object.entries(kind.passes).flatMap(([name, passes]) => {
    const value = criteria.filters[name];
    return value ? [(row: Row) => passes(row, value)] : [];
  });
  return (row) =>
    (within === undefined || (row.org !== null && within.has(row.org))) &&
    (members === undefined || members.has(row.id)) &&
    (part === 'base' || !state || kind.stateOf(row) === state) &&
    narrowed.every((passes) => passes(row)) &&
    (word === '' || kind.text(row).join('\n').toLocaleLowerCase().includes(word));
}

/** What the address says of a grouped list, the filters that follow, and how many rows there are of each state. */
export function useGroupedView<Row extends GroupedRow>(
  kind: GroupedKind<Row>,
  { q, filters }: Criteria,
  zones: readonly Zone[] | undefined,
) {
  const { streams } = useApp();
  const org = filters.org === undefined ? undefined : Number(filters.org);
  const { group, members } = useMembers(kind, filters.group);
  // Live counts give new zones twice a second; which lie in the chosen one seldom changes.
  const zoneIds = org === undefined || zones === undefined ? undefined : [...subtree(zones, org)].join();
  const key = JSON.stringify([q, filters, zoneIds, members]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that counts
  const [filter, base] = useMemo(() => {
    const within = zoneIds === undefined ? undefined : new Set(zoneIds.split(',').map(Number));
    const ids = members === undefined ? undefined : new Set(members);
    return (['all', 'base'] as const).map((part) =>
      groupedFilter(kind, { q, filters }, within, ids, part),
    ) as [(row: Row) => boolean, (row: Row) => boolean];
  }, [kind, key]);
  const rows = useRowsNow(kind.feed(streams));
  const counts = useMemo(() => countStates(rows.filter(base), kind.stateOf), [rows, base, kind]);
  return { org, group, filter, counts };
}
