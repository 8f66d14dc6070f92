import type { Frame } from 'node-av/lib';
import { TARGET_LUFS } from '../../../contract/audio.ts';

/** Gain at most and at least, dB: a station that whispers is noise below that, one that shouts is no louder. */
const MOST_DB = 15;
const LEAST_DB = -20;
/** Pauses and fades do not count: only what is louder than this, LUFS. */
const GATE_LUFS = -45;
/** The station's own louder and quieter passages stay: its loudness is the mean of so much sound, seconds. */
const MEMORY_S = 60;
/** How fast the gain follows, dB per second: at first at once, then so that nobody hears it turn. */
const SLOW_DB_S = 0.5;
const FAST_DB_S = 6;
const FAST_FOR_S = 5;

/**
 * The gain that brings a stream to −16 LUFS (design 7). Where a file is measured whole, a stream is measured as it comes:
 * the mean loudness of the last minute, followed slowly.
 */
export class StreamLevel {
  /** dB */
  gain = 0;
  #energy: number | null = null;
  #heard_s = 0;

  /** Takes the short-term loudness (3 s) of a stretch, LUFS. */
  measured(lufs: number, seconds: number): void {
    if (lufs <= GATE_LUFS) return;
    this.#heard_s += seconds;
    const energy = 10 ** (lufs / 10);
    const share = Math.min(1, seconds / Math.min(this.#heard_s, MEMORY_S));
    this.#energy = this.#energy === null ? energy : this.#energy + share * (energy - this.#energy);
    const wanted = TARGET_LUFS - 10 * Math.log10(this.#energy);
    const step = (this.#heard_s < FAST_FOR_S ? FAST_DB_S : SLOW_DB_S) * seconds;
    const bounded = Math.max(LEAST_DB, Math.min(MOST_DB, wanted));
    this.gain += Math.max(-step, Math.min(step, bounded - this.gain));
  }

  /** Amplifies the samples of a mono float frame. */
  apply(frame: Frame): void {
    const data = frame.data?.[0];
    if (!data) return;
    const factor = 10 ** (this.gain / 20);
    const samples = new Float32Array(data.buffer, data.byteOffset, frame.nbSamples);
    for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * factor;
  }
}
