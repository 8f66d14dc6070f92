import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import { DetailCell, type DetailText } from '../../kit/grid/cells.ts';
import {
  compareStatus,
  compareTexts,
  detailColumn,
  levelColumn,
  nameColumn,
  numberColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../kit/grid/columns.ts';
import type { LevelView } from '../../kit/status/levelMeter.ts';
import type { StatusName } from '../../kit/status/status.ts';
import { storageCell } from '../tasks/offlineText.ts';
import { ageText } from './ages.ts';
import { type ReasonContext, reasonText } from './reasonText.ts';

/** Context of the columns beside the rows; read when a cell is painted. */
export interface DeviceColumnContext extends ReasonContext {
  /** Server time, epoch ms. */
  now: () => number;
  zoneName: (id: number) => string;
  /** Width of the window, px: a wide one shows more columns until the account chooses its own. */
  width: number;
  groupName: (id: number) => string;
}

/** Compares by state, abnormal first, then by name, in both sort directions of the state. */
function byStateThenName(
  a: StatusName,
  b: StatusName,
  nodeA: { data?: DeviceLive | undefined },
  nodeB: { data?: DeviceLive | undefined },
  isDescending: boolean,
): number {
  const order = compareStatus(a, b) || compareTexts(nodeA.data?.name ?? '', nodeB.data?.name ?? '');
  return isDescending && a === b ? -order : order;
}

/** Meter of a terminal: empty unless it sounds or should. */
export function levelOf(row: DeviceLive): LevelView | null {
  const silent = row.online && row.sound === 'silent';
  if (!row.online || (row.level_db === null && !silent)) return null;
  return { level: silent ? null : row.level_db, peak: row.peak_db, silent, key: `${row.id}/${row.task_id}` };
}

/** Sound missing in the last ten seconds, amber if it is a fault; empty while nothing should sound. */
export function lossOf(row: DeviceLive): DetailText {
  if (!row.online || row.lost_pct === null) return { main: '', detail: '—' };
  if (row.lost_pct === 0) return { main: '', detail: '0' };
  const text = `${row.lost_pct >= 10 ? Math.round(row.lost_pct) : Number(row.lost_pct.toFixed(1))} %`;
  return row.lossy ? { main: text, detail: '', fault: true } : { main: '', detail: text };
}

/** Time of the last report of a terminal, epoch ms; null: never. */
export function lastReportOf(row: DeviceLive): number | null {
  if (row.reported_at !== null) return row.reported_at;
  return row.online_since === null ? null : row.online_since * 1000;
}

/** Window widths from which the zone, further identifying columns, and all useful columns are shown, px. */
const minWidths = { zone: 1800, wide: 2100, wall: 2800 } as const;

/** Columns of the device grid: the default ones, and every other field where there is room or on demand. */
export function deviceColumns(context: DeviceColumnContext): ColDef<DeviceLive>[] {
  const { t, timeZone } = context;
  const hidden = { initialHide: true };
  const onWide = { initialHide: context.width < minWidths.wide };
  const onWall = { initialHide: context.width < minWidths.wall };
  return [
    {
      ...statusColumn<DeviceLive>('state', t('common.status'), 'state', t, 'device'),
      comparator: byStateThenName,
    },
    nameColumn<DeviceLive>('name', t('common.name'), { minWidth: 148, flex: 3 }),
    textColumn<DeviceLive>('dev_name', t('devices.devName'), { ...hidden, width: 140 }),
    textColumn<DeviceLive>('dev_name2', t('devices.alias'), { ...hidden, width: 140 }),
    textColumn<DeviceLive>('code', t('devices.code'), { ...onWide, width: 140 }),
    {
      ...nameColumn<DeviceLive>('org', t('zones.zone'), {
        initialHide: context.width < minWidths.zone,
        width: 160,
      }),
      valueGetter: ({ data }) => (data === undefined || data.org === null ? '' : context.zoneName(data.org)),
    },
    {
      ...textColumn<DeviceLive>('groups', t('groups.column'), { ...onWall, width: 200 }),
      valueGetter: ({ data }) =>
        data?.groups.map(context.groupName).filter(Boolean).join(t('kit.listComma')) ?? '',
    },
    detailColumn<DeviceLive>('reason', t('devices.onAirAndWhy'), (row) => reasonText(row, context), {
      flex: 7,
    }),
    levelColumn<DeviceLive>('level', t('devices.level'), levelOf, { width: 128, minWidth: 104 }),
    numberColumn<DeviceLive>('peak_db', t('devices.peak'), decibels, onWall),
    numberColumn<DeviceLive>('ao_volume', t('common.volume'), undefined, { width: 64 }),
    numberColumn<DeviceLive>('ai_volume', t('devices.aiVolume'), undefined, { ...hidden, width: 90 }),
    lossColumn(t),
    numberColumn<DeviceLive>('buffer_ms', t('devices.buffer'), milliseconds, onWall),
    numberColumn<DeviceLive>('skew_us', t('devices.skew'), microseconds, onWall),
    lastReportColumn(context),
    detailColumn<DeviceLive>('keeping', t('offlineCache.column'), (row) => storageCell(row.keeping, t), {
      ...onWide,
      width: 170,
    }),
    {
      ...textColumn<DeviceLive>('role', t('devices.role'), { ...onWall, width: 110 }),
      valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.terminalRole.${data.role}`)),
    },
    textColumn<DeviceLive>('client_ip', t('devices.ip'), { ...onWide, width: 130 }),
    textColumn<DeviceLive>('client_version', t('devices.version'), { ...onWide, width: 110 }),
    textColumn<DeviceLive>('call_number', t('devices.callNumber'), { ...hidden, width: 100 }),
    timeColumn<DeviceLive>('last_login_time', t('devices.lastLogin'), t('common.none'), timeZone, onWall),
    textColumn<DeviceLive>('ICCID', t('devices.iccid'), { ...hidden, width: 180 }),
  ];
}

function lossColumn(t: TFunction): ColDef<DeviceLive> {
  return {
    colId: 'lost_pct',
    headerName: t('devices.loss'),
    headerTooltip: t('devices.lossTitle'),
    type: 'rightAligned',
    width: 80,
    cellRenderer: DetailCell,
    valueGetter: ({ data }) => (data === undefined ? { main: '', detail: '' } : lossOf(data)),
    valueFormatter: ({ value }) => `${value.main}${value.detail}`,
    equals: (a: DetailText, b: DetailText) => a?.main === b?.main && a?.detail === b?.detail,
    comparator: (_a, _b, nodeA, nodeB) => (nodeA.data?.lost_pct ?? 0) - (nodeB.data?.lost_pct ?? 0),
  };
}

function lastReportColumn(context: DeviceColumnContext): ColDef<DeviceLive> {
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

function decibels(value: number | null): string {
  return value === null ? '—' : `${value.toFixed(1)} dBFS`;
}
function microseconds(value: number | null): string {
  return value === null ? '—' : `${value} µs`;
}
function milliseconds(value: number | null): string {
  return value === null ? '—' : `${value} ms`;
}
