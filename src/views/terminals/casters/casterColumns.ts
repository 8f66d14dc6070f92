import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { CasterAccountFields } from '../../../../contract/entities/terminals/caster.ts';
import type { KindRow } from '../../../streams/kind.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import { detailColumn, numberColumn, textColumn } from '../../kit/grid/columns.ts';
import type { KindContext } from '../../shared/terminals/kindColumns.ts';

export type CasterRow = KindRow<'caster'> & CasterAccountFields;

/** Account status: whether a station may log in with it. */
export function accountText(row: CasterAccountFields, t: TFunction): DetailText {
  if (row.disabled) return { main: t('caster.disabled'), detail: '' };
  return { main: '', detail: t(row.has_password ? 'caster.withPassword' : 'caster.withoutPassword') };
}

/** Zones that the caster may page; without any, its own zone. */
export function reachText(
  row: CasterAccountFields & { org: number | null },
  context: Pick<KindContext, 't' | 'zoneName'>,
): string {
  const { t, zoneName } = context;
  if (row.orgs.length === 0) return t('caster.ownZone');
  const names = row.orgs.map(zoneName).filter(Boolean);
  const hidden = row.orgs.length - names.length;
  const others = hidden > 0 ? [t('accounts.otherZones', { zones: hidden })] : [];
  return [...names, ...others].join(t('kit.listComma'));
}

/** Current activity of a caster, and with whom. */
export function doingText(row: Pick<CasterRow, 'status' | 'online'>, t: TFunction): DetailText {
  if (!row.online || row.status === null) return { main: '', detail: '—' };
  const { state, peer } = row.status;
  return state === 'idle'
    ? { main: '', detail: t('caster.state.idle') }
    : { main: t(`caster.state.${state}`), detail: peer };
}

/** Columns of account, reach, priority and quick number. */
export function casterColumns(context: KindContext): ColDef<KindRow<'caster'>>[] {
  const { t } = context;
  const columns: ColDef<CasterRow>[] = [
    detailColumn<CasterRow>('account', t('caster.account'), (row) => accountText(row, t), {
      flex: 0,
      width: 150,
      minWidth: 120,
    }),
    {
      colId: 'orgs',
      headerName: t('caster.reach'),
      flex: 2,
      minWidth: 140,
      valueGetter: ({ data }) => (data === undefined ? '' : reachText(data, context)),
      tooltip: ({ value }) => value,
    },
    // The status tab shows it at any window width.
    detailColumn<CasterRow>('doing', t('caster.now'), (row) => doingText(row, t), {
      initialHide: context.width < 1600,
    }),
    numberColumn<CasterRow>('priority', t('common.priority'), undefined, { width: 92 }),
    textColumn<CasterRow>('call_number', t('devices.callNumber'), { colId: 'number', width: 110 }),
  ];
  return columns as unknown as ColDef<KindRow<'caster'>>[];
}
