import { volumeToDb } from '../../contract/audio.ts';
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
}

export const notPlaying: Playing = {
  task_id: null,
  tasks: '',
  play_status: 0,
  why: { key: 'free', params: {} },
};

/** Programme below this is silence, dBFS before the volume. */
const SILENCE_DB = -55;
/** A terminal that should sound is silent only after this long, ms (monotonic). */
const SILENT_AFTER_MS = 2_000;
/** The time that the level in a report covers, ms. */
const LEVEL_WINDOW_MS = 1_000;

/** What is remembered of a terminal between its reports. */
export interface Ear {
  /** Monotonic ms of the first report without sound although there should be some; null: it sounds. */
  quietSince: number | null;
  /** Packets received at that report. */
  receivedThen: number;
}

/** Whether a broadcast is to be heard at this terminal now: playing (2) or playing by hand (4), spec 4. */
export function shouldSound(playing: Playing): boolean {
  return playing.task_id !== null && (playing.play_status === 2 || playing.play_status === 4);
}

/** The programme's level at a terminal, its volume taken out, dBFS; null: cannot be told (volume 0). */
export function programmeLevel(report: Report, ownVolume: number): number | null {
  if (report.state !== 'playing' || report.level_db === null) return Number.NEGATIVE_INFINITY;
  const volume = report.volume ?? ownVolume;
  return volume <= 0 ? null : report.level_db - volumeToDb(volume);
}

export function isLoud(level: number | null): boolean {
  return level !== null && level >= SILENCE_DB;
}

/**
 * Judges whether a terminal sounds as it should (design 6: proof of delivery). A quiet passage is not a fault:
 * a terminal whose programme arrives counts as silent only when another one of its broadcast was loud meanwhile.
 *
 * @param now monotonic ms of the report @param loudAt when a terminal of the broadcast last reported sound
 */
export function judge(
  ear: Ear,
  playing: Playing,
  report: Report,
  ownVolume: number,
  now: number,
  loudAt: number,
): DeviceLive['sound'] {
  if (report.state === 'locked') return 'locked';
  const level = programmeLevel(report, ownVolume);
  if (!shouldSound(playing) || playing.isQuiet || level === null || report.powered === false) {
    ear.quietSince = null;
    return 'none';
  }
  if (isLoud(level)) {
    ear.quietSince = null;
    return 'ok';
  }
  if (ear.quietSince === null) {
    ear.quietSince = now;
    ear.receivedThen = report.received;
  }
  if (now - ear.quietSince < SILENT_AFTER_MS) return 'ok';
  const delivered = report.state === 'playing' && report.received !== ear.receivedThen;
  const othersLoud = loudAt >= ear.quietSince + LEVEL_WINDOW_MS;
  return delivered && !othersLoud ? 'ok' : 'silent';
}

/** The answer to "why": what keeps a terminal from sounding comes before what the engine wants of it. */
export function finalWhy(state: {
  online: boolean;
  neverSeen: boolean;
  /** Epoch seconds of the last change of `online`. */
  since: number | null;
  sound: DeviceLive['sound'];
  report: Report | null;
  playing: Playing;
}): Why {
  const { playing, report, sound } = state;
  const task = playing.tasks;
  if (state.neverSeen && !state.online) return { key: 'never_seen', params: {} };
  if (!state.online) {
    if (shouldSound(playing)) return { key: 'lost_while_playing', params: { task } };
    return { key: 'offline', params: state.since === null ? {} : { since: state.since } };
  }
  if (report?.powered === false) return { key: 'off', params: task === '' ? {} : { task } };
  if (sound === 'locked') return { key: 'locked', params: task === '' ? {} : { task } };
  if (shouldSound(playing)) {
    if (report?.state === 'unsynced') return { key: 'unsynced', params: { task } };
    if (sound === 'silent')
      return { key: 'silent', params: { task, level: Math.round(report?.level_db ?? -200) } };
  }
  return playing.why;
}
