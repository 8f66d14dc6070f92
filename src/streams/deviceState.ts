import type { DeviceLive } from '../../contract/entities/terminals/device.ts';

/** Names of the play statuses 0–4. */
const byPlayStatus = ['free', 'paused', 'playing', 'manual_stop', 'manual_playing'] as const;

/**
 * Reason why a terminal is not online. `expected`: imported and never connected, which is no fault;
 * `…_known`: acknowledged; `behind_relay`: its relay is not connected, so that nothing is known about it.
 */
export type AwayState = 'expected' | 'offline' | 'offline_known' | 'behind_relay';

/** The one state that every screen shows for a terminal; `…_known`: somebody has acknowledged it. */
export type DeviceState =
  | AwayState
  | 'locked'
  | 'no_sound'
  | 'no_sound_known'
  | 'not_known'
  | 'sent'
  | (typeof byPlayStatus)[number];

export function awayState(row: Pick<DeviceLive, 'fault' | 'reason'>): AwayState {
  if (row.reason.key === 'never_seen') return 'expected';
  if (row.reason.key === 'behind_relay') return 'behind_relay';
  return row.fault === 'acknowledged' ? 'offline_known' : 'offline';
}

/** Returns the state of a terminal; an abnormal condition takes precedence over what it plays. */
export function stateOf(row: DeviceLive): DeviceState {
  const isKnown = row.fault === 'acknowledged';
  if (!row.online) return awayState(row);
  if (row.sound === 'locked') return 'locked';
  if (row.sound === 'silent') return isKnown ? 'no_sound_known' : 'no_sound';
  if (row.sound === 'unknown') return 'not_known';
  if (row.sound === 'sent') return 'sent';
  return byPlayStatus[row.play_status];
}

/** A live row with its state, by which a grid sorts ten thousand rows ten times a second. */
export interface DeviceRow extends DeviceLive {
  state: DeviceState;
}

/** Adds the state to a row after a merge. */
export function addState(row: DeviceRow): void {
  row.state = stateOf(row);
}
