import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { Upgrade } from '../../../../contract/entities/terminals/upgrade.ts';
import {
  detailColumn,
  numberColumn,
  paged,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../kit/grid/columns.ts';
import { barParts, batchLook, partsOf } from '../../shared/upgrades/steps.ts';
import { type PartClasses, stepsColumn } from './StepsCell.ts';

/** Columns of the upgrade records: device type, creator, times, package name; newest first. */
export function recordColumns(t: TFunction, timeZone: string, classes: PartClasses): ColDef<Upgrade>[] {
  return paged<Upgrade>(
    [
      statusColumn('state', t('common.status'), (row) => batchLook(row, row.counts), t, 'upgradeBatch'),
      detailColumn(
        'upgrade_pack_name',
        t('upgrade.packName'),
        (row) => ({ main: row.upgrade_pack_name, detail: row.version }),
        { flex: 2, minWidth: 224 },
      ),
      textColumn('device_type', t('upgrade.deviceType'), {
        width: 120,
        valueGetter: ({ data }) => (data === undefined ? '' : t(`terminalKind.${data.device_type}`)),
      }),
      stepsColumn(
        t('upgrade.progress'),
        (row) => partsOf(row.counts),
        (parts) =>
          barParts
            .filter((part) => parts[part] > 0)
            .map((part) => `${t(`upgrade.parts.${part}`)} ${parts[part]}`)
            .join(t('kit.listComma')),
        classes,
        { flex: 2, minWidth: 120 },
      ),
      textColumn('total', t('upgrade.done'), {
        type: 'rightAligned',
        width: 96,
        valueGetter: ({ data }) => (data === undefined ? '' : `${partsOf(data.counts).done} / ${data.total}`),
      }),
      {
        ...numberColumn<Upgrade>('counts', t('upgrade.parts.failed'), undefined, { width: 84 }),
        valueGetter: ({ data }) => (data === undefined ? null : partsOf(data.counts).failed),
      },
      textColumn('wave', t('upgrade.wave'), {
        type: 'rightAligned',
        width: 72,
        valueGetter: ({ data }) => (data === undefined ? '' : `${data.wave} / ${data.wave_count}`),
      }),
      textColumn('creator', t('upgrade.creator'), { width: 96 }),
      timeColumn('created_at', t('upgrade.began'), t('common.none'), timeZone, { width: 150 }),
      timeColumn('ended_at', t('upgrade.endedAt'), t('upgrade.notOver'), timeZone, { width: 150 }),
    ],
    [],
  );
}
