import { PACKET_SAMPLES } from '../../../contract/protocol/audio.ts';

// Members of AudioWorkletGlobalScope that TypeScript's DOM library does not describe.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

/** Passes microphone samples to the worker in blocks of 20 ms. */
class MicrophoneProcessor extends AudioWorkletProcessor {
  #block = new Float32Array(PACKET_SAMPLES);
  #filled = 0;
  #worker: MessagePort | null = null;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<MessagePort>) => {
      this.#worker = data;
    };
  }

  process([channels]: Float32Array[][]): boolean {
    const samples = channels?.[0];
    // A microphone that gives no samples counts as silence: the talk goes on.
    const length = samples?.length ?? 128;
    for (let from = 0; from < length; ) {
      const count = Math.min(length - from, PACKET_SAMPLES - this.#filled);
      if (samples) this.#block.set(samples.subarray(from, from + count), this.#filled);
      from += count;
      this.#filled += count;
      if (this.#filled < PACKET_SAMPLES) continue;
      this.#worker?.postMessage(this.#block, [this.#block.buffer]);
      this.#block = new Float32Array(PACKET_SAMPLES);
      this.#filled = 0;
    }
    return true;
  }
}

registerProcessor('tocsin-microphone', MicrophoneProcessor as unknown as typeof AudioWorkletProcessor);
