import type { Report } from '../../../../contract/protocol/terminal.ts';
import type { MediaClock } from '../../../platform/clock/mediaClock.ts';
import type { Mute } from '../../../site/terminals/gateway/playingState.ts';

/** Tolerance of a terminal's times outside the possible range: its clock is not yet exact at first, µs. */
const SLACK_US = 1_000_000;

/** Judgement of what a terminal reports. */
export interface Hearing {
  /** True when the sound it reports can be heard, as far as its reports show. */
  audible: boolean;
  /** Reason why it cannot be heard. */
  mute: Mute | null;
}

/** Finds out from a terminal's reports when a broadcast was first heard there. */
export class FirstSound {
  /** Proven first sound, epoch ms. */
  #proven: number | null;
  /** First sound that was reported, epoch ms. */
  #reported: number | null = null;
  #isWithheld = false;
  /** True when by its last reports it plays and cannot be heard. */
  #wasMute = false;
  /** Media time of the first opening: it cannot have been heard earlier. */
  #sinceUs: number | null = null;

  /** @param proven from before a restart of the server */
  constructor(proven: number | null) {
    this.#proven = proven;
  }

  /** Proven first sound, epoch ms; null: none yet. */
  get at(): number | null {
    return this.#proven;
  }

  /** The stream was opened at the terminal, for `from_us`. */
  opened(from_us: number): void {
    this.#sinceUs ??= from_us;
  }

  /** Withholds the proof of reports until `confirm`. */
  withhold(): void {
    this.#isWithheld = true;
  }
  confirm(): void {
    this.#isWithheld = false;
    this.#proven ??= this.#reported;
  }

  /**
   * Takes in a report; returns its first sound and its position, media time. Impossible times (before the stream
   * was opened, or in the future) prove nothing and are null.
   */
  take(
    report: Pick<Report, 'first_sound_us' | 'position_us'>,
    clock: Pick<MediaClock, 'now' | 'toWall'>,
    { audible, mute }: Hearing,
  ): { firstUs: number | null; at_us: number | null } {
    const possible = (us: number | null): number | null =>
      us === null || us < (this.#sinceUs ?? us) - SLACK_US || us > clock.now() + SLACK_US ? null : us;
    const firstUs = possible(report.first_sound_us);
    const at_us = possible(report.position_us);
    // The first sound of a terminal that could not be heard is when that ends, whatever it played before.
    if (!audible && mute !== null) this.#reported = null;
    else if (audible && this.#wasMute)
      this.#reported ??= at_us === null ? null : Math.round(clock.toWall(at_us));
    else if (firstUs !== null) this.#reported ??= Math.round(clock.toWall(firstUs));
    this.#wasMute = !audible && (mute !== null || this.#wasMute);
    if (!this.#isWithheld && audible) this.#proven ??= this.#reported;
    return { firstUs, at_us };
  }
}
