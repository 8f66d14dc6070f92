import type { DeviceLive, StateReason } from '../../../../contract/entities/terminals/device.ts';
import type { Report } from '../../../../contract/protocol/terminal.ts';
import { type Delivery, deliveryReason } from './terminals.types.ts';

/** State of a terminal as the broadcast engine sees it. */
export interface Playing {
  task_id: number | null;
  /** Name of the broadcast. */
  tasks: string;
  play_status: DeviceLive['play_status'];
  reason: StateReason;
  /** Volume of the broadcast, in place of the terminal's; null or undefined: none. */
  volume?: number | null;
  /** Inaudible by design: silence that holds its terminals, or the tone of a self-test. */
  isQuiet?: boolean;
  /** An alarm, or above alarms: its reports expire sooner. */
  isUrgent?: boolean;
  /** Level of the programme just before a media time, dBFS before any volume; null: unknown there. */
  levelAt?: (us: number) => number | null;
  /** Current media time, µs; absent: positions are not compared with it. */
  nowUs?: () => number;
}

/** Reason why a terminal that plays cannot be heard: volume 0, or silence where the programme is loud. */
export type Mute = 'muted' | 'no_level';

export const notPlaying: Playing = {
  task_id: null,
  tasks: '',
  play_status: 0,
  reason: { key: 'free', params: {} },
};

/**
 * Tells if a broadcast should be heard at this terminal now: play status 2 (playing) or 4 (manual playing).
 */
export function shouldSound(playing: Playing): boolean {
  return playing.task_id !== null && (playing.play_status === 2 || playing.play_status === 4);
}

/** Determines the shown reason: causes at the terminal take precedence over decisions of the engine. */
export function finalReason(state: {
  online: boolean;
  neverSeen: boolean;
  /** Name of the relay that is not connected and through which it came last; null: none. */
  behindRelay: string | null;
  /** Reason why this server does not reach it, where it is known; null: it is not. */
  away: StateReason | null;
  /** Epoch seconds of the last change of `online`. */
  since: number | null;
  sound: DeviceLive['sound'];
  report: Report | null;
  /** Reason of silence while playing. */
  mute: Mute | null;
  /** True while its reports are missing. */
  isStale: boolean;
  playing: Playing;
  /** Broadcast that it played when its link was lost; null: none. */
  lostTask: number | null;
  /** Delivery of what it should play, to a terminal that reports nothing back; null: it reports. */
  delivery: Delivery | null;
}): StateReason {
  const { playing, report, sound } = state;
  const task = playing.tasks;
  if (!state.online && state.away !== null) return state.away;
  if (state.neverSeen && !state.online) return { key: 'never_seen', params: {} };
  if (!state.online) {
    if (state.behindRelay !== null) return { key: 'behind_relay', params: { relay: state.behindRelay } };
    // A broadcast that began afterwards was never played here.
    if (shouldSound(playing) && playing.task_id === state.lostTask)
      return { key: 'lost_while_playing', params: { task } };
    return { key: 'offline', params: state.since === null ? {} : { since: state.since } };
  }
  const delivered = shouldSound(playing) ? deliveryReason(state.delivery, task) : null;
  if (delivered !== null) return delivered;
  if (shouldSound(playing) && state.isStale) return { key: 'no_report', params: { task } };
  if (report?.powered === false) return { key: 'off', params: task === '' ? {} : { task } };
  if (sound === 'locked') return { key: 'locked', params: task === '' ? {} : { task } };
  if (shouldSound(playing)) {
    if (report?.state === 'unsynced') return { key: 'unsynced', params: { task } };
    const level = Math.round(report?.level_db ?? -200);
    if (sound === 'silent' && state.mute === 'muted') return { key: 'muted', params: { task } };
    if (sound === 'silent') return { key: state.mute ?? 'silent', params: { task, level } };
  }
  return playing.reason;
}
