import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { CallLive } from '../../../../contract/protocol/call.ts';
import type { Feeds } from '../../../streams/feeds.ts';
import type { KindRow } from '../../../streams/kind.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import { detailColumn, numberColumn, textColumn } from '../../kit/grid/columns.ts';
import { durationText } from '../../kit/time/lengths.ts';
import type { KindContext } from '../../shared/terminals/kindColumns.ts';

export type DialogueRow = KindRow<'dialogue'>;

/** Finds the call of a station. */
export function callOf(station: number, calls: Iterable<CallLive>): CallLive | undefined {
  for (const call of calls) if (call.caller === station || call.callees.includes(station)) return call;
  return undefined;
}

const phoneReasons = ['telephone_away', 'telephone_off', 'telephone_refused'] as const;
const isPhoneReason = (key: string): key is (typeof phoneReasons)[number] =>
  (phoneReasons as readonly string[]).includes(key);

/** Describes the call state of a station: free, ringing or in a call, and with whom. */
export function callText(
  row: Pick<DialogueRow, 'id' | 'online' | 'status' | 'reason'>,
  call: CallLive | undefined,
  t: TFunction,
): DetailText {
  if (call === undefined) {
    // A phone that is rung to page, or pages, is in no call of stations.
    const state = row.status?.state;
    if (state === 'ringing' || state === 'paging') return { main: t(`caster.state.${state}`), detail: '' };
    const { key, params } = row.reason;
    if (row.online) return { main: '', detail: t('dialogue.free') };
    // Why a phone is away is known; of other stations the state says all.
    return { main: '', detail: isPhoneReason(key) ? t(`reason.${key}`, params) : '—' };
  }
  const isCaller = call.caller === row.id;
  const peer = isCaller ? `${call.callee_name} ${call.number}` : call.caller_name;
  const state = call.state === 'talking' ? 'talking' : isCaller ? 'calling' : 'ringing';
  return { main: t(`caster.state.${state}`), detail: peer.trim() };
}

/** Seconds since a call was answered; null: not answered. */
export function callSeconds(call: CallLive | undefined, nowMs: number): number | null {
  if (call?.answered_at == null) return null;
  return Math.max(0, Math.floor(nowMs / 1000) - call.answered_at);
}

/** Columns of state with partner and duration, codes, callee, mode and priority. */
export function dialogueColumns(streams: Pick<Feeds, 'call'>) {
  const call = (row: DialogueRow) =>
    callOf(
      row.id,
      streams.call.filter(() => true),
    );
  return (context: KindContext): ColDef<DialogueRow>[] => {
    const { t } = context;
    return [
      detailColumn<DialogueRow>('call', t('dialogue.call'), (row) => callText(row, call(row), t), {
        minWidth: 180,
        flex: 2,
      }),
      {
        colId: 'length',
        headerName: t('dialogue.length'),
        type: 'rightAligned',
        width: 100,
        valueGetter: ({ data }) => (data === undefined ? null : callSeconds(call(data), context.now())),
        valueFormatter: ({ value }) => (value === null ? '—' : durationText(t, value * 1000)),
      },
      textColumn<DialogueRow>('call_number', t('devices.callNumber'), { colId: 'number', width: 110 }),
      textColumn<DialogueRow>('dialogue_code', t('dialogue.code'), { width: 112 }),
      textColumn<DialogueRow>('callee', t('dialogue.callee'), { width: 112 }),
      {
        ...textColumn<DialogueRow>('call_mode', t('dialogue.mode'), { width: 120 }),
        valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.callMode.${data.call_mode}`)),
      },
      numberColumn<DialogueRow>('priority', t('common.priority'), undefined, { width: 92 }),
    ];
  };
}
