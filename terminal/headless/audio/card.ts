import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import type { Playout } from '../../audio/playout.ts';

/** Largest block, samples. */
const BLOCK = 960;

/** Receives the output of a card: samples, and the monotonic time of the first one, µs. */
export type Listener = (samples: Float32Array, heardAtUs: number) => void;

interface CardOptions {
  playout: Playout;
  /** Rate deviation of the card's crystal from nominal, ppm. */
  driftPpm: number;
  /** Buffer of the card, µs. */
  latencyUs: number;
  /** Media time of a monotonic time; null while the clock is not known. */
  mediaAt(monotonicUs: number): number | null;
  listen?: Listener;
}

/**
 * A simulated sound card: takes samples in real time by its own crystal, and plays silence when they are late.
 * `pump` must be called more often than the length of its buffer.
 */
export class SimulatedCard {
  readonly #options: CardOptions;
  readonly #rate: number;
  /** Monotonic time of frame 0; the card starts with the first `pump`. */
  #startUs: number | null = null;
  #frames = 0;

  constructor(options: CardOptions) {
    this.#options = options;
    this.#rate = SAMPLE_RATE * (1 + options.driftPpm * 1e-6);
  }

  /** Takes the samples until `nowUs` + latency. */
  pump(nowUs: number): void {
    this.#startUs ??= nowUs;
    const dry = this.#framesAt(nowUs) - this.#frames;
    if (dry > 0) this.#runDry(dry);
    let due = this.#framesAt(nowUs + this.#options.latencyUs) - this.#frames;
    while (due > 0) {
      const block = new Float32Array(Math.min(due, BLOCK));
      const heardAt = this.#heardAt();
      this.#options.playout.render(block, this.#options.mediaAt(heardAt));
      this.#options.listen?.(block, heardAt);
      this.#frames += block.length;
      due -= block.length;
    }
  }

  /** Monotonic time of the next frame, µs. */
  #heardAt(): number {
    return (this.#startUs ?? 0) + (this.#frames * 1e6) / this.#rate;
  }

  #framesAt(us: number): number {
    return Math.floor(((us - (this.#startUs ?? us)) * this.#rate) / 1e6);
  }

  #runDry(frames: number): void {
    this.#options.playout.skip(frames);
    for (let left = frames; left > 0; left -= BLOCK) {
      const block = new Float32Array(Math.min(left, BLOCK));
      this.#options.listen?.(block, this.#heardAt());
      this.#frames += block.length;
    }
  }
}
