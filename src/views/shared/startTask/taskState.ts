import { type PlayStatus, playbackAction, playStatus, taskType } from '../../../../contract/codes.ts';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import { type PlaybackAction, playbackSpec } from '../../../machines/playback.ts';
import type { StatusName } from '../../kit/status/status.ts';

/** Status names of a task. */
export const taskStates = ['no_sound', 'behind_relay', 'playing', 'paused', 'waiting'] as const;
export type TaskState = (typeof taskStates)[number] & StatusName;

/** Time that terminals have for their first report before silence is a fault, ms. */
const graceMs = 5_000;

/** State of a task. `now`: server time, epoch ms. */
export function taskState(row: BroadcastLive, now: number): TaskState {
  if (row.state !== 'playing') return row.state;
  if (row.targets > 0 && row.behind_relay === row.targets) return 'behind_relay';
  const isSilent =
    row.sounding + row.sent === 0 && now - row.anchor_at > graceMs && now - row.started_at * 1000 > graceMs;
  return isSilent ? 'no_sound' : 'playing';
}

/**
 * Tells whether an alarm plays the task: it can be neither stopped nor changed here, only in alarm control.
 */
export function isOfAlarm(row: Pick<BroadcastLive, 'task_type'>): boolean {
  return row.task_type === taskType.alarm;
}

const everyAction = playbackSpec.actions;
const withoutItems = Object.values(playbackAction);
const noAction: readonly PlaybackAction[] = [];

/** Actions that a broadcast has: none while an alarm plays it, and no other item in live sound. */
export function actionsOf(row: Pick<BroadcastLive, 'task_type' | 'item_count'>): readonly PlaybackAction[] {
  if (isOfAlarm(row)) return noAction;
  return row.item_count === 0 ? withoutItems : everyAction;
}

/** Play status by which the table of contract/workflow.ts gates the buttons. */
export function playStatusOf(row: Pick<BroadcastLive, 'state' | 'started_by'>): PlayStatus {
  if (row.state === 'paused') return playStatus.pause;
  return row.started_by === '' ? playStatus.playing : playStatus.manualPlaying;
}

/**
 * Tells whether the position advances: while the task plays, and while all its terminals are pre-empted,
 * unless it resumes where it was. It does not before a start that waits.
 */
export function isRunning(row: Pick<BroadcastLive, 'state' | 'resume_policy' | 'waiting_for'>): boolean {
  if (row.waiting_for > 0) return false;
  return row.state === 'playing' || (row.state === 'waiting' && row.resume_policy !== 'position');
}

export interface TaskProgress {
  /** Current item: position and length, ms. */
  itemMs: number;
  itemTotalMs: number;
  /** Whole task: played time, and time left until it ends by itself (null: until it is stopped), ms. */
  played_ms: number;
  left_ms: number | null;
}

/**
 * Computes the position of a task from its anchor and the time since (contract/entities/tasks/broadcast.ts). `now`:
 * epoch ms.
 */
export function taskProgress(row: BroadcastLive, now: number): TaskProgress {
  const since = isRunning(row) ? Math.max(0, now - row.anchor_at) : 0;
  const left_ms = row.left_ms === null ? null : Math.max(0, row.left_ms - since);
  const ran = row.left_ms === null ? since : Math.min(since, row.left_ms);
  return {
    itemMs: Math.min(row.item_position_ms + ran, row.item_duration_ms),
    itemTotalMs: row.item_duration_ms,
    played_ms: row.position_ms + ran,
    left_ms,
  };
}

/** Tells whether the current item is the last one: "next" would end the task. */
export function isLastItem(row: BroadcastLive): boolean {
  return row.left_ms !== null && row.left_ms <= row.item_duration_ms - row.item_position_ms + 20;
}
