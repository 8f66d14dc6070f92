import { useMemo } from 'react';
import type { ScheduledTaskLive } from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { Criteria } from '../../kit/rows/criteria.ts';
import { subtree, type Zone } from '../../kit/tree/zones.ts';

/**
 * Filters of the screen by their names in the address; `plan` 0: tasks of no plan; `org`: tasks that reach a
 * zone or its descendants.
 */
export const scheduleFilters = ['plan', 'validity', 'type', 'source', 'enabled', 'org'] as const;
export type ScheduleFilter = (typeof scheduleFilters)[number];

/** Filter of rows by the address; with `base` without the filter by validity, for the counters. */
export function scheduleFilter(
  criteria: Pick<Criteria, 'q' | 'filters'>,
  mode: 'all' | 'base',
  zones: readonly Zone[] = [],
) {
  const { plan, validity, type, source, enabled, org } = criteria.filters;
  const within = org ? subtree(zones, Number(org)) : null;
  const word = (criteria.q ?? '').trim().toLocaleLowerCase();
  return (row: ScheduledTaskLive): boolean =>
    (!plan || (row.plan_id ?? 0) === Number(plan)) &&
    (mode === 'base' || !validity || row.validity === validity) &&
    (!type || String(row.task_type) === type) &&
    (!source || String(row.audio_source) === source) &&
    (within === null || row.org.some((id) => within.has(id))) &&
    (!enabled || row.enabled === (enabled === 'true')) &&
    (word === '' || `${row.name}\n${row.plan_name ?? ''}`.toLocaleLowerCase().includes(word));
}

/** The same filter, memoized. */
export function useScheduleFilter(
  criteria: Criteria,
  mode: 'all' | 'base',
  zones: readonly Zone[] | undefined,
) {
  const { q, filters } = criteria;
  const key = JSON.stringify([q, ...scheduleFilters.map((name) => filters[name])]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` contains every value that the filter reads
  return useMemo(
    () => scheduleFilter({ q, filters }, mode, zones),
    [key, mode, filters.org ? zones : undefined],
  );
}
