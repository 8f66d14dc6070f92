import { SAMPLE_RATE } from '../../contract/protocol/audio.ts';
import { StreamCounter } from '../protocol/streamCounter.ts';
import { DUCK_DOWN } from './ducker.ts';
import { SampleRing } from './sampleRing.ts';
import type { Mix } from './speaker.ts';

/** Capacity of a track in samples: 10.9 s, more than a server may send ahead. */
const SIZE = 2 ** 19;
/** Longest time ahead of being heard for which a track stores sound, ms. */
export const MOST_AHEAD_MS = 10_000;
/** Length of the ramp at every beginning, end and gap: 5 ms, which prevents clicks. */
export const FADE = 240;
/** Length of a full volume change, samples: 20 ms. */
const GAIN_RAMP = 960;

/** Sample number of a media time; exact for whole milliseconds (48 samples each). */
export function sampleOf(us: number): number {
  return Math.round((us * SAMPLE_RATE) / 1e6);
}

/**
 * Buffer of one stream on the media timeline, at 48 kHz. `NaN` in the ring buffer marks missing samples. All
 * positions are sample numbers of media time; `head` is the next sample to be played.
 */
export class JitterBuffer {
  counter: StreamCounter;
  /** First sample that was played; null before. */
  firstSample: number | null = null;
  /** Media time at which that sample was played, µs. */
  firstHeardUs: number | null = null;
  /** True when the track is closed and played to its end. */
  over = false;
  readonly #ring = new SampleRing(SIZE);
  /** Samples in [low, high) are valid or NaN in the ring buffer; the rest of it is undefined. */
  #low = 0;
  #high = 0;
  #until = Number.POSITIVE_INFINITY;
  /** Position of a flush: earlier samples fade out up to here, later ones fade in. */
  #cut = Number.NEGATIVE_INFINITY;
  #fade = 0;
  /** True once the card has taken a sample at or after `opened`; absent samples count as missing from then on. */
  #due = false;
  #opened = Number.NEGATIVE_INFINITY;
  /** Position of a flush from which on no samples are due until more arrive. */
  #held = Number.POSITIVE_INFINITY;
  #missing = false;
  #gain: number;
  #wanted: number;
  /** Role in a voice mix; absent: not mixed. */
  mix: Mix | undefined;

  constructor(fromUs: number, gain: number, mix?: Mix) {
    this.mix = mix;
    this.counter = new StreamCounter(fromUs);
    this.#gain = gain;
    this.#wanted = gain;
  }

  /** True while samples of this track play. */
  get sounding(): boolean {
    return this.#fade > 0;
  }

  get closed(): boolean {
    return this.#until < Number.POSITIVE_INFINITY;
  }

