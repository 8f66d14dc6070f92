import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { CapturedChannel } from '../../../../contract/protocol/terminalStatus.ts';
import type { KindRow } from '../../../streams/kind.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import { detailColumn, levelColumn, textColumn } from '../../kit/grid/columns.ts';
import type { LevelView } from '../../kit/status/levelMeter.ts';
import type { KindContext } from './kindColumns.ts';

export type CapturerRow = KindRow<'capturer'>;

/** Label of a channel: its name, else its number. */
export function channelName(row: Pick<CapturerRow, 'channel_names'>, channel: number, t: TFunction): string {
  return row.channel_names[channel - 1] || t('capturer.channelN', { channel });
}

/** Number of channels that a capturer has, or has names for. */
export function channelCount(row: Pick<CapturerRow, 'channel_names' | 'status'>): number {
  return Math.max(1, row.channel_names.length, ...(row.status?.channels.map((one) => one.channel) ?? []));
}

/** Meter of a channel; null: nothing is measured. */
export function channelLevel(row: Pick<CapturerRow, 'id'>, one: CapturedChannel): LevelView | null {
  if (one.level_db === null) return null;
  return { level: one.level_db, peak: one.peak_db, silent: false, key: `${row.id}/${one.channel}` };
}

/** The loudest channel now; null: none is measured. */
export function loudestOf(row: Pick<CapturerRow, 'status'>): CapturedChannel | null {
  const measured = row.status?.channels.filter((one) => one.level_db !== null) ?? [];
  return measured.reduce<CapturedChannel | null>(
    (best, one) => (best === null || (one.level_db ?? 0) > (best.level_db ?? 0) ? one : best),
    null,
  );
}

/** Counts the channels; amber when one of them is unavailable. */
export function channelsText(row: Pick<CapturerRow, 'status'>, t: TFunction): DetailText {
  const channels = row.status?.channels;
  if (channels === undefined) return { main: '', detail: '—' };
  const of = (state: CapturedChannel['state']) => channels.filter((one) => one.state === state).length;
  const [sending, failed, locked] = [of('sending'), of('failed'), of('locked')];
  const parts = [
    t('capturer.channelCount', { count: channels.length }),
    ...(sending > 0 ? [t('capturer.sendingN', { n: sending })] : []),
  ];
  const bad = [
    ...(failed > 0 ? [t('capturer.failedN', { n: failed })] : []),
    ...(locked > 0 ? [t('capturer.lockedN', { n: locked })] : []),
  ];
  const comma = t('kit.listComma');
  return bad.length === 0
    ? { main: '', detail: parts.join(comma) }
    : { main: bad.join(comma), detail: parts.join(comma), fault: true };
}

/** Columns of trigger mode, channels and the loudest channel. */
export function capturerColumns({ t }: KindContext): ColDef<CapturerRow>[] {
  return [
    levelColumn<CapturerRow>(
      'level',
      t('capturer.loudest'),
      (row) => {
        const one = loudestOf(row);
        return one && channelLevel(row, one);
      },
      { width: 128, minWidth: 104 },
    ),
    detailColumn<CapturerRow>('channels', t('capturer.channels'), (row) => channelsText(row, t), {
      flex: 2,
    }),
    {
      ...textColumn<CapturerRow>('mode', t('capturer.mode'), { width: 120 }),
      valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.capturerMode.${data.mode}`)),
    },
  ];
}
