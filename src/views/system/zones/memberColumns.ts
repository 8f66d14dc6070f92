import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { TerminalRow } from '../../../streams/kind.ts';
import { nameColumn, numberColumn, statusColumn, textColumn } from '../../kit/grid/columns.ts';

/** Columns that identify the terminals of a zone; the device screen has the others. */
export function memberColumns(t: TFunction, zoneName: (id: number) => string): ColDef<TerminalRow>[] {
  return [
    statusColumn<TerminalRow>('state', t('common.status'), 'state', t, 'terminal'),
    nameColumn<TerminalRow>('name', t('common.name'), { flex: 3, minWidth: 148 }),
    textColumn<TerminalRow>('code', t('devices.code'), { flex: 2, minWidth: 110 }),
    {
      ...nameColumn<TerminalRow>('org', t('zones.zone'), { flex: 2, minWidth: 110 }),
      valueGetter: ({ data }) => (data === undefined || data.org === null ? '' : zoneName(data.org)),
    },
    {
      ...textColumn<TerminalRow>('kind', t('devices.role'), { width: 130 }),
      valueGetter: ({ data }) => (data === undefined ? '' : t(`terminalKind.${data.kind}`)),
    },
    textColumn<TerminalRow>('client_ip', t('devices.ip'), { width: 130 }),
    numberColumn<TerminalRow>('ao_volume', t('common.volume'), undefined, { width: 64 }),
  ];
}
