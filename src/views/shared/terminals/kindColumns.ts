import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import type { KindState } from '../../../streams/kind.ts';
import {
  compareStatus,
  compareTexts,
  nameColumn,
  numberColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../kit/grid/columns.ts';
import type { StatusName } from '../../kit/status/status.ts';
import { ageText } from './ages.ts';
import { lastReportOf } from './deviceColumns.ts';

/** Context of the columns beside the rows; read when a cell is painted. */
export interface KindContext {
  t: TFunction;
  /** IANA name of the site's time zone. */
  timeZone: string;
  /** Server time, epoch ms. */
  now: () => number;
  zoneName: (id: number) => string;
  groupName: (id: number) => string;
  /** Width of the window, px: a wide one shows more columns until the account chooses its own. */
  width: number;
}

type Row = TerminalLive & { state: KindState };

/** Compares by state, abnormal first, then by name, in both sort directions of the state. */
function byStateThenName(
  a: StatusName,
  b: StatusName,
  nodeA: { data?: TerminalLive | undefined },
  nodeB: { data?: TerminalLive | undefined },
  isDescending: boolean,
): number {
  const order = compareStatus(a, b) || compareTexts(nodeA.data?.name ?? '', nodeB.data?.name ?? '');
  return isDescending && a === b ? -order : order;
}

/** Columns in the order in which they are hidden in a narrow window, until the rest fits. */
const leastFirst = ['client_version', 'client_ip', 'groups', 'org', 'reported_at', 'call_mode', 'code'];
/** Widths of the checkbox column, and of the menu at the left, wide and narrow, px. */
const boxes = 40;
const menu = { narrow: 48, wide: 208, from: 1400 } as const;

/** Hides columns for which a grid beside its tree (20 %) has no room, until the account chooses its own. */
export function fitColumns<R>(columns: readonly ColDef<R>[], width: number): ColDef<R>[] {
  const available = (width - (width < menu.from ? menu.narrow : menu.wide)) * 0.8;
  const needs = (column: ColDef<R>) =>
    column.initialHide === true ? 0 : Math.max(column.width ?? 0, column.minWidth ?? 0);
  let needed = columns.reduce((sum, column) => sum + needs(column), boxes);
  const hidden = new Set<string>();
  for (const colId of leastFirst) {
    if (needed <= available) break;
    const column = columns.find((one) => one.colId === colId);
    if (column === undefined || column.initialHide === true) continue;
    needed -= needs(column);
    hidden.add(colId);
  }
  return columns.map((one) => (hidden.has(one.colId ?? '') ? { ...one, initialHide: true } : one));
}

/** Columns of every kind: identity (followed by the kind's `own` columns), then place and times. */
export function kindColumns<R extends Row>(context: KindContext, own: readonly ColDef<R>[]): ColDef<R>[] {
  const { t } = context;
  const hidden = { initialHide: true };
  const columns: ColDef<Row>[] = [
    {
      ...statusColumn<Row>('state', t('common.status'), 'state', t, 'terminal'),
      comparator: byStateThenName,
    },
    nameColumn<Row>('name', t('common.name'), { minWidth: 148, flex: 2 }),
    textColumn<Row>('dev_name', t('devices.devName'), { ...hidden, width: 140 }),
    textColumn<Row>('dev_name2', t('devices.alias'), { ...hidden, width: 140 }),
  ];
  const rest: ColDef<Row>[] = [
    textColumn<Row>('code', t('devices.code'), { width: 130 }),
    {
      ...nameColumn<Row>('org', t('zones.zone'), { width: 160 }),
      valueGetter: ({ data }) => (data === undefined || data.org === null ? '' : context.zoneName(data.org)),
    },
    {
      ...textColumn<Row>('groups', t('groups.column'), { width: 160 }),
      valueGetter: ({ data }) =>
        data?.groups.map(context.groupName).filter(Boolean).join(t('kit.listComma')) ?? '',
    },
    textColumn<Row>('call_number', t('devices.callNumber'), { ...hidden, width: 110 }),
    numberColumn<Row>('ao_volume', t('devices.aoVolume'), undefined, { ...hidden, width: 110 }),
    numberColumn<Row>('ai_volume', t('devices.aiVolume'), undefined, { ...hidden, width: 110 }),
    lastReportColumn(context),
    textColumn<Row>('client_ip', t('devices.ip'), { width: 130 }),
    textColumn<Row>('client_version', t('devices.version'), { width: 110 }),
    timeColumn<Row>('last_login_time', t('devices.lastLogin'), t('common.none'), context.timeZone, hidden),
    textColumn<Row>('ICCID', t('devices.iccid'), { ...hidden, width: 180 }),
  ];
  // The common columns use fields that rows of every kind have.
  const all = [...(columns as unknown as ColDef<R>[]), ...own, ...(rest as unknown as ColDef<R>[])];
  return fitColumns(all, context.width);
}

function lastReportColumn(context: KindContext): ColDef<Row> {
  return {
    colId: 'reported_at',
    headerName: context.t('devices.lastReport'),
    type: 'rightAligned',
    width: 104,
    valueGetter: ({ data }) => (data === undefined ? null : lastReportOf(data)),
    valueFormatter: ({ value }) => (value === null ? '—' : ageText(context.now() - value, context.t)),
    // An older report is a greater age.
    comparator: (a: number | null, b: number | null) => (b ?? 0) - (a ?? 0),
  };
}
