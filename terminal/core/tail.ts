import type { Mixer } from './mixer.ts';
import { Reader } from './reader.ts';
import { approach, FADE } from './track.ts';

/** It ends so long after the clock is gone at the latest, s: like any stream that is not opened again. */
const LONGEST_S = 0.5;

/**
 * The sound that was timed by a media clock that is gone, played on at the pace of the card: from the welcome of a
 * restarted server until the first sample of a stream of the new clock, so that there is no hole between them.
 */
export class Tail {
  private readonly reader: Reader;
  /** Source sample that is heard next, with its fraction. */
  private position: number;
  private readonly step: number;
  private scratch = new Float32Array(0);
  /** Samples of the card until it ends by itself. */
  private left: number;
  private fade: number;

  /**
   * @param reader of the mixer, at `position`
   * @param step source samples per sample of the card, which has `rate` @param loudness 0 to 1, in which it was heard
   */
  constructor(
    reader: Reader,
    { position, step, rate, loudness }: { position: number; step: number; rate: number; loudness: number },
  ) {
    this.reader = reader;
    this.position = position;
    this.step = step;
    this.left = LONGEST_S * rate;
    this.fade = loudness;
  }

  get over(): boolean {
    return this.fade === 0;
  }

  /** Ends, with a ramp. */
  end(): void {
    this.left = 0;
  }

  /** Adds its sound; it ramps out from the sample on at which something else begins (its index; -1: nothing does). */
  addTo(out: Float32Array, next: number): void {
    if (this.scratch.length !== out.length) this.scratch = new Float32Array(out.length);
    this.reader.read(this.scratch, this.position, this.step);
    this.position += out.length * this.step;
    if (next >= 0) this.left = Math.min(this.left, next);
    for (let i = 0; i < out.length && this.fade > 0; i++, this.left--) {
      if (this.left <= 0) this.fade = approach(this.fade, 0, 1 / FADE);
      out[i] = (out[i] as number) + (this.scratch[i] as number) * this.fade;
    }
  }
}

/** A reader of what a mixer sums. */
export function readerOf(mixer: Mixer): Reader {
  return new Reader((out, at, from, count) => mixer.mix(out, at, from, count));
}
