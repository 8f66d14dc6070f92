import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { FoundTerminal } from '../../../../contract/entities/terminals/device.ts';
import { buttonsColumn, type RowButton } from '../../kit/grid/ButtonsCell.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import { detailColumn, nameColumn, statusColumn, textColumn } from '../../kit/grid/columns.ts';
import { ageText } from '../../shared/terminals/ages.ts';

/** Fields of a terminal of the site that the scan screen needs. */
export interface LikeCode {
  code: string;
  name: string;
  zone: string;
  /** Imported, never adopted (docs/decisions/0031-import-and-export.md). */
  isExpected: boolean;
}

/** Context of the columns beside the rows. */
export interface FoundColumnContext {
  t: TFunction;
  /** Server time, epoch ms. */
  now: () => number;
  /** Finds the terminal with a code, else one whose code differs in case only; with the name of its zone. */
  likeCode: (code: string) => LikeCode | undefined;
  /** Actions of a row. */
  buttons: (row: FoundTerminal) => readonly RowButton[];
  onButton: (row: FoundTerminal) => void;
}

/** Columns of the scan screen. */
export function foundColumns(context: FoundColumnContext): ColDef<FoundTerminal>[] {
  const { t, now, likeCode } = context;
  function noteOf({ code, known_code, plain_http }: FoundTerminal): DetailText {
    if (plain_http) return { main: t('scan.plainHttp'), detail: '', fault: true };
    const other = likeCode(code);
    if (known_code) return { main: '', detail: t('scan.knownCode', { name: other?.name ?? code }) };
    if (other === undefined) return { main: '', detail: t('scan.isNew') };
    const isOther = other.code !== code && !other.isExpected;
    return isOther
      ? { main: t('scan.likeCode', { ...other }), detail: '', fault: true }
      : { main: '', detail: t('transfer.expected', { ...other }) };
  }
  return [
    statusColumn<FoundTerminal>(
      'state',
      t('common.status'),
      (row) => (row.known_code ? 'conflict' : 'found'),
      t,
      'found',
    ),
    // Most terminals have no name of their own.
    textColumn<FoundTerminal>('code', t('devices.code'), { width: 160, cellAriaRole: 'rowheader' }),
    nameColumn<FoundTerminal>('name', t('scan.ownName'), { flex: 2, minWidth: 120 }),
    detailColumn<FoundTerminal>('note', t('scan.note'), noteOf, { flex: 3 }),
    {
      ...textColumn<FoundTerminal>('kind', t('devices.role'), { width: 130 }),
      valueGetter: ({ data }) => (data?.kind == null ? '' : t(`terminalKind.${data.kind}`)),
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
    buttonsColumn<FoundTerminal>(t('kit.actions'), context.buttons, context.onButton, { width: 104 }),
  ];
}
