import { useMemo } from 'react';
import { auditTime, distinctUntilChanged, map, merge, take } from 'rxjs';
import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { countByState } from '../../shared/terminals/deviceFilter.ts';
import type { CounterKey } from '../../shared/terminals/deviceStatus.ts';

/** Update interval of the counters, ms. */
const everyMs = 250;

/** Counts of the device feed, at a low rate. */
export interface DeviceSummary {
  counts: Record<CounterKey, number>;
  /** Values to filter by. */
  versions: readonly string[];
  roles: readonly number[];
  tasks: readonly { id: number; name: string }[];
}

const names = new Intl.Collator(undefined, { numeric: true });

/** Counts the rows that pass the base filter, and collects the values of all rows. */
export function summarise(
  rows: readonly DeviceLive[],
  base: ((row: DeviceLive) => boolean) | undefined,
): DeviceSummary {
  const versions = new Set<string>();
  const roles = new Set<number>();
  const tasks = new Map<number, string>();
  for (const row of rows) {
    if (row.client_version !== '') versions.add(row.client_version);
    roles.add(row.role);
    if (row.task_id !== null) tasks.set(row.task_id, row.tasks);
  }
  return {
    counts: countByState(rows, base),
    versions: [...versions].sort(names.compare),
    roles: [...roles].sort((a, b) => a - b),
    tasks: [...tasks].map(([id, name]) => ({ id, name })).sort((a, b) => names.compare(a.name, b.name)),
  };
}

/** The summary as state; undefined before the first snapshot. Renders only when a figure changed. */
export function useDeviceSummary(
  base: ((row: DeviceLive) => boolean) | undefined,
): DeviceSummary | undefined {
  const { streams } = useApp();
  const summary$ = useMemo(() => {
    const { rows$ } = streams.device;
    return merge(rows$.pipe(take(1)), rows$.pipe(auditTime(everyMs))).pipe(
      map((rows) => summarise(rows, base)),
      distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
    );
  }, [streams, base]);
  return useObservable<DeviceSummary | undefined>(summary$, undefined);
}
