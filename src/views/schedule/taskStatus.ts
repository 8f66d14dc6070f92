import type { TFunction } from 'i18next';
import { type PlayStatus, playStatus, scheduleDay, type TaskValidity } from '../../../contract/codes.ts';
import type { ScheduledTaskAction, ScheduledTaskLive } from '../../../contract/entities/scheduledTask.ts';
import { playbackResult } from '../../../contract/workflow.ts';
import type { StatusName } from '../kit/status.ts';

/** Validities in the order of the counters (spec 4). */
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

/** The play status of spec 4; a task whose terminals are all taken waits. */
export function playStatusName(row: Playing): StatusName {
  return row.state === 'waiting' ? 'waiting' : (plays[row.play_status as PlayStatus] ?? 'free');
}

/** What can be done by hand, in the order of the buttons. */
export const runActions = [
  'start',
  'pause',
  'resume',
  'stop',
] as const satisfies readonly ScheduledTaskAction[];
export type RunAction = (typeof runActions)[number];

const playbackOf = { start: 'playing', pause: 'paused', resume: 'resume', stop: 'stop' } as const;

/** Whether the playback state allows an action (contract/workflow.ts). A control task is started, and stopped. */
export function mayRun(row: Playing & Pick<ScheduledTaskLive, 'task_type'>, action: RunAction): boolean {
  // What sounds of a control task is the self-test: it is not paused.
  if (row.task_type === 10) return action === (row.state === null ? 'start' : 'stop');
  if (row.state === null) return action === 'start';
  return playbackResult(row.play_status as PlayStatus, playbackOf[action]) !== null;
}

/** Day numbers as people begin their week: Monday first (0 is Sunday, spec 3). */
export const weekOrder = [1, 2, 3, 4, 5, 6, 0] as const;

type Days = Pick<ScheduledTaskLive, 'schedule_day' | 'weekday_flags'>;

/** On which days it runs, in short. */
export function daysText(row: Days, t: TFunction): string {
  if (row.schedule_day !== scheduleDay.manualSelection) return t(`codes.scheduleDay.${row.schedule_day}`);
  return weekOrder
    .filter((day) => row.weekday_flags.includes(day))
    .map((day) => t(`schedule.weekdayShort.${day}`))
    .join(t('schedule.dayJoin'));
}

/** `08:00` where the seconds are none. */
export function shortTime(time: string): string {
  return time.endsWith(':00') && time.length === 8 ? time.slice(0, 5) : time;
}
