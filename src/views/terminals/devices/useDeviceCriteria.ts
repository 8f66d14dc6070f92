import { useMemo } from 'react';
import type { ListState } from '../../kit/list/useListState.ts';
import { subtree, type Zone } from '../../kit/tree/zones.ts';
import { baseFilter, type DeviceCriteria, withState } from '../../shared/terminals/deviceFilter.ts';

/** Abnormal first, then by name. */
export const defaultSort = 'state';

/** Criteria of the device grid from the address, and the memoized filters from them. */
export function useDeviceCriteria(
  zones: readonly Zone[] | undefined,
  { criteria, change }: Pick<ListState<unknown>, 'criteria' | 'change'>,
) {
  const { org, group, state, role, version, task, more } = criteria.filters;
  const { q } = criteria;
  const orgId = org === undefined ? undefined : Number(org);
  // Live counts update the zones twice a second; the zones below the selected one seldom change.
  const zoneIds = orgId === undefined || zones === undefined ? undefined : [...subtree(zones, orgId)].join();
  const base = useMemo(() => {
    const within = zoneIds === undefined ? undefined : new Set(zoneIds.split(',').map(Number));
    const narrowed: DeviceCriteria = { q, group, role, version, task, more };
    return baseFilter(narrowed, within);
  }, [q, group, role, version, task, more, zoneIds]);
  const filter = useMemo(() => withState(base, state), [base, state]);
  return {
    q,
    org: orgId,
    group,
    state,
    role,
    version,
    task,
    more,
    base,
    filter,
    change,
  };
}
export type DeviceView = ReturnType<typeof useDeviceCriteria>;
