import type { ColDef } from 'ag-grid-community';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { throttleTime } from 'rxjs';
import type { PartitionLive } from '../../../../contract/entities/partition.ts';
import type { TerminalLive } from '../../../../contract/entities/terminal.ts';
import type { KindFeeds, KindRow, OtherKind } from '../../../streams/kind.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import type { BatchCall } from '../../kit/useBatch.ts';
import { useObservable } from '../../kit/useObservable.ts';
import type { TerminalFormControls } from '../TerminalForm.tsx';
import { type Fact, TerminalPanel } from '../TerminalPanel.tsx';
import type { RunBatch } from '../useTerminalActions.tsx';
import type { FirstStep } from './KindEmpty.tsx';
import type { KindContext } from './kindColumns.ts';

/** What makes the screen of one kind: `KindScreen` has all the rest. */
export interface KindScreenProps<Kind extends OtherKind> {
  kind: Kind;
  /** The columns between who it is and where it is. Make it at module level. */
  columns: (context: KindContext) => ColDef<KindRow<Kind>>[];
  /** What it does now, in its panel. */
  Now: ComponentType<{ row: KindRow<Kind> }>;
  /** Its stored settings, in its panel. */
  facts?: (row: KindRow<Kind>, context: KindContext) => Fact[];
  /** The fields of its settings in the form. */
  fields?: (form: TerminalFormControls, row: KindRow<Kind>) => ReactNode;
  /** Fields of the form that come from tables of the kind's own, beside its settings. */
  related?: readonly string[];
  /** Above everything, e.g. tabs. */
  head?: ReactNode;
  /** In the toolbar, e.g. what makes a new one. */
  tools?: ReactNode;
  /** Shown while there is no row, where rows are made by hand. */
  first?: FirstStep | undefined;
  /** What can be done with the chosen rows beside what every kind has. */
  actions?: (rows: readonly KindRow<Kind>[], run: RunBatch) => BatchAction[];
  /** Its batch calls, where it has more than every kind. Keep its identity. */
  calls?: BatchCall;
  /** Columns that follow from other feeds, or from the time: painted anew once a second. Make it at module level. */
  lively?: readonly string[];
  /** Columns of this screen are kept under another name than the kind's. */
  name?: string;
}

/** A panel beside one thing shows it often enough, ms. */
const everyMs = 250;

/** One terminal of a kind in its panel, live. */
export function KindDetails<Kind extends OtherKind>(props: {
  id: number;
  screen: KindScreenProps<Kind>;
  zones: readonly PartitionLive[] | undefined;
  context: KindContext;
  run: (label: string, action: 'identify' | 'restart', row: TerminalLive) => Promise<void>;
  onClose: () => void;
}) {
  const { streams } = useApp();
  const { id, zones, context, run, onClose } = props;
  const { kind, Now, facts, fields, related } = props.screen;
  const feed: KindFeeds[Kind] = streams.terminals[kind];
  const row$ = useMemo(
    () => feed.row$(id).pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })),
    [feed, id],
  );
  const row = useObservable<KindRow<Kind> | undefined>(row$, feed.get(id));
  return (
    <TerminalPanel
      row={row}
      status={row?.state ?? 'offline'}
      zones={zones}
      facts={row === undefined ? [] : (facts?.(row, context) ?? [])}
      fields={row === undefined || fields === undefined ? undefined : (form) => fields(form, row)}
      {...(related === undefined ? {} : { related })}
      run={run}
      onClose={onClose}
    >
      {row !== undefined && <Now row={row} />}
    </TerminalPanel>
  );
}
