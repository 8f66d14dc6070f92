import { SAMPLE_RATE } from '../../contract/protocol/audio.ts';

const SECOND_US = 1e6;

/** Output of a terminal's sound card on the machine's monotonic clock (µs), with measurements. */
export class Recording {
  readonly #blocks: { at_us: number; samples: Float32Array }[] = [];
  readonly #dry: number[] = [];
  readonly rate: number;

  constructor(rate: number = SAMPLE_RATE) {
    this.rate = rate;
  }

  /** Listener for `createTerminal({ listen })`. */
  readonly listen = (samples: Float32Array, at_us: number): void => {
    this.#blocks.push({ at_us, samples: samples.slice() });
  };

  /** Marks an underrun of the card at the end of the recording. */
  ranDry(): void {
    this.#dry.push(this.endUs);
  }

  /** Time of the last underrun before `to_us`, µs; none: −Infinity. */
  lastDry(to_us: number): number {
    return Math.max(Number.NEGATIVE_INFINITY, ...this.#dry.filter((at) => at <= to_us));
  }

  forget(): void {
    this.#blocks.length = 0;
    this.#dry.length = 0;
  }

  /** End of the recorded sound or silence. */
  get endUs(): number {
    const last = this.#blocks.at(-1);
    return last ? last.at_us + (last.samples.length * 1e6) / this.rate : 0;
  }

  /** Samples from a time on; gaps in the recording are left out. */
  window(from_us: number, seconds: number): Float32Array {
    const out = new Float32Array(Math.round(seconds * this.rate));
    for (const { at_us, samples } of this.#blocks) {
      const at = Math.round(((at_us - from_us) * this.rate) / 1e6);
      if (at >= out.length || at + samples.length <= 0) continue;
      const part = samples.subarray(Math.max(0, -at), Math.min(samples.length, out.length - at));
      out.set(part, Math.max(0, at));
    }
    return out;
  }

  /** Time of the first sample after `from_us` that is louder than `above` (amplitude); null: none. */
  firstSound(from_us: number, above = 0.003): number | null {
    for (const { at_us, samples } of this.#blocks) {
      if (at_us < from_us - SECOND_US) continue;
      for (let i = 0; i < samples.length; i++) {
        const at = at_us + (i * 1e6) / this.rate;
        if (at >= from_us && Math.abs(samples[i] ?? 0) > above) return at;
      }
    }
    return null;
  }

  /** Time of the last sample between two times that is louder than `above`; null: none. */
  lastSound(from_us: number, to_us: number, above = 0.003): number | null {
    let last: number | null = null;
    for (const { at_us, samples } of this.#blocks) {
      for (let i = 0; i < samples.length; i++) {
        const at = at_us + (i * 1e6) / this.rate;
        if (at >= from_us && at < to_us && Math.abs(samples[i] ?? 0) > above) last = at;
      }
    }
    return last;
  }
}

/** RMS level, dBFS. */
export function rmsDb(samples: Float32Array): number {
  let sum = 0;
  for (const x of samples) sum += x * x;
  return 10 * Math.log10(sum / samples.length);
}

/** RMS level of one frequency in the samples, dBFS (Goertzel under a Hann window). */
export function toneDb(samples: Float32Array, hz: number, rate: number = SAMPLE_RATE): number {
  const omega = (2 * Math.PI * hz) / rate;
  const n = samples.length;
  let re = 0;
  let im = 0;
  for (let i = 0; i < n; i++) {
    const weight = (1 - Math.cos((2 * Math.PI * i) / n)) * (samples[i] ?? 0);
    re += weight * Math.cos(omega * i);
    im += weight * Math.sin(omega * i);
  }
  return 10 * Math.log10((2 * (re * re + im * im)) / (n * n));
}

/** Mean frequency of a pure tone or slow sweep, Hz, by its upward zero crossings, each placed between samples. */
export function frequency(samples: Float32Array, rate: number = SAMPLE_RATE): number {
  let first: number | null = null;
  let last = 0;
  let count = -1;
  for (let i = 1; i < samples.length; i++) {
    const [a, b] = [samples[i - 1] ?? 0, samples[i] ?? 0];
    if (a >= 0 || b < 0) continue;
    last = i - 1 + a / (a - b);
    first ??= last;
    count++;
  }
  return first === null || count < 1 ? Number.NaN : (count * rate) / (last - first);
}

/**
 * Delay of `b` after `a`, µs, by cross-correlation of two recordings of the same sound; both windows
 * begin at the same time. Finer than a sample by a parabola through the best three.
 */
export function lagUs(a: Float32Array, b: Float32Array, maxMs: number, rate: number = SAMPLE_RATE): number {
  const most = Math.round((maxMs * rate) / 1000);
  const from = most;
  const to = Math.min(a.length, b.length) - most;
  const at = (lag: number) => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += (a[i] ?? 0) * (b[i + lag] ?? 0);
    return sum;
  };
  const scores = Array.from({ length: 2 * most + 1 }, (_, i) => at(i - most));
  const best = scores.indexOf(Math.max(...scores));
  const [left, mid, right] = [scores[best - 1] ?? 0, scores[best] ?? 0, scores[best + 1] ?? 0];
  const curve = left - 2 * mid + right;
  const shift = curve === 0 ? 0 : (left - right) / (2 * curve);
  return ((best - most + shift) * 1e6) / rate;
}
