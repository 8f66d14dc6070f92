import type { DeviceRow } from '../../streams/deviceState.ts';

/** States of a dot, in order of precedence where it stands for several terminals. */
export const dotStates = ['alarm', 'fault', 'known', 'sounding', 'idle'] as const;
export type DotState = (typeof dotStates)[number];

/** Facts of a terminal that decide its dot. */
export type Facts = Pick<DeviceRow, 'org' | 'state' | 'play_status' | 'task_id'> & { id?: number };

/** Tells if a terminal plays. */
export function isSounding({ state, play_status }: Pick<Facts, 'state' | 'play_status'>): boolean {
  return (play_status === 2 || play_status === 4) && (state === 'playing' || state === 'manual_playing');
}

/** State of the dot of a terminal. @param alarms ids of the broadcasts of alarms */
export function dotStateOf(device: Facts, alarms: ReadonlySet<number>): DotState {
  switch (device.state) {
    case 'offline':
    case 'no_sound':
    case 'locked':
      return 'fault';
    case 'offline_known':
    case 'behind_relay':
    case 'no_sound_known':
      return 'known';
    default:
      if (!isSounding(device)) return 'idle';
      return alarms.has(device.task_id ?? 0) ? 'alarm' : 'sounding';
  }
}

/** State of a dot that stands for several terminals. */
export const worst = (states: readonly DotState[]): DotState =>
  dotStates.find((state) => states.includes(state)) ?? 'idle';
