import type { TFunction } from 'i18next';
import type { BroadcastLive } from '../../../contract/entities/broadcast.ts';
import type { DeviceLive } from '../../../contract/entities/device.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import type { DetailText } from '../kit/grid/cells.ts';
import { levelText } from '../kit/levelMeter.ts';

/** What the words of "why" need beside the row. */
export interface WhyContext {
  t: TFunction;
  /** IANA name of the site's time zone. */
  timeZone: string;
  /** The broadcast of an id, where the account may see it. */
  broadcast: (id: number) => BroadcastLive | undefined;
}

/** Name of the broadcast: what stands in the strong half of the cell. */
const named = new Set([
  'playing',
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

/** Reasons of those who are heard as they should be: who they are stands before them. */
const withClaim = new Set(['preempting', 'ducking', 'ducked']);

function timeOf(seconds: unknown, timeZone: string): string {
  return typeof seconds === 'number' ? formatTimestamp(seconds, '', timeZone).slice(11) : '';
}

/**
 * What plays at a terminal and why it sounds as it does: "no speaker is silent without an answer" (design 7). The
 * server gives the reason as a key of the locale section `why` with its parameters. Who is listened to says so (spec 8).
 */
export function whyText(row: DeviceLive, context: WhyContext): DetailText {
  const why = reasonText(row, context);
  if (row.listeners === 0) return why;
  const { t } = context;
  const listened = t('terminal.subscribed');
  return {
    ...why,
    detail: why.detail === '' ? listened : `${why.detail}${t('devices.claimAnd')}${listened}`,
  };
}

function reasonText(row: DeviceLive, context: WhyContext): DetailText {
  const { t, timeZone } = context;
  const { key, params } = row.why;
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
    t(`why.${name}`, {
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
