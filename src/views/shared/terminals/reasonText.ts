import type { TFunction } from 'i18next';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import { levelText } from '../../kit/status/levelMeter.ts';

/** Context of the reasons beside the row. */
export interface ReasonContext {
  t: TFunction;
  /** IANA name of the site's time zone. */
  timeZone: string;
  /** Broadcast of an id, if visible to the account. */
  broadcast: (id: number) => BroadcastLive | undefined;
}

/** Reasons that name a broadcast: its name is the main text of the cell. */
const named = new Set([
  'playing',
  'sent',
  'answered',
  'calling',
  'ringing',
  'call_refused',
  'call_busy',
  'group_busy',
  'start_waits',
  'preempting',
  'ducking',
  'ducked',
  'paused',
  'stopped',
  'silent',
  'no_level',
  'no_report',
  'muted',
  'unsynced',
]);

/** Reasons of claims that are heard as intended: the claim is named first. */
const withClaim = new Set(['preempting', 'ducking', 'ducked']);

function timeOf(seconds: unknown, timeZone: string): string {
  return typeof seconds === 'number' ? formatTimestamp(seconds, '', timeZone).slice(11) : '';
}

/**
 * Describes what plays at a terminal and why it sounds as it does, so that every silent speaker shows a
 * reason. The server gives the reason as a key of the locale section `reason` with parameters. A terminal that
 * somebody listens to says so.
 */
export function reasonText(row: DeviceLive, context: ReasonContext): DetailText {
  const reason = ownReason(row, context);
  if (row.listeners === 0) return reason;
  const { t } = context;
  const listened = t('terminal.subscribed');
  return {
    ...reason,
    detail: reason.detail === '' ? listened : `${reason.detail}${t('devices.claimAnd')}${listened}`,
  };
}

function ownReason(row: DeviceLive, context: ReasonContext): DetailText {
  const { t, timeZone } = context;
  const { key, params } = row.reason;
  const task = String(params.task ?? row.tasks);
  const broadcast = row.task_id === null ? undefined : context.broadcast(row.task_id);
  const claim =
    broadcast === undefined
      ? ''
      : t('devices.claim', {
          type: t(`codes.taskType.${broadcast.task_type}`),
          priority: broadcast.priority,
          by: broadcast.started_by,
        });
  const text = (name: string) =>
    t(`reason.${name}`, {
      ...params,
      task,
      time: timeOf(params.since ?? row.online_since, timeZone),
      level: typeof params.level === 'number' ? levelText(params.level) : '',
    });
  if (key === 'playing') return { main: task, detail: claim };
  if (key === 'offline' && params.since === undefined) return { main: '', detail: text('offline_unknown') };
  if (key === 'locked' && task !== '') return { main: task, detail: text('locked') };
  const detail = text(key);
  if (!named.has(key)) return { main: '', detail };
  const separator = t('devices.claimAnd');
  return {
    main: task,
    detail: withClaim.has(key) && claim !== '' ? `${claim}${separator}${detail}` : detail,
  };
}
