import { volumeToDb } from '../../contract/audio.ts';
import type { Report } from '../../contract/terminal.ts';
import { type Mute, type Playing, shouldSound } from './sound.ts';

/** Programme below this is silence, dBFS before the volume. */
const SILENCE_DB = -55;
/** Programme from here on cannot be taken for silence, dBFS: what a terminal adds or takes away is less than the distance. */
const DUE_DB = -40;
/** A terminal that should sound is silent only after this long, ms (monotonic). */
const SILENT_AFTER_MS = 2_000;

/**
 * What a report says of the sound that is due. `none`: it does not play it. `muted`: it does, with its volume at 0.
 * `no_level`: silence goes to its card where the programme is none. `quiet`: so it does, and the programme explains it, or
 * nothing was measured. `unknown`: what the programme is at that place is not known (yet).
 */
type Hearing = 'heard' | 'quiet' | 'unknown' | 'none' | Mute;

/** Whether a report says that it plays a task; older terminals leave the stream out. */
function plays({ state, stream, beside }: Report, task: number | null): boolean {
  if (state !== 'playing') return false;
  return (
    stream === null || stream === task || beside?.some((one) => one.stream === task && one.sounding) === true
  );
}

/** The level that a report tells, with the volume taken out, dBFS; null: it tells none. */
export function programmeLevel({ level_db }: Pick<Report, 'level_db'>, volume: number): number | null {
  return level_db === null || volume <= 0 ? null : level_db - volumeToDb(volume);
}

function hearing(report: Report, playing: Playing, volume: number): Hearing {
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
 * Judges by its reports whether a terminal sounds as it should: the level that is due at the place that it tells is known
 * from the programme itself, so that one terminal alone is judged, and a quiet passage is no fault. Times: monotonic ms.
 */
export class Ear {
  /** There is proof that what is due can be heard. */
  audible = false;
  /** Why it cannot, though it plays. */
  mute: Mute | null = null;
  /** When it last sounded, or was sent what explains that it did not; null: nothing was reported yet. */
  #fineAt: number | null = null;
  #received = -1;
  /** First and last report that it plays without being heard, since it last was. */
  #muteFrom: number | null = null;
  #muteAt = 0;

  /** What is due has changed. */
  forget(): void {
    this.audible = false;
    this.mute = null;
    this.#fineAt = null;
    this.#received = -1;
    this.#muteFrom = null;
  }

  /** @param ownVolume of the terminal, 0 to 100 @param now when the report came */
  judge(
    report: Report,
    playing: Playing,
    ownVolume: number,
    now: number,
  ): 'none' | 'ok' | 'silent' | 'locked' {
    const isOff = report.powered === false;
    if (report.state === 'locked' || isOff || !shouldSound(playing) || playing.isQuiet) {
      this.forget();
      // Of what nobody is to hear, that it is played is all the proof there is.
      this.audible = report.state === 'playing' && !isOff;
      return report.state === 'locked' ? 'locked' : 'none';
    }
    this.#take(hearing(report, playing, playing.volume ?? report.volume ?? ownVolume), report, now);
    const isAbsent = now - (this.#fineAt ?? now) >= SILENT_AFTER_MS;
    const isMute = this.#muteFrom !== null && this.#muteAt - this.#muteFrom >= SILENT_AFTER_MS;
    if (isAbsent || isMute) this.audible = false;
    return isAbsent || isMute ? 'silent' : 'ok';
  }

  #take(heard: Hearing, { received, kept }: Report, now: number): void {
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
    // Whom nobody could hear before a quiet passage is not proved by it.
    if (heard === 'heard' || (heard === 'quiet' && this.mute === null)) this.audible = true;
  }
}
