import { FLOOR_DB } from '../audio/meter.ts';
import type { WorkerView } from './messages.ts';

/** Bars of the level history, and how long each is: 22 s together. */
export const BARS = 66;
const BAR_MS = 333;
/** Dots of the sync plot: 7 s at ten a second. */
export const DOTS = 70;
const PEAK_HOLD_MS = 2_000;

/** Data of the charts for the last seconds. */
export interface History {
  /** dBFS, oldest first. */
  levels: readonly number[];
  /** µs, oldest first; null where nothing was known. */
  skews: readonly (number | null)[];
  /** Highest peak of the last 2 s, dBFS. */
  heldPeakDb: number;
}

/** Collects the last seconds for the charts from the views that come ten times a second. */
export class Recorder {
  #levels: number[] = Array.from({ length: BARS }, () => FLOOR_DB);
  #skews: (number | null)[] = Array.from({ length: DOTS }, () => null);
  #peaks: { at: number; db: number }[] = [];
  #barAt = 0;

  /** Takes a view at page time `at`, ms. */
  add({ level, sound, state }: WorkerView, at: number): History {
    const db = level?.rmsDb ?? FLOOR_DB;
    if (at - this.#barAt >= BAR_MS) {
      this.#barAt = at - this.#barAt > 2 * BAR_MS ? at : this.#barAt + BAR_MS;
      this.#levels = [...this.#levels.slice(1), db];
    } else this.#levels = this.#levels.with(-1, Math.max(this.#levels.at(-1) ?? FLOOR_DB, db));
    this.#skews = [...this.#skews.slice(1), state === 'playing' || state === 'idle' ? sound.skew_us : null];
    this.#peaks = this.#peaks.filter((peak) => at - peak.at < PEAK_HOLD_MS);
    this.#peaks.push({ at, db: level?.peakDb ?? FLOOR_DB });
    const heldPeakDb = Math.max(...this.#peaks.map((peak) => peak.db));
    return { levels: this.#levels, skews: this.#skews, heldPeakDb };
  }
}
