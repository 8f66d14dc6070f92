import { SAMPLE_RATE } from '../../contract/audio.ts';
import type { Playout } from '../core/playout.ts';

/** Samples handed over at once at most. */
const BLOCK = 960;

/** Hears what a card plays: the samples, and the machine's monotonic time at which the first is heard, µs. */
export type Listener = (samples: Float32Array, heardAtUs: number) => void;

interface CardOptions {
  playout: Playout;
  /** How much faster than nominal the card's crystal runs, ppm. */
  driftPpm: number;
  /** How far ahead of being heard samples are taken, µs: the card's buffer. */
  latencyUs: number;
  /** Media time of a monotonic time; null while the clock is not known. */
  mediaAt(monotonicUs: number): number | null;
  listen?: Listener;
}

/**
 * A simulated sound card: takes samples in real time by its own crystal, and plays nothing by itself when they
 * are not there in time. `pump` is to be called more often than its buffer is long.
 */
export class SimulatedCard {
  private readonly options: CardOptions;
  private readonly rate: number;
  /** Monotonic time at which frame 0 is heard: the card starts with the first pump. */
  private startUs: number | null = null;
  private frames = 0;

  constructor(options: CardOptions) {
    this.options = options;
    this.rate = SAMPLE_RATE * (1 + options.driftPpm * 1e-6);
  }

  /** Takes what the card needs until `nowUs` + latency. */
  pump(nowUs: number): void {
    this.startUs ??= nowUs;
    const dry = this.framesAt(nowUs) - this.frames;
    if (dry > 0) this.runDry(dry);
    let due = this.framesAt(nowUs + this.options.latencyUs) - this.frames;
    while (due > 0) {
      const block = new Float32Array(Math.min(due, BLOCK));
      const heardAt = this.heardAt();
      this.options.playout.render(block, this.options.mediaAt(heardAt));
      this.options.listen?.(block, heardAt);
      this.frames += block.length;
      due -= block.length;
    }
  }

  /** Monotonic time at which the next frame is heard, µs. */
  private heardAt(): number {
    return (this.startUs ?? 0) + (this.frames * 1e6) / this.rate;
  }

  private framesAt(us: number): number {
    return Math.floor(((us - (this.startUs ?? us)) * this.rate) / 1e6);
  }

  private runDry(frames: number): void {
    this.options.playout.skip(frames);
    for (let left = frames; left > 0; left -= BLOCK) {
      const block = new Float32Array(Math.min(left, BLOCK));
      this.options.listen?.(block, this.heardAt());
      this.frames += block.length;
    }
  }
}
