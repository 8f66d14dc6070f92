import type { TFunction } from 'i18next';
import { type BroadcastTargetRow, intendedSilence } from '../../../../contract/entities/tasks/broadcast.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { levelText } from '../../kit/status/levelMeter.ts';
import type { StatusName } from '../../kit/status/status.ts';

const intended = new Set<string>(intendedSilence);

/** Status name of a target. Never heard without an accepted reason is a fault. */
export function targetStatus(
  row: Pick<BroadcastTargetRow, 'state' | 'first_sound_at' | 'reason'>,
): StatusName {
  switch (row.state) {
    case 'sounding':
      return 'playing';
    case 'silent':
      return row.reason?.key === 'start_waits' ? 'waiting' : 'no_sound';
    case 'unknown':
      return 'not_known';
    case 'left':
      return 'skipped';
    case 'ended':
      if (row.first_sound_at !== null) return 'reset';
      if (row.reason?.key === 'sent' || row.reason?.key === 'answered') return 'sent';
      if (row.reason?.key === 'behind_relay') return 'behind_relay';
      return intended.has(row.reason?.key ?? '') ? 'skipped' : 'no_sound';
    default:
      return row.state;
  }
}

/** Describes why a terminal sounds as it does, or did, by the locale section `reason`; empty without a reason. */
export function targetReason(reason: BroadcastTargetRow['reason'], t: TFunction, timeZone: string): string {
  if (reason === null || reason.key === 'playing') return '';
  const { params } = reason;
  const by = params.by ?? params.task ?? '';
  if (reason.key === 'offline' && params.since === undefined) return t('reason.offline_unknown');
  return t(`reason.${reason.key}`, {
    ...params,
    by,
    over: params.over ?? '',
    time: typeof params.since === 'number' ? formatTimestamp(params.since, '', timeZone).slice(11) : '',
    level: levelText(typeof params.level === 'number' ? params.level : null),
  });
}

/** Describes the samples that a terminal's sound card missed; empty: none, or not reported. */
export function missedText(
  { gaps, missed_ms }: Pick<BroadcastTargetRow, 'gaps' | 'missed_ms'>,
  t: TFunction,
): string {
  if (!gaps || missed_ms === null) return '';
  return t('task.missedByCard', { gaps, s: (missed_ms / 1000).toFixed(2) });
}

/** Time of the first sample heard, HH:mm:ss.mmm; `at` in epoch ms. */
export function firstSoundText(at: number | null, none: string, timeZone: string): string {
  if (at === null) return none;
  const time = formatTimestamp(at / 1000, none, timeZone).slice(11);
  return `${time}.${String(Math.floor(at) % 1000).padStart(3, '0')}`;
}
