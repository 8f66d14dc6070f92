import { PACKET_SAMPLES, PACKET_US } from '../../contract/protocol/audio.ts';
import type { Capture } from '../audio/capture.ts';
import type { Session } from '../protocol/session.ts';
import { monotonicUs } from './time.ts';

/** Sends each channel of a capturer while the server requests it. Called after every change; `over` ends sending. */
export class CapturedSound {
  readonly #session: Session;
  readonly #capture: Capture;
  readonly #sending = new Map<number, () => void>();
  #encoders: typeof import('./audio/opusEncoder.ts') | null = null;

  constructor(session: Session, capture: Capture) {
    this.#session = session;
    this.#capture = capture;
  }

  follow(over = false): void {
    const wanted = new Set(over ? [] : this.#session.sender.captured);
    for (const [channel, end] of this.#sending) {
      if (wanted.has(channel)) continue;
      end();
      this.#sending.delete(channel);
    }
    for (const channel of wanted) if (!this.#sending.has(channel)) this.#begin(channel);
  }

  #begin(channel: number): void {
    if (this.#encoders === null) {
      // Loaded on first use, because most terminals never send.
      const loading = () => {};
      this.#sending.set(channel, loading);
      void import('./audio/opusEncoder.ts').then((encoders) => {
        this.#encoders = encoders;
        // Not if it was ended meanwhile, and perhaps begun again.
        if (this.#sending.get(channel) !== loading) return;
        this.#sending.delete(channel);
        this.follow();
      });
      return;
    }
    const encoder = new this.#encoders.OpusEncoder('lowdelay', this.#encoders.SPEECH_RATE);
    let waiting = new Float32Array(0);
    const end = this.#capture.input(channel)?.listen((samples) => {
      const all = new Float32Array(waiting.length + samples.length);
      all.set(waiting);
      all.set(samples, waiting.length);
      const whole = Math.floor(all.length / PACKET_SAMPLES);
      waiting = all.slice(whole * PACKET_SAMPLES);
      const { sender, clock } = this.#session;
      // The last sample was captured just now.
      let at = clock.toMedia(monotonicUs()) - (all.length / PACKET_SAMPLES) * PACKET_US;
      for (let i = 0; i < whole; i++, at += PACKET_US)
        for (const packet of encoder.encode(all.subarray(i * PACKET_SAMPLES, (i + 1) * PACKET_SAMPLES)))
          sender.push(channel, at, packet);
    });
    this.#sending.set(channel, () => {
      end?.();
      encoder.end();
    });
  }
}