  /** Marks a closed track as over once `head` has passed its end, and frees its memory; counts stay. */
  settle(head: number): void {
    if (head < this.#until) return;
    this.over = true;
    this.#fade = 0;
    this.#ring.release();
  }

  /** Reopens the track after a lost connection: buffered samples are played, counting restarts. */
  reopen(fromUs: number, gain: number, mix?: Mix): void {
    this.mix = mix;
    this.counter = new StreamCounter(fromUs);
    this.#due = false;
    this.#opened = sampleOf(fromUs);
    this.#held = Number.POSITIVE_INFINITY;
    this.#until = Number.POSITIVE_INFINITY;
    this.setGain(gain);
  }

  setGain(gain: number): void {
    this.#wanted = gain;
    if (!this.sounding) this.#gain = gain;
  }

  /** Writes samples at `at`; those already played, past the close or too far ahead are dropped. */
  push(at: number, pcm: Float32Array, head: number | null): void {
    let from = Math.max(at, head ?? at);
    const to = Math.min(at + pcm.length, this.#until);
    if (to <= from || (head !== null && to > head + SIZE - FADE)) return;
    if (this.#high <= this.#low || from >= this.#high + SIZE) {
      this.#low = from;
      this.#high = from;
    }
    this.#ring.reserve(Math.max(to, this.#high) - Math.min(from, this.#low), this.#low, this.#high);
    if (from < this.#low) {
      if (this.#high - from > SIZE) from = this.#low;
      else this.#ring.erase(from, this.#low);
      this.#low = from;
    }
    if (from > this.#high) this.#ring.erase(this.#high, from);
    this.#ring.write(from, to, pcm, at);
    this.#high = Math.max(this.#high, to);
    this.#low = Math.max(this.#low, this.#high - SIZE);
  }

  /** Discards samples from `from` on; the current output fades out from `head`. */
  flush(from: number, head: number | null): void {
    this.counter.flush();
    const cut = Math.max(from, (head ?? from) + FADE);
    this.#held = Math.min(this.#held, cut);
    if (cut >= this.#high) return;
    this.#high = Math.max(cut, this.#low);
    this.#cut = cut;
  }

  /**
   * Ends the track at `at`, at the earliest one fade after `head`.
   *
   * @param mayReopen keeps later samples, which `reopen` makes audible again
   */
  close(at: number, head: number | null, mayReopen = false): void {
    this.#until = Math.max(at, (head ?? at) + (this.#fade > 0 ? FADE : 0));
    if (mayReopen) return;
    this.#high = Math.max(this.#low, Math.min(this.#high, this.#until));
  }

  /** Number of contiguous samples from `head` on. */
  waiting(head: number): number {
    let n = Math.max(head, this.#low);
    if (head < this.#low - SAMPLE_RATE || !this.#has(n)) return 0;
    while (this.#has(n + FADE)) n += FADE;
    while (this.#has(n)) n++;
    return n - head;
  }

  /** Tells whether the track plays at sample `n` or soon after, so that the programme under it must be ducked. */
  isNear(n: number): boolean {
    if (this.#has(n) || this.#has(n + DUCK_DOWN)) return true;
    return n < this.#low && this.#low <= n + DUCK_DOWN && this.#high > this.#low;
  }

  /**
   * Adds samples `from` … to `out[at…]`, each once and in order, because fades continue from call to call.
   *
   * @param factors a further factor for each; null: 1
   */
  add(out: Float32Array, at: number, from: number, count: number, factors: Float32Array | null): void {
    for (let i = 0; i < count; i++) {
      const n = from + i;
      this.#note(n);
      const cutting = n < this.#cut && n >= this.#cut - FADE;
      const target = !cutting && this.#has(n) && this.#has(n + FADE - 1) ? 1 : 0;
      this.#fade = approach(this.#fade, target, 1 / FADE);
      if (this.#gain !== this.#wanted) this.#gain = approach(this.#gain, this.#wanted, 1 / GAIN_RAMP);
      if (this.#fade === 0 || !this.#has(n)) continue;
      this.firstSample ??= n;
      const loudness = this.#fade * this.#gain * (factors === null ? 1 : (factors[i] as number));
      out[at + i] = (out[at + i] as number) + this.#ring.at(n) * loudness;
    }
  }

  /** Notes that the card continues at `to` after `from` and has skipped the samples between. */
  passedOver(from: number, to: number): void {
    const samples = Math.min(to, this.#until, this.#held) - from;
    if (!this.#due || this.over || samples <= 0) return;
    this.counter.miss(samples, !this.#missing);
    // The next sample shows whether the gap continues.
    this.#missing = true;
  }

  /** Notes whether sample `n`, which the card takes now, is due and missing. */
  #note(n: number): void {
    if (this.#has(n)) {
      this.#missing = false;
      if (n >= this.#opened) this.#due = true;
      if (n >= this.#held) this.#held = Number.POSITIVE_INFINITY;
    } else if (this.#due && n < this.#until && n < this.#held) {
      this.counter.miss(1, !this.#missing);
      this.#missing = true;
    }
  }

  #has(n: number): boolean {
    return n >= this.#low && n < this.#high && n < this.#until && !Number.isNaN(this.#ring.at(n));
  }
}

/** Moves `value` towards `target` by at most `step`. */
export function approach(value: number, target: number, step: number): number {
  return value < target ? Math.min(value + step, target) : Math.max(value - step, target);
}
