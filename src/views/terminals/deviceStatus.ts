import type { DeviceLive } from '../../../contract/entities/device.ts';
import type { StatusName } from '../kit/status.ts';

/** Spec 4: play status 0–4 in the words of the status vocabulary. */
const byPlayStatus = ['free', 'paused', 'playing', 'manual_stop', 'manual_playing'] as const;

/** The one state in which a terminal stands on the grid: what is abnormal comes before what it plays (look: Why). */
export function statusOf(row: DeviceLive): StatusName {
  const isKnown = row.fault === 'acknowledged';
  if (!row.online) return isKnown ? 'offline_known' : 'offline';
  if (row.sound === 'locked') return 'locked';
  if (row.sound === 'silent') return isKnown ? 'no_sound_known' : 'no_sound';
  return byPlayStatus[row.play_status];
}

/** The counters above the grid, in their order (look: 02). */
export const counterKeys = [
  'all',
  'offline',
  'no_sound',
  'playing',
  'manual_playing',
  'paused',
  'manual_stop',
  'free',
] as const;
export type CounterKey = (typeof counterKeys)[number];

/** The counter that a terminal counts in, beside `all`. */
export function counterOf(row: DeviceLive): Exclude<CounterKey, 'all'> {
  if (!row.online) return 'offline';
  if (row.sound === 'silent' || row.sound === 'locked') return 'no_sound';
  return byPlayStatus[row.play_status];
}

export function isCounterKey(text: string | undefined): text is CounterKey {
  return (counterKeys as readonly (string | undefined)[]).includes(text);
}
