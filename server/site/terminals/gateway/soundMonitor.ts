import { volumeToDb } from '../../../../contract/protocol/audio.ts';
import { REPORT_INTERVAL_MS } from '../../../../contract/protocol/frames.ts';
import type { Report } from '../../../../contract/protocol/terminal.ts';
import { type Mute, type Playing, shouldSound } from './playingState.ts';

/** Level below which programme counts as silence, dBFS before the volume. */
const SILENCE_DB = -55;
/**
 * Level from which programme cannot be taken for silence, dBFS: the distance exceeds any gain or loss in a
 * terminal.
 */
const DUE_DB = -40;
/** Level of digital silence after the volume, dBFS: it is silence at every volume. */
const FLOOR_DB = -120;
/**
 * Distance from digital silence from which programme, after the volume, cannot be taken for it, dB. At volumes of a
 * few percent even loud programme is close to it.
 */
const ABOVE_FLOOR_DB = 15;
/**
 * Range of positions at which a silent report can be judged, relative to the media clock, µs: the sound sent for
 * them is known to the server for so long (`ExpectedLevel`), and so far ahead it has been sent.
 */
const OLDEST_US = -2_500_000;
const NEWEST_US = 250_000;
/** Delay before a terminal that should sound counts as silent, ms (monotonic). */
const SILENT_AFTER_MS = 2_000;

/**
 * Verdict about a report. `none`: it does not play the due sound. `muted`: it plays at volume 0. `no_level`:
 * it plays silence where the programme is loud. `quiet`: silence that the programme explains, or that was not
 * measured. `unknown`: the level of the programme at that position is not known (yet). `unproven`: the report lacks
 * what is needed to judge it, or contains what cannot be.
 */
type SoundJudgement = 'heard' | 'quiet' | 'unknown' | 'unproven' | 'none' | Mute;

/** Tells if a report says that it plays a task; older terminals leave the stream out. */
function plays({ state, stream, other_streams }: Report, task: number | null): boolean {
  if (state !== 'playing') return false;
  return (
    stream === null ||
    stream === task ||
    other_streams?.some((one) => one.stream === task && one.sounding) === true
  );
}

/** Level of a report before the volume, dBFS; null: not reported. */
export function programmeLevel({ level_db }: Pick<Report, 'level_db'>, volume: number): number | null {
  return level_db === null || volume <= 0 ? null : level_db - volumeToDb(volume);
}

/** Tells if a position can be that of the sound which is heard now. */
function isUsable(us: number, { nowUs }: Playing): boolean {
  if (nowUs === undefined) return true;
  const aheadUs = us - nowUs();
  return aheadUs >= OLDEST_US && aheadUs <= NEWEST_US;
}

/** @param hasMeter true when the terminal has reported a level before: then a report without one lacks it */
function judge(report: Report, playing: Playing, volume: number, hasMeter: boolean): SoundJudgement {
  if (report.powered === false || !plays(report, playing.task_id)) return 'none';
  if (volume <= 0) return 'muted';
  const level = programmeLevel(report, volume);
  if (level === null) return hasMeter ? 'unproven' : 'quiet';
  const floorDb = FLOOR_DB - volumeToDb(volume);
  if (level >= SILENCE_DB && level > floorDb) return 'heard';
  const { position_us } = report;
  if (position_us === null || !isUsable(position_us, playing)) return 'unproven';
  const due = playing.levelAt?.(position_us) ?? null;
  if (due === null) return 'unknown';
  return due < Math.max(DUE_DB, floorDb + ABOVE_FLOOR_DB) ? 'quiet' : 'no_level';
}

/**
 * Sound check: decides from a terminal's reports if it sounds as it should. The expected level at the
 * reported position is known from the programme itself, so that each terminal is judged alone, and a quiet
 * passage is no fault. Times: monotonic ms.
 */
export class SoundMonitor {
  /** True with proof that the due sound can be heard. */
  audible = false;
  /** Reason why it cannot be heard although it plays. */
  mute: Mute | null = null;
  /** Time when it last sounded, or was sent something that explains its silence; null: no report yet. */
  #fineAt: number | null = null;
  #received = -1;
  /** First and last report of playing inaudibly, since it was last heard. */
  #muteFrom: number | null = null;
  #muteAt = 0;
  /** True when it has ever reported a level. */
  #hasMeter = false;
  #reportedAt: number | null = null;
  #unprovenMs = 0;

  /** Time up to the last report for which no report has proved anything, ms; 0: the last one has. */
  get unprovenMs(): number {
    return this.#unprovenMs;
  }

  /** Restarts after the due sound has changed. */
  forget(): void {
    this.expire();
    this.#unprovenMs = 0;
    this.#reportedAt = null;
  }

  /** Discards what earlier reports have proved, because later ones are missing or prove nothing. */
  expire(): void {
    this.audible = false;
    this.mute = null;
    this.#fineAt = null;
    this.#received = -1;
    this.#muteFrom = null;
  }

  /** Judges a report. @param ownVolume volume of the terminal, 0 to 100 @param now time of the report */
  judge(
    report: Report,
    playing: Playing,
    ownVolume: number,
    now: number,
  ): 'none' | 'ok' | 'silent' | 'locked' {
    // Urgent sound switches an amplifier on: one that stays off is silent.
    const isOff = report.powered === false && playing.isUrgent !== true;
    if (report.state === 'locked' || isOff || !shouldSound(playing) || playing.isQuiet) {
      this.forget();
      // For inaudible sound, playing it is the only proof.
      this.audible = report.state === 'playing' && !isOff;
      return report.state === 'locked' ? 'locked' : 'none';
    }
    this.#hasMeter ||= report.level_db !== null;
    const volume = playing.volume ?? report.volume ?? ownVolume;
    this.#take(judge(report, playing, volume, this.#hasMeter), report, now);
    const isAbsent = now - (this.#fineAt ?? now) >= SILENT_AFTER_MS;
    const isMute = this.#muteFrom !== null && this.#muteAt - this.#muteFrom >= SILENT_AFTER_MS;
    if (isAbsent || isMute) this.audible = false;
    return isAbsent || isMute ? 'silent' : 'ok';
  }

  #take(heard: SoundJudgement, { received, kept }: Report, now: number): void {
    const isDelivered = received !== this.#received || kept === true;
    this.#received = received;
    this.#fineAt ??= now;
    // After a gap, in which the server may have been blocked, a report stands for its own second.
    const sinceMs = Math.min(now - (this.#reportedAt ?? now), REPORT_INTERVAL_MS);
    this.#unprovenMs = heard === 'unproven' ? this.#unprovenMs + sinceMs : 0;
    this.#reportedAt = now;
    if (heard === 'muted' || heard === 'no_level') {
      this.mute = heard;
      this.#muteFrom ??= now;
      this.#muteAt = now;
      this.#fineAt = now;
      if (heard === 'muted') this.audible = false;
      return;
    }
    if (heard === 'heard' || (heard === 'quiet' && this.mute === 'muted')) {
      this.mute = null;
      this.#muteFrom = null;
    }
    if (heard === 'heard' || (heard !== 'none' && isDelivered)) this.#fineAt = now;
    // A quiet passage is no proof for a terminal that was inaudible before it.
    if (heard === 'heard' || (heard === 'quiet' && this.mute === null)) this.audible = true;
  }
}
