import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { DeviceLive } from '../../../contract/entities/device.ts';
import { numberColumn, statusColumn, textColumn } from '../kit/grid/columns.ts';
import { statusOf } from '../terminals/deviceStatus.ts';

/** What tells the terminals of a zone apart; everything else is on the device screen. */
export function memberColumns(t: TFunction, zoneName: (id: number) => string): ColDef<DeviceLive>[] {
  return [
    statusColumn<DeviceLive>('state', t('common.status'), statusOf, (state) => t(`status.${state}`), {
      width: 108,
    }),
    textColumn<DeviceLive>('name', t('common.name'), { flex: 3, minWidth: 148 }),
    textColumn<DeviceLive>('code', t('devices.code'), { flex: 2, minWidth: 110 }),
    {
      ...textColumn<DeviceLive>('org', t('zones.zone'), { flex: 2, minWidth: 110 }),
      valueGetter: ({ data }) => (data === undefined || data.org === null ? '' : zoneName(data.org)),
    },
    {
      ...textColumn<DeviceLive>('role', t('devices.role'), { width: 110 }),
      valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.terminalRole.${data.role}`)),
    },
    textColumn<DeviceLive>('client_ip', t('devices.ip'), { width: 130 }),
    numberColumn<DeviceLive>('ao_volume', t('common.volume'), undefined, { width: 64 }),
  ];
}
