import type { DeviceLive } from '../../../contract/entities/device.ts';
import { type DeviceState, stateOf } from '../../streams/deviceState.ts';
import type { StatusName } from '../kit/status.ts';

/** The state of a terminal in the words of the status vocabulary. */
export const statusOf: (row: DeviceLive) => StatusName = stateOf;

/** The counters above the grid, in their order (look: 02). */
export const counterKeys = [
  'all',
  'offline',
  'expected',
  'no_sound',
  'not_known',
  'playing',
  'manual_playing',
  'paused',
  'manual_stop',
  'free',
] as const;
export type CounterKey = (typeof counterKeys)[number];

/** The counter of each state, where that is not its own name. */
const counters: Partial<Record<DeviceState, Exclude<CounterKey, 'all'>>> = {
  offline_known: 'offline',
  no_sound_known: 'no_sound',
  locked: 'no_sound',
};

/** The counter that a terminal counts in, beside `all`. */
export function counterOf(row: DeviceLive): Exclude<CounterKey, 'all'> {
  const state = stateOf(row);
  return counters[state] ?? (state as Exclude<CounterKey, 'all'>);
}

const rare: ReadonlySet<string> = new Set(['expected', 'not_known']);

/** Who is expected, or not known, is counted only where there are some, or where somebody has asked for them. */
export function shownCounters<Key extends string>(
  keys: readonly Key[],
  counts: Partial<Record<Key, number>> | undefined,
  chosen: string | undefined,
): Key[] {
  return keys.filter((key) => !rare.has(key) || chosen === key || (counts?.[key] ?? 0) > 0);
}

export function isCounterKey(text: string | undefined): text is CounterKey {
  return (counterKeys as readonly (string | undefined)[]).includes(text);
}
