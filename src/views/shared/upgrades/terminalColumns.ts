import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { UpgradeTerminal } from '../../../../contract/entities/terminals/upgrade.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import {
  compareTexts,
  detailColumn,
  nameColumn,
  numberColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../kit/grid/columns.ts';
import { compareSteps, stepLook } from './steps.ts';

/** Reason of a failure or a wait, or progress of the download; the terminal's own message in grey. */
export function stepText(row: UpgradeTerminal, t: TFunction): DetailText {
  if (row.reason !== null) {
    const main = t(`codes.upgradeReason.${row.reason}`);
    return { main, detail: row.detail, fault: row.status === 'upgrade_failed' };
  }
  if (row.status === 'updating') return { main: t('upgrade.percent', { percent: row.progress }), detail: '' };
  return { main: '', detail: row.detail };
}

/** Columns of a batch's terminals: failed ones first, then by wave and name. */
export function terminalColumns(
  t: TFunction,
  timeZone: string,
  zoneName: (id: number) => string,
): ColDef<UpgradeTerminal>[] {
  const status = statusColumn<UpgradeTerminal>(
    'status',
    t('common.status'),
    (row) => stepLook[row.status],
    t,
    'upgradeStep',
  );
  return [
    {
      ...status,
      comparator: (a, b, nodeA, nodeB) =>
        compareSteps(a, b) ||
        (nodeA.data?.wave ?? 0) - (nodeB.data?.wave ?? 0) ||
        compareTexts(nodeA.data?.name ?? '', nodeB.data?.name ?? ''),
    },
    nameColumn('name', t('common.name'), { flex: 2, minWidth: 132 }),
    textColumn('code', t('devices.code'), { width: 104 }),
    {
      ...nameColumn<UpgradeTerminal>('org', t('zones.zone'), { width: 128 }),
      valueGetter: ({ data }) => (data === undefined || data.org === null ? '' : zoneName(data.org)),
    },
    numberColumn('wave', t('upgrade.wave'), undefined, { width: 72 }),
    detailColumn('reason', t('upgrade.what'), (row) => stepText(row, t), { flex: 4, minWidth: 300 }),
    textColumn('from_version', t('upgrade.from'), { width: 104 }),
    timeColumn('began_at', t('upgrade.began'), '', timeZone, { width: 150 }),
    timeColumn('ended_at', t('upgrade.endedAt'), '', timeZone, { width: 150, initialHide: true }),
  ];
}
