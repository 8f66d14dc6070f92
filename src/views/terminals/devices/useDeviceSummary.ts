import { useMemo } from 'react';
import { auditTime, distinctUntilChanged, map, merge, type Observable, shareReplay, take } from 'rxjs';
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

/** Summaries of the device feed, for the parts of the screen that show them; the screen itself is not rendered again. */
export function useDeviceSummaries(
  base: ((row: DeviceLive) => boolean) | undefined,
): Observable<DeviceSummary> {
  const { streams } = useApp();
  return useMemo(() => {
    const { rows$ } = streams.device;
    return merge(rows$.pipe(take(1)), rows$.pipe(auditTime(everyMs))).pipe(
      map((rows) => summarise(rows, base)),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
  }, [streams, base]);
}

/**
 * Part of the summary as state; undefined before the first snapshot. Renders only when it has changed.
 *
 * @param part keep its identity between renders
 */
export function useSummaryPart<Part>(
  summaries: Observable<DeviceSummary>,
  part: (summary: DeviceSummary) => Part,
): Part | undefined {
  const part$ = useMemo(
    () =>
      summaries.pipe(
        map(part),
        distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
      ),
    [summaries, part],
  );
  return useObservable<Part | undefined>(part$, undefined);
}

/** Values of the rows to filter by. */
export const valuesOf = ({ versions, roles, tasks }: DeviceSummary) => ({ versions, roles, tasks });
export const countsOf = ({ counts }: DeviceSummary) => counts;
