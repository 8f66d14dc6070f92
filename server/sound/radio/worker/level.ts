import type { Frame } from 'node-av/lib';
import { TARGET_LUFS } from '../../../../contract/protocol/audio.ts';

/** Limits of the gain, dB: beyond them a quiet station is noise, and a loud one is not this loud. */
const MOST_DB = 15;
const LEAST_DB = -20;
/** Gate, LUFS: pauses and fades below it do not count. */
const GATE_LUFS = -45;
/** Averaging time of the loudness, seconds: louder and quieter passages of the station are preserved. */
const MEMORY_S = 60;
/** Rate of gain changes, dB per second: fast at first, then inaudibly slow. */
const SLOW_DB_S = 0.5;
const FAST_DB_S = 6;
const FAST_FOR_S = 5;

/**
 * Automatic gain that brings a stream to −16 LUFS. A file is measured as a whole; a stream is measured as it
 * arrives: the gain follows slowly the mean loudness of the last minute.
 */
export class StreamLevel {
  /** Current gain, dB. */
  gain = 0;
  #energy: number | null = null;
  #heardS = 0;

  /** Takes the short-term loudness (3 s) of an interval, LUFS. */
  measured(lufs: number, seconds: number): void {
    if (lufs <= GATE_LUFS) return;
    this.#heardS += seconds;
    const energy = 10 ** (lufs / 10);
    const share = Math.min(1, seconds / Math.min(this.#heardS, MEMORY_S));
    this.#energy = this.#energy === null ? energy : this.#energy + share * (energy - this.#energy);
    const wanted = TARGET_LUFS - 10 * Math.log10(this.#energy);
    const step = (this.#heardS < FAST_FOR_S ? FAST_DB_S : SLOW_DB_S) * seconds;
    const bounded = Math.max(LEAST_DB, Math.min(MOST_DB, wanted));
    this.gain += Math.max(-step, Math.min(step, bounded - this.gain));
  }

  /** Amplifies the samples of a mono float frame in place. */
  apply(frame: Frame): void {
    const data = frame.data?.[0];
    if (!data) return;
    const factor = 10 ** (this.gain / 20);
    const samples = new Float32Array(data.buffer, data.byteOffset, frame.nbSamples);
    for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * factor;
  }
}
