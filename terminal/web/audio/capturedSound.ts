import { PACKET_SAMPLES, PACKET_US, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import type { Capture } from '../../audio/capture.ts';
import type { UplinkSender } from '../../protocol/uplinkSender.ts';
import { TALK } from '../../protocol/uplinkSender.ts';

/** Bits per second: plain speech. */
const BITRATE = 32_000;

interface Encoding {
  /** Number of the capture at its begin: another microphone is another capture. */
  capture: Capture;
  end(): void;
}

/** Encodes captured sound and sends it while the server requests it; a talk uses the first channel. */
export class CapturedSound {
  readonly #running = new Map<number, Encoding>();

  /**
   * Applies a change of the wanted channels or of the microphone. `now`: media time, µs; null: unknown.
   */
  follow(sender: UplinkSender, capture: Capture | null, now: () => number | null): void {
    const wanted = new Set(capture === null ? [] : sender.captured);
    if (capture !== null && sender.wants(TALK)) wanted.add(TALK);
    for (const [channel, encoding] of this.#running) {
      if (wanted.has(channel) && encoding.capture === capture) continue;
      encoding.end();
      this.#running.delete(channel);
    }
    for (const channel of wanted)
      if (capture !== null && !this.#running.has(channel)) this.#begin(channel, sender, capture, now);
  }

  #begin(channel: number, sender: UplinkSender, capture: Capture, now: () => number | null): void {
    const input = capture.input(channel === TALK ? 1 : channel);
    if (!input) return;
    const encoder = new AudioEncoder({
      output: (chunk) => {
        const packet = new Uint8Array(chunk.byteLength);
        chunk.copyTo(packet);
        sender.push(channel, chunk.timestamp, packet);
      },
      error: () => this.#running.delete(channel),
    });
    encoder.configure({
      codec: 'opus',
      sampleRate: SAMPLE_RATE,
      numberOfChannels: 1,
      bitrate: BITRATE,
      opus: { frameDuration: PACKET_US, application: 'voip', usedtx: false },
    } as AudioEncoderConfig);
    const unlisten = input.listen((samples) => {
      const at = now();
      if (at === null || samples.length !== PACKET_SAMPLES || encoder.state !== 'configured') return;
      const audio = new AudioData({
        format: 'f32',
        sampleRate: SAMPLE_RATE,
        numberOfFrames: PACKET_SAMPLES,
        numberOfChannels: 1,
        // Whole milliseconds: some encoders give times back a microsecond off. Its last sample came just now.
        timestamp: Math.round((at - PACKET_US) / 1e3) * 1e3,
        data: new Float32Array(samples),
      });
      encoder.encode(audio);
      audio.close();
    });
    this.#running.set(channel, {
      capture,
      end() {
        unlisten();
        if (encoder.state !== 'closed') encoder.close();
      },
    });
  }
}
