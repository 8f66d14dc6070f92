// Globals of AudioWorkletGlobalScope, which TypeScript's DOM library does not declare.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

/** Block size in samples: 20 ms at 48 kHz, one Opus packet. */
const BLOCK = 960;

/** Passes the samples of a microphone to the worker, per channel. */
class CaptureProcessor extends AudioWorkletProcessor {
  #blocks: Float32Array<ArrayBuffer>[] = [];
  #filled = 0;
  #worker: MessagePort | null = null;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<MessagePort>) => {
      this.#worker = data;
    };
  }

  process([channels]: Float32Array[][]): boolean {
    // A source without channels has no signal now.
    if (!channels || channels.length === 0) return true;
    if (this.#blocks.length !== channels.length) {
      this.#blocks = channels.map(() => new Float32Array(BLOCK));
      this.#filled = 0;
    }
    const length = channels[0]?.length ?? 0;
    for (let from = 0; from < length; ) {
      const count = Math.min(length - from, BLOCK - this.#filled);
      channels.forEach((samples, i) => {
        this.#blocks[i]?.set(samples.subarray(from, from + count), this.#filled);
      });
      from += count;
      this.#filled += count;
      if (this.#filled === BLOCK) this.#hand();
    }
    return true;
  }

  #hand(): void {
    const blocks = this.#blocks;
    this.#worker?.postMessage(
      blocks,
      blocks.map((block) => block.buffer),
    );
    this.#blocks = blocks.map(() => new Float32Array(BLOCK));
    this.#filled = 0;
  }
}

registerProcessor('tocsin-capture', CaptureProcessor as unknown as typeof AudioWorkletProcessor);
