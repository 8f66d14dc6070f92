import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { onlineState } from '../../../../contract/codes.ts';
import { ttsAuthorizationOf } from '../../../../contract/workflow.ts';
import type { KindRow } from '../../../streams/kind.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import { detailColumn } from '../../kit/grid/columns.ts';
import type { KindContext } from '../../shared/terminals/kindColumns.ts';

export type XttsRow = KindRow<'xtts'>;

/** Current activity of a TTS terminal. */
export function speakingText(row: Pick<XttsRow, 'status' | 'online'>, t: TFunction): DetailText {
  if (row.status === null) return { main: '', detail: '—' };
  const { speaking } = row.status;
  return speaking === null
    ? { main: '', detail: t('xtts.idle') }
    : { main: t('xtts.speaks'), detail: speaking };
}

/** Authorization state: opened or not opened, online or offline. */
export function authorizationText(row: Pick<XttsRow, 'licenses' | 'online'>, t: TFunction): DetailText {
  const state = ttsAuthorizationOf(row.licenses);
  const online = row.online ? onlineState.online : onlineState.offline;
  return { main: t(`codes.ttsAuthorization.${state}`), detail: t(`codes.onlineState.${online}`) };
}

/** Voices, each with its languages. */
export function voicesText(row: Pick<XttsRow, 'status'>, t: TFunction): string {
  const languages = Map.groupBy(row.status?.voices ?? [], (voice) => voice.name);
  return [...languages]
    .map(([name, voices]) => `${name} (${voices.map((voice) => voice.lang).join(', ')})`)
    .join(t('kit.listComma'));
}

function countColumn(
  colId: string,
  headerName: string,
  count: (status: NonNullable<XttsRow['status']>) => number,
  more: ColDef<XttsRow> = {},
): ColDef<XttsRow> {
  return {
    colId,
    headerName,
    type: 'rightAligned',
    width: 96,
    valueGetter: ({ data }) => (data === undefined || data.status === null ? null : count(data.status)),
    valueFormatter: ({ value }) => (value === null ? '—' : String(value)),
    ...more,
  };
}

/** Columns of state, queue, voices and results of the texts so far. */
export function xttsColumns({ t, width }: KindContext): ColDef<XttsRow>[] {
  const onWide = { initialHide: width < 1600 };
  return [
    detailColumn<XttsRow>('authorization', t('xtts.authorization'), (row) => authorizationText(row, t), {
      flex: 0,
      width: 140,
      minWidth: 120,
    }),
    detailColumn<XttsRow>('speaking', t('xtts.now'), (row) => speakingText(row, t), { flex: 2 }),
    countColumn('queue', t('xtts.queue'), (status) => status.queue, { width: 80 }),
    {
      colId: 'voices',
      headerName: t('xtts.voices'),
      flex: 2,
      minWidth: 120,
      valueGetter: ({ data }) => (data === undefined ? '' : voicesText(data, t)),
      tooltip: ({ value }) => value,
    },
    countColumn('spoken', t('xtts.spoken'), (status) => status.spoken, onWide),
    countColumn('failed', t('xtts.failed'), (status) => status.failed, onWide),
  ];
}
