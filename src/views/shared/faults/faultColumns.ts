import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { detailColumn, nameColumn, statusColumn, textColumn, timeColumn } from '../../kit/grid/columns.ts';
import type { StatusName } from '../../kit/status/status.ts';
import { chatterText } from './faultWords.ts';

/** Status name of a fault. */
export function faultStatus(fault: Pick<Fault, 'state' | 'shelved_until'>): StatusName {
  if (fault.state === 'resolved') return 'fault_resolved';
  if (fault.shelved_until !== null) return 'fault_shelved';
  return fault.state === 'new' ? 'fault_new' : 'fault_acknowledged';
}

/** Describes a fault. */
export function faultText(t: TFunction, fault: Pick<Fault, 'kind' | 'params'>): string {
  return t(`fault.${fault.kind}`, { ...fault.params });
}

/** Columns of the list of faults. */
export function faultColumns(deps: {
  t: TFunction;
  timeZone: string;
  zoneName: (id: number) => string | undefined;
}): ColDef<Fault>[] {
  const { t, timeZone, zoneName } = deps;
  const none = t('common.none');
  const time = (at: number) => formatTimestamp(at, none, timeZone).slice(11);
  return [
    statusColumn<Fault>('state', t('common.status'), faultStatus, t, 'fault'),
    timeColumn('opened_at', t('faults.openedAt'), none, timeZone, { sort: 'desc' }),
    detailColumn(
      'kind',
      t('faults.what'),
      (row) => ({ main: faultText(t, row), detail: String(row.params.code ?? row.params.date ?? '') }),
      { flex: 3, minWidth: 220 },
    ),
    nameColumn('org', t('faults.zone'), {
      flex: 1,
      minWidth: 110,
      valueGetter: ({ data }) =>
        data?.org === null || data === undefined ? t('faults.site') : (zoneName(data.org) ?? ''),
    }),
    textColumn('chatter', t('faults.chatter'), {
      width: 252,
      valueGetter: ({ data }) => (data === undefined ? '' : chatterText(t, data, time)),
      tooltipValueGetter: ({ data }) => (data?.chatter ? t('faults.chatterTip', { n: data.chatter }) : ''),
    }),
    textColumn('acknowledged_by_name', t('faults.acknowledgedBy'), { width: 132 }),
    timeColumn('acknowledged_at', t('faults.acknowledgedAt'), none, timeZone),
    timeColumn('shelved_until', t('faults.shelvedUntil'), none, timeZone),
    textColumn('shelved_by', t('faults.shelvedBy'), { width: 112 }),
    timeColumn('resolved_at', t('faults.resolvedAt'), none, timeZone),
  ];
}
