import { useMemo } from 'react';
import { map, throttleTime } from 'rxjs';
import type { Validity } from '../../../contract/entities/plan.ts';
import type { ScheduledTaskLive } from '../../../contract/entities/scheduledTask.ts';
import { useApp } from '../app/AppContext.tsx';
import { useObservable } from '../kit/useObservable.ts';
import { validities } from './taskStatus.ts';

export interface ScheduleSummary {
  all: number;
  validity: Readonly<Record<Validity, number>>;
  /** Sources that there are. */
  sources: readonly number[];
}

/** Counted four times a second at most. */
const everyMs = 250;

export function scheduleSummary(rows: readonly ScheduledTaskLive[]): ScheduleSummary {
  const validity = Object.fromEntries(validities.map((one) => [one, 0])) as Record<Validity, number>;
  for (const row of rows) validity[row.validity] += 1;
  const sources = [...new Set(rows.map((row) => row.audio_source))].sort((a, b) => a - b);
  return { all: rows.length, validity, sources };
}
const nothing = scheduleSummary([]);

/** The saved tasks that a filter lets through, in numbers, live. */
export function useScheduleSummary(filter: (row: ScheduledTaskLive) => boolean): ScheduleSummary {
  const { streams } = useApp();
  const summary$ = useMemo(
    () =>
      streams.scheduledTask.rows$.pipe(
        throttleTime(everyMs, undefined, { leading: true, trailing: true }),
        map((rows) => scheduleSummary(rows.filter(filter))),
      ),
    [streams, filter],
  );
  return useObservable(summary$, nothing);
}
