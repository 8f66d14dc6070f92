import { volumeToDb } from '../../../../contract/protocol/audio.ts';
import type { Report } from '../../../../contract/protocol/terminal.ts';
import { type Mute, type Playing, shouldSound } from './playingState.ts';

/** Level below which programme counts as silence, dBFS before the volume. */
const SILENCE_DB = -55;
/**
 * Level from which programme cannot be taken for silence, dBFS: the distance exceeds any gain or loss in a
 * terminal.
 */
const DUE_DB = -40;
/** Delay before a terminal that should sound counts as silent, ms (monotonic). */
const SILENT_AFTER_MS = 2_000;

/**
 * Verdict about a report. `none`: it does not play the due sound. `muted`: it plays at volume 0. `no_level`:
 * it plays silence where the programme is loud. `quiet`: silence that the programme explains, or that was not
 * measured. `unknown`: the level of the programme at that position is not known (yet).
 */
type SoundJudgement = 'heard' | 'quiet' | 'unknown' | 'none' | Mute;

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

function judge(report: Report, playing: Playing, volume: number): SoundJudgement {
  if (!plays(report, playing.task_id)) return 'none';
  if (volume <= 0) return 'muted';
  const level = programmeLevel(report, volume);
  if (level === null) return 'quiet';
  if (level >= SILENCE_DB) return 'heard';
  const due = report.position_us === null ? null : (playing.levelAt?.(report.position_us) ?? null);
  if (due === null) return 'unknown';
  return due < DUE_DB ? 'quiet' : 'no_level';
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

  /** Restarts after the due sound has changed. */
  forget(): void {
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
    const isOff = report.powered === false;
    if (report.state === 'locked' || isOff || !shouldSound(playing) || playing.isQuiet) {
      this.forget();
      // For inaudible sound, playing it is the only proof.
      this.audible = report.state === 'playing' && !isOff;
      return report.state === 'locked' ? 'locked' : 'none';
    }
    this.#take(judge(report, playing, playing.volume ?? report.volume ?? ownVolume), report, now);
    const isAbsent = now - (this.#fineAt ?? now) >= SILENT_AFTER_MS;
    const isMute = this.#muteFrom !== null && this.#muteAt - this.#muteFrom >= SILENT_AFTER_MS;
    if (isAbsent || isMute) this.audible = false;
    return isAbsent || isMute ? 'silent' : 'ok';
  }

  #take(heard: SoundJudgement, { received, kept }: Report, now: number): void {
    const isDelivered = received !== this.#received || kept === true;
    this.#received = received;
    this.#fineAt ??= now;
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
