import { MAX_OTHER_STREAMS, REPORT_INTERVAL_MS } from '../../contract/protocol/frames.ts';
import type { Report } from '../../contract/protocol/terminal.ts';
import type { SoundStatus } from '../audio/speaker.ts';

/** Minimum interval of two reports, µs; limits the rate of reports on changes. */
const GAP_US = 100_000;

/** Data of a report; times in µs of the media clock. */
export interface Facts {
  state: Report['state'];
  stream: number | null;
  sound: SoundStatus;
  /** Other streams that play or have just ended. */
  others: readonly { stream: number; sound: SoundStatus }[];
  /** True when the stream is played from stored content. */
  kept: boolean;
  /** True: the amplifier is on. */
  powered: boolean;
  mediaUs: number | null;
  errorUs: number;
}

/** Schedules reports: every second, and immediately on a change of state, stream or first sound. */
export class Reporter {
  #at = Number.NEGATIVE_INFINITY;
  #lastSent = '';
  #urgent = false;
  #localVolume: number | null = null;

  /** Makes the next report due as soon as possible. */
  reportNow(): void {
    this.#urgent = true;
  }

  /** Reports a volume set at the terminal; only once, because a repetition would undo a change by the server. */
  volume(volume: number): void {
    this.#localVolume = volume;
    this.#urgent = true;
  }

  /** The report to send at local time `now`, or null. */
  due(now: number, facts: Facts): Report | null {
    const since = now - this.#at;
    if (since < GAP_US) return null;
    const { state, stream, sound, kept, powered, mediaUs, errorUs } = facts;
    const others = facts.others.slice(0, MAX_OTHER_STREAMS).map((one) => furtherReport(one, mediaUs));
    const otherStates = others.map((one) => `${one.stream} ${one.sounding} ${one.first_sound_us}`);
    const content = `${state} ${stream} ${sound.first_sound_us} ${kept} ${powered} ${otherStates}`;
    if (!this.#urgent && content === this.#lastSent && since < REPORT_INTERVAL_MS * 1e3) return null;
    const { sounding, ...measured } = sound;
    const volume = this.#localVolume;
    this.#at = now;
    this.#lastSent = content;
    this.#urgent = false;
    this.#localVolume = null;
    return {
      type: 'report',
      state,
      stream,
      position_us: positionOf(sound, mediaUs),
      ...measured,
      level_db: round(sound.level_db, 100),
      peak_db: round(sound.peak_db, 100),
      buffer_ms: Math.round(sound.buffer_ms),
      drift_ppm: round(sound.drift_ppm, 100),
      clock_error_us: Number.isFinite(errorUs) ? Math.round(errorUs) : null,
      ...(volume === null ? {} : { volume }),
      ...(kept ? { kept } : {}),
      ...(powered ? {} : { powered }),
      ...(others.length === 0 ? {} : { other_streams: others }),
    };
  }
}

/** Media time of the current playback position; null: silence. */
function positionOf({ sounding, skew_us }: SoundStatus, mediaUs: number | null): number | null {
  return sounding && mediaUs !== null ? Math.round(mediaUs - (skew_us ?? 0)) : null;
}

function furtherReport(one: { stream: number; sound: SoundStatus }, mediaUs: number | null) {
  const { sounding, received, lost, late, gaps, missed_ms, buffer_ms, first_sound_us } = one.sound;
  return {
    stream: one.stream,
    sounding,
    position_us: positionOf(one.sound, mediaUs),
    ...{ received, lost, late, gaps, missed_ms, first_sound_us },
    buffer_ms: Math.round(buffer_ms),
  };
}

/** Rounds to steps of 1/`parts` to keep noise out of reports. */
function round(value: number | null, parts: number): number | null {
  return value === null ? null : Math.round(value * parts) / parts;
}
