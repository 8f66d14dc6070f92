import type { DeviceLive } from '../../contract/entities/device.ts';

/** Spec 4: play status 0–4 in words. */
const byPlayStatus = ['free', 'paused', 'playing', 'manual_stop', 'manual_playing'] as const;

/** Why a terminal is not online. `expected`: it was imported and has never come, which is no fault; `…_known`: acknowledged. */
export type AwayState = 'expected' | 'offline' | 'offline_known';

/** The one state in which a terminal stands on every screen; `…_known`: somebody has acknowledged it. */
export type DeviceState =
  | AwayState
  | 'locked'
  | 'no_sound'
  | 'no_sound_known'
  | 'not_known'
  | (typeof byPlayStatus)[number];

export function awayState(row: Pick<DeviceLive, 'fault' | 'last_login_time'>): AwayState {
  if (row.last_login_time === null) return 'expected';
  return row.fault === 'acknowledged' ? 'offline_known' : 'offline';
}

/** What is abnormal comes before what it plays (look: Why). */
export function stateOf(row: DeviceLive): DeviceState {
  const isKnown = row.fault === 'acknowledged';
  if (!row.online) return awayState(row);
  if (row.sound === 'locked') return 'locked';
  if (row.sound === 'silent') return isKnown ? 'no_sound_known' : 'no_sound';
  if (row.sound === 'unknown') return 'not_known';
  return byPlayStatus[row.play_status];
}

/** A live row with its state, which a grid sorts ten thousand rows by, ten times a second. */
export interface DeviceRow extends DeviceLive {
  state: DeviceState;
}

/** Completes a row that was just merged. */
export function addState(row: DeviceRow): void {
  row.state = stateOf(row);
}
