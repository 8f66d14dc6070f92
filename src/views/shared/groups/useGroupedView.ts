import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type deviceGroupEntity, groupEntities } from '../../../../contract/entities/terminals/group.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useRowsNow } from '../../kit/list/useRowsNow.ts';
import type { Criteria } from '../../kit/rows/criteria.ts';
import { countStates } from '../../kit/toolbar/StateCounters.tsx';
import { subtree, type Zone } from '../../kit/tree/zones.ts';
import type { GroupedKind, GroupedRow } from './grouped.ts';
import { useGroups } from './useGroups.ts';

/** Ids of the members of the selected group; undefined: none is selected, or they are loading. */
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

/** Filter of rows by the address; with `base` without the filter by state, for the counters. */
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

/** Criteria of a grouped list from the address, the filters from them, and the number of rows per state. */
export function useGroupedView<Row extends GroupedRow>(
  kind: GroupedKind<Row>,
  { q, filters }: Criteria,
  zones: readonly Zone[] | undefined,
) {
  const { streams } = useApp();
  const org = filters.org === undefined ? undefined : Number(filters.org);
  const { group, members } = useMembers(kind, filters.group);
  // Live counts update the zones twice a second; the zones below the selected one seldom change.
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
