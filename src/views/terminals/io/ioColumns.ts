import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { buttonsColumn, type RowButton } from '../../kit/grid/ButtonsCell.ts';
import {
  compareStatus,
  compareTexts,
  detailColumn,
  nameColumn,
  statusColumn,
  textColumn,
} from '../../kit/grid/columns.ts';
import { userNames } from '../../kit/rows/userNames.ts';
import { recentTime } from '../../kit/time/recentTime.ts';
import { ioState, lineText, ownersText, stateDetail } from '../../shared/io/ioView.ts';

export interface IoContext {
  t: TFunction;
  timeZone: string;
  /** Server time, epoch ms. */
  now: () => number;
  /** Shows the name of the line only, until the account chooses its own columns. */
  isNarrow: boolean;
  zoneName: (id: number) => string;
  buttons: (row: IoLive) => readonly RowButton[];
  onButton: (row: IoLive, key: string) => void;
}

/** Compares by terminal, inputs before outputs, then by number. */
function compareLines(a: IoLive | undefined, b: IoLive | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return (
    compareTexts(a.terminal_name, b.terminal_name) ||
    a.terminal_id - b.terminal_id ||
    compareTexts(a.direction, b.direction) ||
    a.number - b.number
  );
}

/** Columns of inputs and outputs: state, line, terminal, holder, users, last change. */
export function ioColumns(context: IoContext): ColDef<IoLive>[] {
  const { t, zoneName } = context;
  return [
    {
      ...statusColumn<IoLive>('state', t('common.status'), ioState, t, 'line'),
      comparator: (a, b, nodeA, nodeB) => compareStatus(a, b) || compareLines(nodeA.data, nodeB.data),
    },
    detailColumn<IoLive>(
      'line',
      t('io.line'),
      (row) => ({
        main: lineText(row, t),
        detail: stateDetail(row, t),
      }),
      { flex: 3, minWidth: 150 },
    ),
    {
      ...textColumn<IoLive>('direction', t('io.direction'), {
        width: 88,
        initialHide: context.isNarrow,
      }),
      valueFormatter: ({ value }) => t(value === 'output' ? 'io.output' : 'io.input'),
    },
    {
      colId: 'number',
      field: 'number',
      headerName: t('io.number'),
      type: 'rightAligned',
      width: 72,
    },
    nameColumn<IoLive>('terminal_name', t('devices.terminal'), {
      flex: 2,
      minWidth: 120,
      comparator: (_a, _b, nodeA, nodeB) => compareLines(nodeA.data, nodeB.data),
    }),
    {
      ...nameColumn<IoLive>('org', t('zones.zone'), { flex: 1, minWidth: 88, initialHide: true }),
      valueGetter: ({ data }) => (data === undefined || data.org === null ? '' : zoneName(data.org)),
    },
    detailColumn<IoLive>(
      'owners',
      t('io.heldColumn'),
      (row) => ({
        main: ownersText(row.owners, t),
        detail: row.until === null ? '' : t('io.pulsing'),
      }),
      { flex: 2, minWidth: 110 },
    ),
    {
      ...textColumn<IoLive>('used_by', t('io.usedBy'), { flex: 2, minWidth: 110 }),
      valueGetter: ({ data }) =>
        data === undefined ? '' : userNames(data.used_by, data.used_elsewhere, t).join(t('kit.listComma')),
    },
    detailColumn<IoLive>(
      'changed_at',
      t('io.changed'),
      (row) =>
        row.changed_at === null
          ? { main: '—', detail: '' }
          : {
              main: recentTime(Math.floor(row.changed_at / 1000), context.now(), '', context.timeZone),
              detail: row.changed_by,
            },
      {
        flex: 2,
        minWidth: 120,
        comparator: (_a, _b, nodeA, nodeB) => (nodeA.data?.changed_at ?? 0) - (nodeB.data?.changed_at ?? 0),
        tooltip: ({ data }) =>
          data?.changed_at == null
            ? ''
            : formatTimestamp(Math.floor(data.changed_at / 1000), '', context.timeZone),
      },
    ),
    buttonsColumn<IoLive>(t('kit.actions'), context.buttons, context.onButton, { width: 96, minWidth: 96 }),
  ];
}
