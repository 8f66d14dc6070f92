import { useMemo } from 'react';
import { map } from 'rxjs';
import { MAX_LINES } from '../../../../contract/protocol/terminalStatus.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import type { FireRow } from '../../shared/terminals/fireColumns.ts';
import type { Panel } from './gpioTaskView.ts';

const none: ReadonlyMap<number, FireRow> = new Map();

/** Fire terminals visible to the account, by id, live. */
export function usePanels(): ReadonlyMap<number, FireRow> {
  const { streams } = useApp();
  const panels$ = useMemo(
    () =>
      streams.terminals.fire_control_device.rows$.pipe(
        map((rows): ReadonlyMap<number, FireRow> => new Map(rows.map((row) => [row.id, row]))),
      ),
    [streams],
  );
  return useObservable(panels$, none);
}

/** Numbers of the lines of a terminal: as it reports, as set, or eight while neither is known. */
export function linesOf(panel: Panel, direction: 'input' | 'output'): number[] {
  const reported = (direction === 'input' ? panel?.status?.inputs : panel?.status?.outputs)?.length ?? 0;
  const set = (direction === 'input' ? panel?.inputs : panel?.output_names)?.length ?? 0;
  const count = Math.max(reported, set) || (panel?.status == null ? 8 : 0);
  return Array.from({ length: Math.min(count, MAX_LINES) }, (_, i) => i + 1);
}
