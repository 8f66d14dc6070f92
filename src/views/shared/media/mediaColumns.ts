import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { buttonsColumn } from '../../kit/grid/ButtonsCell.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import { detailColumn, numberColumn, statusColumn, textColumn } from '../../kit/grid/columns.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { buildLook } from './buildLook.ts';
import { FileNameCell } from './FileNameCell.ts';
import type { BuildStatus } from './libraryCounts.ts';

interface Built {
  name: string;
  build_status: BuildStatus;
  duration_ms: number | null;
}

/** Column of the name with a fault or progress; rows are dragged by it into groups. */
export function mediaName<Row>(
  t: TFunction,
  text: (row: Row) => DetailText,
  mayMove: () => boolean,
  size: ColDef<Row>,
): ColDef<Row> {
  return detailColumn<Row>('name', t('common.name'), text, {
    ...size,
    cellRenderer: FileNameCell,
    cellRendererParams: { mayMove },
  });
}

/** Column of the build status. */
export function buildColumn<Row extends Built>(t: TFunction): ColDef<Row> {
  return statusColumn<Row>(
    'build_status',
    t('common.status'),
    (row) => buildLook[row.build_status],
    t,
    'build',
  );
}

/** Column of the owning zone; empty: the whole site. */
export function ownerColumn<Row extends { org: number | null }>(
  t: TFunction,
  zoneName: (id: number) => string,
): ColDef<Row> {
  return {
    ...textColumn<Row>('org', t('media.owner'), { flex: 1, minWidth: 96, hide: true }),
    valueGetter: ({ data }) =>
      data === undefined ? '' : data.org === null ? t('linkage.wholeSite') : zoneName(data.org),
  };
}

/** Columns of the listen button, enabled after the build, and of the length. */
export function soundColumns<Row extends Built>(t: TFunction, onListen: (row: Row) => void): ColDef<Row>[] {
  return [
    buttonsColumn<Row>(
      t('file.listen'),
      (row) => [
        {
          key: 'listen',
          icon: 'listen',
          label: t('file.listenTo', { name: row.name }),
          reason: row.build_status === 'built' ? undefined : t('file.notBuilt'),
        },
      ],
      onListen,
      { width: 60, minWidth: 60 },
    ),
    numberColumn<Row>('duration_ms', t('file.length'), (ms) => (ms === null ? '—' : durationText(t, ms)), {
      width: 92,
    }),
  ];
}

/** Column of the groups. */
export function groupColumn<Row extends { group_ids: readonly number[] }>(
  t: TFunction,
  groupName: (id: number) => string,
): ColDef<Row> {
  return {
    ...textColumn<Row>('group_ids', t('file.group'), { colId: 'group_id', flex: 1, minWidth: 96 }),
    valueGetter: ({ data }) => data?.group_ids.map(groupName).join(t('kit.listComma')) ?? '',
  };
}
