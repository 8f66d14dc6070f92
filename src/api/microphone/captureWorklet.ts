import { PACKET_SAMPLES } from '../../../contract/audio.ts';

// What an AudioWorkletGlobalScope has; TypeScript's DOM library does not describe it.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

/** Hands what the microphone gives to the worker, 20 ms at a time. */
class MicrophoneProcessor extends AudioWorkletProcessor {
  private block = new Float32Array(PACKET_SAMPLES);
  private filled = 0;
  private worker: MessagePort | null = null;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<MessagePort>) => {
      this.worker = data;
    };
  }

  process([channels]: Float32Array[][]): boolean {
    const samples = channels?.[0];
    // A microphone that gives nothing now is silence: the talk goes on.
    const length = samples?.length ?? 128;
    for (let from = 0; from < length; ) {
      const count = Math.min(length - from, PACKET_SAMPLES - this.filled);
      if (samples) this.block.set(samples.subarray(from, from + count), this.filled);
      from += count;
      this.filled += count;
      if (this.filled < PACKET_SAMPLES) continue;
      this.worker?.postMessage(this.block, [this.block.buffer]);
      this.block = new Float32Array(PACKET_SAMPLES);
      this.filled = 0;
    }
    return true;
  }
}

registerProcessor('tocsin-microphone', MicrophoneProcessor as unknown as typeof AudioWorkletProcessor);
