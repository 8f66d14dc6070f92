import { type EndReason, playStatusOf } from '../playbackRules.ts';

/** State of a broadcast: paused or ended, and whether work begun for it is still needed. */
export class PlaybackState {
  #isPaused: boolean;
  /** True when a person started or resumed it (play status "manual playing"). */
  #isManual: boolean;
  #ended: { readonly reason: EndReason; readonly at: number } | null = null;
  /** Number of pauses, suspensions and jumps: results of work for an earlier one are dropped. */
  #generation = 0;
  /** Generation for which a source is being opened to play on. */
  #opening: number | null = null;

  constructor(isPaused: boolean, isManual: boolean) {
    this.#isPaused = isPaused;
    this.#isManual = isManual;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }
  get ended(): { readonly reason: EndReason; readonly at: number } | null {
    return this.#ended;
  }
  get status(): 1 | 2 | 4 {
    return playStatusOf(this.#isPaused, this.#isManual);
  }
  /** Number that changes with every pause, suspension and jump. */
  get generation(): number {
    return this.#generation;
  }
  /** True while a source is being opened to play on. */
  get isOpening(): boolean {
    return this.#opening === this.#generation;
  }

  pause(): void {
    this.#isPaused = true;
    this.#generation++;
  }

  resume(): void {
    this.#isPaused = false;
    this.#isManual = true;
  }

  /** Drops what is being prepared. The returned function tells whether nothing has done so since. */
  supersede(): () => boolean {
    const own = ++this.#generation;
    return () => this.#generation === own;
  }

  /** The same, to open a source with which it plays on. */
  open(): () => boolean {
    const isWanted = this.supersede();
    this.#opening = this.#generation;
    return isWanted;
  }

  /** @param at epoch seconds */
  end(reason: EndReason, at: number): void {
    this.supersede();
    this.#ended = { reason, at };
  }
}
