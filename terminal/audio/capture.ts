import { SAMPLE_RATE, volumeToGain } from '../../contract/protocol/audio.ts';
import type { CapturedChannel, TerminalStatus } from '../../contract/protocol/terminalStatus.ts';
import { Meter } from './meter.ts';

/** Receives the samples of a channel: mono at 48 kHz, after the record volume. */
export type CaptureListener = (samples: Float32Array) => void;

/** One sound input. */
export class CaptureInput {
  readonly channel: number;
  /** Reason why no samples arrive; null: none. */
  trouble: 'locked' | 'failed' | null = null;
  /** Trigger input: true when closed; null: none. */
  io: boolean | null = null;
  readonly #listeners = new Set<CaptureListener>();
  readonly #meter: Meter;
  #fed = false;
  readonly #capture: Capture;

  constructor(channel: number, rate: number, capture: Capture) {
    this.channel = channel;
    this.#capture = capture;
    this.#meter = new Meter(rate);
  }

  /** Takes samples of the hardware, a file or a generator. */
  take(samples: Float32Array): void {
    const { gain } = this.#capture;
    const out = gain === 1 ? samples : samples.map((x) => x * gain);
    this.trouble = null;
    this.#fed = true;
    this.#meter.add(out);
    for (const listen of this.#listeners) listen(out);
  }

  /** Adds a listener until the returned function is called; meanwhile the channel counts as sending. */
  listen(listener: CaptureListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Level of the last 100 ms, for a screen, dBFS; null: no samples. */
  get now(): { rmsDb: number; peakDb: number } | null {
    return this.#fed && this.trouble === null ? this.#meter.now : null;
  }

  status(): CapturedChannel {
    const measured = this.#fed && this.trouble === null;
    return {
      channel: this.channel,
      state: this.trouble ?? (this.#listeners.size > 0 ? 'sending' : 'idle'),
      level_db: measured ? round(this.#meter.rmsDb) : null,
      peak_db: measured ? round(this.#meter.peakDb) : null,
      io: this.io,
    };
  }
}

/** The sound inputs of a terminal, numbered from 1. */
export class Capture {
  readonly inputs: readonly CaptureInput[];
  /** Amplitude factor of the record volume. */
  gain = 1;

  constructor(channels: number, rate: number = SAMPLE_RATE) {
    this.inputs = Array.from({ length: channels }, (_, i) => new CaptureInput(i + 1, rate, this));
  }

  /** Input of a channel; undefined: no such channel. */
  input(channel: number): CaptureInput | undefined {
    return this.inputs[channel - 1];
  }

  /** Sets the record volume, 0–100. */
  setVolume(volume: number): void {
    this.gain = volumeToGain(volume);
  }

  status(): TerminalStatus {
    return { type: 'status', kind: 'capturer', channels: this.inputs.map((input) => input.status()) };
  }
}

/** Rounds to tenths of a decibel, the resolution of screens. */
function round(db: number): number {
  return Math.round(db * 10) / 10;
}
