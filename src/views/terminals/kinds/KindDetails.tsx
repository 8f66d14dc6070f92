import type { ColDef } from 'ag-grid-community';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { throttleTime } from 'rxjs';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import type { KindFeeds, KindRow, OtherKind } from '../../../streams/kind.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import type { BatchCall } from '../../kit/action/useBatch.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import type { KindContext } from '../../shared/terminals/kindColumns.ts';
import type { TerminalFormControls } from '../devices/TerminalForm.tsx';
import { type Fact, TerminalPanel } from '../devices/TerminalPanel.tsx';
import type { RunBatch } from '../devices/useTerminalActions.tsx';
import type { FirstStep } from './KindEmpty.tsx';

/** Definition of the screen of one kind; `KindScreen` has everything common. */
export interface KindScreenProps<Kind extends OtherKind> {
  kind: Kind;
  /** Columns between identity and place. A module-level function. */
  columns: (context: KindContext) => ColDef<KindRow<Kind>>[];
  /** Current activity, in the panel. */
  Now: ComponentType<{ row: KindRow<Kind> }>;
  /** Stored settings, in the panel. */
  facts?: (row: KindRow<Kind>, context: KindContext) => Fact[];
  /** Fields of the settings in the form. */
  fields?: (form: TerminalFormControls, row: KindRow<Kind>) => ReactNode;
  /** Form fields stored in tables of the kind, beside its settings. */
  related?: readonly string[];
  /** Elements at the top, e.g. tabs. */
  head?: ReactNode;
  /** Elements of the toolbar, e.g. a create button. */
  tools?: ReactNode;
  /** Empty state of a kind whose rows are created by hand. */
  first?: FirstStep | undefined;
  /** Actions on the selected rows in addition to those of every kind. */
  actions?: (rows: readonly KindRow<Kind>[], run: RunBatch) => BatchAction[];
  /** Batch calls, where the kind has additional ones. Keep its identity. */
  calls?: BatchCall;
  /** Columns that depend on other feeds or on the time: repainted once a second. A module-level constant. */
  lively?: readonly string[];
  /** Name of the stored column layout, if not that of the kind. */
  name?: string;
}

/** Update interval of the panel, ms. */
const everyMs = 250;

/** Panel of one terminal of a kind, live. */
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
