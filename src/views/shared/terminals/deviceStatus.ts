import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import { type DeviceState, stateOf } from '../../../streams/deviceState.ts';
import type { StatusName } from '../../kit/status/status.ts';

/** Status name of a terminal. */
export const statusOf: (row: DeviceLive) => StatusName = stateOf;

/** Counters above the grid, in their order. */
export const counterKeys = [
  'all',
  'offline',
  'behind_relay',
  'expected',
  'no_sound',
  'not_known',
  'sent',
  'playing',
  'manual_playing',
  'paused',
  'manual_stop',
  'free',
] as const;
export type CounterKey = (typeof counterKeys)[number];

/** Counter of each state, where it differs from the name of the state. */
const counters: Partial<Record<DeviceState, Exclude<CounterKey, 'all'>>> = {
  offline_known: 'offline',
  no_sound_known: 'no_sound',
  locked: 'no_sound',
};

/** Counter of a terminal, beside `all`. */
export function counterOf(row: DeviceLive): Exclude<CounterKey, 'all'> {
  const state = stateOf(row);
  return counters[state] ?? (state as Exclude<CounterKey, 'all'>);
}

const rare: ReadonlySet<string> = new Set(['behind_relay', 'expected', 'not_known', 'sent']);

/**
 * Counters to show: those of terminals behind a lost relay, expected, unknown and unconfirmed terminals only if there are any, or if they are selected.
 */
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
