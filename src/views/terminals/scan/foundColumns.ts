import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { FoundTerminal } from '../../../../contract/entities/device.ts';
import { detailColumn, statusColumn, textColumn } from '../../kit/grid/columns.ts';
import { ageText } from '../ages.ts';

/** What the columns need beside the rows. */
export interface FoundColumnContext {
  t: TFunction;
  /** Server time, epoch ms. */
  now: () => number;
  /** Name of the adopted terminal of a code, where there is one. */
  nameOfCode: (code: string) => string | undefined;
  /** Name of its zone. */
  zoneOfCode: (code: string) => string | undefined;
}

/** The columns of the scan screen. */
export function foundColumns({
  t,
  now,
  nameOfCode,
  zoneOfCode,
}: FoundColumnContext): ColDef<FoundTerminal>[] {
  function noteOf({ code, known_code }: FoundTerminal): string {
    const name = nameOfCode(code);
    if (known_code) return t('scan.knownCode', { name: name ?? code });
    // Imported, never adopted: its place is prepared (docs/decisions/0031).
    return name === undefined
      ? t('scan.isNew')
      : t('transfer.expected', { name, zone: zoneOfCode(code) ?? '' });
  }
  return [
    statusColumn<FoundTerminal>(
      'state',
      t('common.status'),
      (row) => (row.known_code ? 'conflict' : 'found'),
      (state) => t(`status.${state}`),
      { width: 108 },
    ),
    textColumn<FoundTerminal>('code', t('devices.code'), { width: 160 }),
    textColumn<FoundTerminal>('name', t('scan.ownName'), { flex: 2, minWidth: 120 }),
    detailColumn<FoundTerminal>(
      'note',
      t('scan.note'),
      (row) => ({
        main: '',
        detail: noteOf(row),
      }),
      { flex: 3 },
    ),
    {
      ...textColumn<FoundTerminal>('kind', t('devices.role'), { width: 130 }),
      valueGetter: ({ data }) => (data === undefined ? '' : t(`terminalKind.${data.kind}`)),
    },
    textColumn<FoundTerminal>('model', t('scan.model'), { width: 140 }),
    textColumn<FoundTerminal>('version', t('devices.version'), { width: 90 }),
    textColumn<FoundTerminal>('client_ip', t('devices.ip'), { width: 130 }),
    {
      ...textColumn<FoundTerminal>('features', t('scan.features'), { initialHide: true, width: 200 }),
      valueGetter: ({ data }) => (data?.features ?? []).join(', '),
    },
    {
      colId: 'found_at',
      headerName: t('scan.waiting'),
      type: 'rightAligned',
      width: 112,
      valueGetter: ({ data }) => data?.found_at ?? null,
      valueFormatter: ({ value }) => (value === null ? '' : ageText(now() - value * 1000, t)),
      comparator: (a: number, b: number) => b - a,
    },
  ];
}
