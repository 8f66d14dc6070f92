import type { TFunction } from 'i18next';
import {
  type PlaybackAction,
  type PlayStatus,
  playbackAction,
  playStatus,
  scheduleDay,
  type TaskValidity,
  taskType,
} from '../../../../contract/codes.ts';
import type {
  ScheduledTaskAction,
  ScheduledTaskLive,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import { controlTaskActions } from '../../../../contract/workflow.ts';
import type { StatusName } from '../../kit/status/status.ts';

/** Validities in the order of the counters. */
export const validities = [
  'executing',
  'in_effect',
  'not_effective',
  'expired',
] as const satisfies readonly TaskValidity[];

const plays: Record<PlayStatus, StatusName> = {
  [playStatus.free]: 'free',
  [playStatus.pause]: 'paused',
  [playStatus.playing]: 'playing',
  [playStatus.manualStop]: 'manual_stop',
  [playStatus.manualPlaying]: 'manual_playing',
};

type Playing = Pick<ScheduledTaskLive, 'play_status' | 'state'>;

/** Status name of a task by its play status; a task whose terminals are all pre-empted is waiting. */
export function playStatusName(row: Playing): StatusName {
  return row.state === 'waiting' ? 'waiting' : (plays[row.play_status as PlayStatus] ?? 'free');
}

/** Manual actions in the order of the buttons. */
export const runActions = [
  'start',
  'pause',
  'resume',
  'stop',
] as const satisfies readonly ScheduledTaskAction[];
export type RunAction = (typeof runActions)[number];

/** Action of the playback table (contract/workflow.ts) for each manual action on a saved task. */
export const playbackOf = {
  start: 'playing',
  pause: 'paused',
  resume: 'resume',
  stop: 'stop',
} as const satisfies Record<RunAction, PlaybackAction>;

/**
 * Play status of a saved task for its playback machine. One that is on the air can always be stopped, one that
 * is not can be started.
 */
export function savedStatusOf(row: Playing): PlayStatus {
  const status = row.play_status as PlayStatus;
  const isStopped = status === playStatus.free || status === playStatus.manualStop;
  if (row.state === null) return isStopped ? status : playStatus.free;
  return isStopped ? playStatus.playing : status;
}

/** Actions that a saved task has; a capturer task has no type. */
export function playbackActionsOf(row: { task_type?: number }): readonly PlaybackAction[] {
  return row.task_type === taskType.control ? controlTaskActions : Object.values(playbackAction);
}

/** Day numbers of a week that begins on Monday (0 is Sunday). */
export const weekOrder = [1, 2, 3, 4, 5, 6, 0] as const;

type Days = Pick<ScheduledTaskLive, 'schedule_day' | 'weekday_flags' | 'day_type_names'>;

/** Describes the days on which a task runs. */
export function daysText(row: Days, t: TFunction): string {
  if (row.day_type_names.length > 0) return row.day_type_names.join(t('kit.listComma'));
  if (row.schedule_day !== scheduleDay.manualSelection) return t(`codes.scheduleDay.${row.schedule_day}`);
  return weekOrder
    .filter((day) => row.weekday_flags.includes(day))
    .map((day) => t(`schedule.weekdayShort.${day}`))
    .join(t('schedule.dayJoin'));
}

/** Formats a time of day; `08:00` without seconds when they are 0. */
export function shortTime(time: string): string {
  return time.endsWith(':00') && time.length === 8 ? time.slice(0, 5) : time;
}
