import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { QuickCodeLive } from '../../../../contract/entities/tasks/quickCode.ts';
import {
  compareTexts,
  detailColumn,
  nameColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../kit/grid/columns.ts';
import { doesText, lastText, type QuickNames, quickState } from './quickCodeView.ts';

/** Columns that depend on other feeds than their row: names of tasks, terminals, groups and zones. */
export const namedColumns = ['does', 'org'];

/** Columns of quick codes: digits, action, and last caller. */
export function quickCodeColumns(context: {
  t: TFunction;
  timeZone: string;
  names: QuickNames;
}): ColDef<QuickCodeLive>[] {
  const { t, names, timeZone } = context;
  return [
    statusColumn<QuickCodeLive>('state', t('common.status'), quickState, t, 'code'),
    // Sorted as digits: 2 before 12, and 012 beside 12.
    textColumn<QuickCodeLive>('code', t('quickCode.code'), {
      width: 110,
      comparator: (a: string, b: string) => Number(a) - Number(b) || a.length - b.length,
    }),
    nameColumn<QuickCodeLive>('name', t('common.name'), { flex: 3, minWidth: 130 }),
    {
      ...textColumn<QuickCodeLive>('action', t('quickCode.action'), { width: 110 }),
      valueFormatter: ({ value }) => t(`quickCode.actions.${value}`),
      comparator: (a: string, b: string) =>
        compareTexts(t(`quickCode.actions.${a}`), t(`quickCode.actions.${b}`)),
    },
    detailColumn<QuickCodeLive>('does', t('quickCode.does'), (row) => doesText(row, names, t), {
      flex: 4,
      minWidth: 170,
    }),
    {
      ...nameColumn<QuickCodeLive>('org', t('zones.zone'), { flex: 2, minWidth: 100 }),
      valueGetter: ({ data }) => (data?.org == null ? '' : (names.zone(data.org) ?? '')),
    },
    detailColumn<QuickCodeLive>('last_by', t('quickCode.lastBy'), (row) => lastText(row, t), {
      flex: 3,
      minWidth: 150,
    }),
    timeColumn<QuickCodeLive>('last_at', t('quickCode.lastAt'), t('common.none'), timeZone, { width: 160 }),
    textColumn<QuickCodeLive>('desc', t('common.description'), { width: 160, initialHide: true }),
  ];
}
