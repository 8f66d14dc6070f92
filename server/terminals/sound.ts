import type { DeviceLive, Why } from '../../contract/entities/device.ts';
import type { Report } from '../../contract/terminal.ts';

/** What the broadcast engine says of a terminal. */
export interface Playing {
  task_id: number | null;
  /** Name of the broadcast. */
  tasks: string;
  play_status: DeviceLive['play_status'];
  why: Why;
  /** The broadcast's own volume, in place of the terminal's; null or absent: it has none. */
  volume?: number | null;
  /** Nobody is to hear it: silence that keeps its terminals, or the tone of a self-test. */
  isQuiet?: boolean;
  /** An alarm, or above alarms: its proof expires sooner. */
  isUrgent?: boolean;
  /** Level of the programme just before a media time, dBFS before any volume; null: not known there. */
  levelAt?: (us: number) => number | null;
}

/** Why a terminal that plays cannot be heard: its volume is 0, or silence goes to its card where the programme is none. */
export type Mute = 'muted' | 'no_level';

export const notPlaying: Playing = {
  task_id: null,
  tasks: '',
  play_status: 0,
  why: { key: 'free', params: {} },
};

/** Whether a broadcast is to be heard at this terminal now: playing (2) or playing by hand (4), spec 4. */
export function shouldSound(playing: Playing): boolean {
  return playing.task_id !== null && (playing.play_status === 2 || playing.play_status === 4);
}

/** The answer to "why": what keeps a terminal from sounding comes before what the engine wants of it. */
export function finalWhy(state: {
  online: boolean;
  neverSeen: boolean;
  /** Epoch seconds of the last change of `online`. */
  since: number | null;
  sound: DeviceLive['sound'];
  report: Report | null;
  /** Why it is silent though it plays. */
  mute: Mute | null;
  /** Its reports do not come any more. */
  isStale: boolean;
  playing: Playing;
}): Why {
  const { playing, report, sound } = state;
  const task = playing.tasks;
  if (state.neverSeen && !state.online) return { key: 'never_seen', params: {} };
  if (!state.online) {
    if (shouldSound(playing)) return { key: 'lost_while_playing', params: { task } };
    return { key: 'offline', params: state.since === null ? {} : { since: state.since } };
  }
  if (shouldSound(playing) && state.isStale) return { key: 'no_report', params: { task } };
  if (report?.powered === false) return { key: 'off', params: task === '' ? {} : { task } };
  if (sound === 'locked') return { key: 'locked', params: task === '' ? {} : { task } };
  if (shouldSound(playing)) {
    if (report?.state === 'unsynced') return { key: 'unsynced', params: { task } };
    const level = Math.round(report?.level_db ?? -200);
    if (sound === 'silent' && state.mute === 'muted') return { key: 'muted', params: { task } };
    if (sound === 'silent') return { key: state.mute ?? 'silent', params: { task, level } };
  }
  return playing.why;
}
