import { approach, FADE } from './jitterBuffer.ts';
import type { Mixer } from './mixer.ts';
import { SampleReader } from './sampleReader.ts';

/** Longest length of the tail after its clock was lost, s; the same as for streams that are not reopened. */
const LONGEST_S = 0.5;

/**
 * Continues the sound of a lost media clock at the rate of the card, from the welcome of a restarted server until the
 * first sample of a stream of the new clock, so that there is no gap between them.
 */
export class FadeOut {
  readonly #reader: SampleReader;
  /** Next source sample, with its fraction. */
  #position: number;
  readonly #step: number;
  #scratch = new Float32Array(0);
  /** Card samples until the end of the tail. */
  #left: number;
  #fade: number;

  /**
   * @param reader of the mixer, at `position`
   * @param step source samples per sample of the card, which has `rate` @param loudness gain at the start, 0 to 1
   */
  constructor(
    reader: SampleReader,
    { position, step, rate, loudness }: { position: number; step: number; rate: number; loudness: number },
  ) {
    this.#reader = reader;
    this.#position = position;
    this.#step = step;
    this.#left = LONGEST_S * rate;
    this.#fade = loudness;
  }

  get over(): boolean {
    return this.#fade === 0;
  }

  /** Ends the tail with a fade. */
  end(): void {
    this.#left = 0;
  }

  /** Adds its sound to `out`; fades out from the index `next` at which another stream begins (-1: none). */
  addTo(out: Float32Array, next: number): void {
    if (this.#scratch.length !== out.length) this.#scratch = new Float32Array(out.length);
    this.#reader.read(this.#scratch, this.#position, this.#step);
    this.#position += out.length * this.#step;
    if (next >= 0) this.#left = Math.min(this.#left, next);
    for (let i = 0; i < out.length && this.#fade > 0; i++, this.#left--) {
      if (this.#left <= 0) this.#fade = approach(this.#fade, 0, 1 / FADE);
      out[i] = (out[i] as number) + (this.#scratch[i] as number) * this.#fade;
    }
  }
}

/** Creates a reader of the output of a mixer. */
export function readerOf(mixer: Mixer): SampleReader {
  return new SampleReader((out, at, from, count) => mixer.mix(out, at, from, count));
}
