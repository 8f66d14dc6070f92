import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { type UpgradeFile, upgradeFileEntity } from '../../../../contract/entities/terminals/upgrade.ts';
import {
  detailColumn,
  numberColumn,
  paged,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../kit/grid/columns.ts';
import { buildLook } from '../../shared/media/buildLook.ts';
import { FileNameCell } from '../../shared/media/FileNameCell.ts';
import { sizeText } from '../../shared/media/sizes.ts';

/** Columns of the upgrade files: name, original name, size, build status, feature code; the server sorts. */
export function packageColumns(t: TFunction, timeZone: string): ColDef<UpgradeFile>[] {
  return paged<UpgradeFile>(
    [
      statusColumn('build_status', t('common.status'), (row) => buildLook[row.build_status], t, 'build'),
      detailColumn('name', t('common.name'), (row) => ({ main: row.name, detail: row.build_reason }), {
        flex: 2,
        minWidth: 190,
        cellRenderer: FileNameCell,
      }),
      textColumn('version', t('upgrade.version'), { width: 112 }),
      textColumn('feature_code', t('upgrade.feature'), {
        width: 168,
        valueGetter: ({ data }) =>
          data === undefined ? '' : `${t(`codes.upgradeFeature.${data.feature_code}`)} ${data.feature_code}`,
      }),
      detailColumn(
        'signer',
        t('upgrade.signature'),
        (row) =>
          row.signer === null
            ? { main: t('upgrade.keyUntrusted'), detail: '', fault: true }
            : { main: row.signer, detail: '' },
        { flex: 1, minWidth: 140 },
      ),
      textColumn('running', t('upgrade.runs'), {
        type: 'rightAligned',
        width: 112,
        valueGetter: ({ data }) => (data === undefined ? '' : `${data.running} / ${data.terminals}`),
      }),
      numberColumn('size', t('file.size'), (bytes) => sizeText(bytes ?? 0), { width: 88 }),
      textColumn('min_version', t('upgrade.minVersion'), { width: 112, initialHide: true }),
      timeColumn('created_at', t('file.uploadedAt'), t('common.none'), timeZone, { width: 150 }),
      textColumn('original_name', t('file.originalName'), { flex: 1, minWidth: 120, initialHide: true }),
    ],
    upgradeFileEntity.sortable,
  );
}
