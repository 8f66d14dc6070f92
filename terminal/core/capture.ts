import { SAMPLE_RATE, volumeToGain } from '../../contract/audio.ts';
import type { CapturedChannel, TerminalStatus } from '../../contract/terminalStatus.ts';
import { Meter } from './meter.ts';

/** Hears what a channel picks up: mono samples at 48 kHz, after the record volume. */
export type CaptureListener = (samples: Float32Array) => void;

/** One sound input. */
export class CaptureInput {
  readonly channel: number;
  /** Why nothing comes, where nothing does. */
  trouble: 'locked' | 'failed' | null = null;
  /** Its trigger input: closed or open; null: it has none. */
  io: boolean | null = null;
  private readonly listeners = new Set<CaptureListener>();
  private readonly meter: Meter;
  private fed = false;
  private readonly capture: Capture;

  constructor(channel: number, rate: number, capture: Capture) {
    this.channel = channel;
    this.capture = capture;
    this.meter = new Meter(rate);
  }

  /** Takes what the hardware, a file or a generator gave. */
  take(samples: Float32Array): void {
    const { gain } = this.capture;
    const out = gain === 1 ? samples : samples.map((x) => x * gain);
    this.trouble = null;
    this.fed = true;
    this.meter.add(out);
    for (const listen of this.listeners) listen(out);
  }

  /** Has somebody hear the channel until the returned function is called; meanwhile it counts as sending. */
  listen(listener: CaptureListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Level of the last 100 ms, for a screen, dBFS; null: nothing comes. */
  get now(): { rmsDb: number; peakDb: number } | null {
    return this.fed && this.trouble === null ? this.meter.now : null;
  }

  status(): CapturedChannel {
    const measured = this.fed && this.trouble === null;
    return {
      channel: this.channel,
      state: this.trouble ?? (this.listeners.size > 0 ? 'sending' : 'idle'),
      level_db: measured ? round(this.meter.rmsDb) : null,
      peak_db: measured ? round(this.meter.peakDb) : null,
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

  /** Undefined: it has no such channel. */
  input(channel: number): CaptureInput | undefined {
    return this.inputs[channel - 1];
  }

  /** Record volume 0–100. */
  setVolume(volume: number): void {
    this.gain = volumeToGain(volume);
  }

  status(): TerminalStatus {
    return { type: 'status', kind: 'capturer', channels: this.inputs.map((input) => input.status()) };
  }
}

/** Tenths of a decibel are all that a screen can show. */
function round(db: number): number {
  return Math.round(db * 10) / 10;
}
