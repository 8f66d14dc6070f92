import { makeStyles } from '@fluentui/react-components';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import { type FaultLine, groupFaults } from '../../../streams/faultLines.ts';
import { FLOOD_COUNT } from '../../../streams/flood.ts';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { FaultLineRow } from './FaultLineRow.tsx';
import { useFaultLines, useHeldLines } from './useFaultLines.ts';

const useStyles = makeStyles({
  root: { height: '100%', overflowY: 'auto' },
  list: { margin: 0, padding: '0 16px 16px', listStyle: 'none' },
});

/** Open faults that pass a filter, a line per cause; null while loading. */
export function useShownLines(filter: (fault: Fault) => boolean): FaultLine[] | null {
  const all = useFaultLines();
  return useMemo(
    () =>
      all?.flatMap((line): FaultLine[] => {
        const faults = line.faults.filter(filter);
        // With fewer faults the facts of a line change; the grouping by cause stays.
        return groupFaults([{ ...line, faults }], faults);
      }) ?? null,
    [all, filter],
  );
}

/** Lists faults, one line per cause. `queryKey`: the filter that they have passed. */
export function FaultLines(props: {
  label: string;
  lines: FaultLine[] | null;
  queryKey: unknown;
  empty: ReactNode;
}) {
  const s = useStyles();
  const held = useHeldLines(props.lines, props.queryKey);
  if (held.lines === null) return <LoadingRows rows={3} />;
  if (held.lines.length === 0) return props.empty;
  return (
    <div className={s.root}>
      <ul className={s.list} aria-label={props.label} data-testid="fault-lines" {...held.props}>
        {held.lines.map(({ row, isGone }) => (
          <FaultLineRow
            key={row.key}
            line={row}
            isGone={isGone}
            isHeld={held.isHeld}
            queryKey={props.queryKey}
          />
        ))}
      </ul>
    </div>
  );
}

/**
 * Tells whether the list shows lines: as the user chose, otherwise when one cause had as many faults as a
 * flood at the time the list was opened. It does not change by itself after that.
 */
export function useByCause(): [byCause: boolean | null, choose: (byCause: boolean) => void] {
  const lines = useFaultLines();
  const [chosen, choose] = useState<boolean>();
  const first = useRef<boolean>(undefined);
  if (lines !== null) first.current ??= lines.some(({ faults }) => faults.length > FLOOD_COUNT);
  return [chosen ?? first.current ?? null, choose];
}
