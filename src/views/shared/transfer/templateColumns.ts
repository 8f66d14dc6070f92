import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { TemplateItem } from '../../../../contract/rules/nameTemplate.ts';
import { nameColumn, textColumn } from '../../kit/grid/columns.ts';

/** A terminal in the preview: its present and future name, or the reason why not. */
export interface TemplateRow extends Omit<TemplateItem, 'code'> {
  code: string;
  oldName: string;
  oldNumber: string;
}

/** Columns of the preview. */
export function templateColumns(t: TFunction): ColDef<TemplateRow>[] {
  const arrow = (before: string, after: string) =>
    before === after ? after : `${before || '—'} → ${after || '—'}`;
  return [
    textColumn<TemplateRow>('code', t('devices.code'), { width: 140 }),
    {
      ...nameColumn<TemplateRow>('name', t('common.name'), { flex: 3, minWidth: 160 }),
      valueGetter: ({ data }) => (data === undefined ? '' : arrow(data.oldName, data.name)),
    },
    {
      ...textColumn<TemplateRow>('call_number', t('transfer.quickNumber'), { flex: 2, minWidth: 110 }),
      valueGetter: ({ data }) => (data === undefined ? '' : arrow(data.oldNumber, data.call_number)),
    },
    {
      ...textColumn<TemplateRow>('message', t('transfer.outcome'), { flex: 3, minWidth: 150 }),
      valueGetter: ({ data }) => (data === undefined || data.ok ? '' : data.message),
    },
  ];
}
