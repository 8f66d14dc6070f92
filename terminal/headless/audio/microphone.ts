import { PACKET_SAMPLES, PACKET_US, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { monotonicUs } from '../time.ts';
import { OpusEncoder, SPEECH_RATE } from './opusEncoder.ts';

export interface MicrophoneOptions {
  /** Fills 960 samples at 48 kHz that begin `seconds` after the start; false: end of the sound. */
  sound(out: Float32Array, seconds: number): boolean;
  /** Called with a packet and the monotonic time at which its first sample was captured, µs. */
  packet(packet: Uint8Array, pickedUpAtUs: number): void;
  /** Called after the last packet. */
  ended?(): void;
  application?: 'voip' | 'audio' | 'lowdelay';
}

/** A simulated microphone: captures in real time and emits each packet after its last sample. */
export class Microphone {
  /** Monotonic time of its first sample, µs. */
  readonly startUs = monotonicUs();
  readonly #options: MicrophoneOptions;
  readonly #encoder: OpusEncoder;
  #count = 0;
  #timer: NodeJS.Timeout | null = null;
  #over = false;

  constructor(options: MicrophoneOptions) {
    this.#options = options;
    this.#encoder = new OpusEncoder(options.application ?? 'lowdelay', SPEECH_RATE);
    this.#next();
  }

  stop(): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#encoder.end();
    this.#options.ended?.();
  }

  #next(): void {
    const dueUs = this.startUs + (this.#count + 1) * PACKET_US;
    this.#timer = setTimeout(() => this.#pick(), Math.max(0, (dueUs - monotonicUs()) / 1e3));
  }

  #pick(): void {
    while (!this.#over && this.startUs + (this.#count + 1) * PACKET_US <= monotonicUs() + 500) {
      const samples = new Float32Array(PACKET_SAMPLES);
      const at = this.startUs + this.#count * PACKET_US;
      if (!this.#options.sound(samples, (this.#count * PACKET_SAMPLES) / SAMPLE_RATE)) {
        this.stop();
        return;
      }
      this.#count++;
      for (const packet of this.#encoder.encode(samples)) this.#options.packet(packet, at);
    }
    if (!this.#over) this.#next();
  }
}

/** The sound of a file in memory. */
export function soundOf(samples: Float32Array): MicrophoneOptions['sound'] {
  return (out, seconds) => {
    const from = Math.round(seconds * SAMPLE_RATE);
    if (from >= samples.length) return false;
    out.set(samples.subarray(from, from + out.length));
    return true;
  };
}
