import type { Decoder } from '../radio/decoder.ts';
import { FloatWav } from './floatWav.ts';

import type { Listener } from './voice.ts';

/** Synthesised speech: the folder of its programme, relative to the data folder, and its length. */
export interface Speech {
  key: string;
  path: string;
  duration_ms: number;
}

/** Packets to wait for before speech in progress is broadcast: 0.6 s. */
const FIRST_PACKETS = 30;

export type StartDecoder = (on: { packet(packet: Uint8Array): void }) => Decoder;

/** Speech in progress: its packets as they arrive, before it is complete as a programme. */
export class GrowingSpeech implements Listener {
  readonly packets: Uint8Array[] = [];
  /** True when no more packets will come. */
  ended = false;
  /** True when the packets are the complete text. */
  whole = false;
  readonly #start: StartDecoder;
  #decoder: Decoder;
  #wav = new FloatWav();
  #ready = Promise.withResolvers<void>();

  constructor(start: StartDecoder) {
    this.#start = start;
    this.#decoder = this.#decode();
  }

  /** Resolves once it can be broadcast, or no more packets will come. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  bytes(piece: Uint8Array): void {
    if (!this.ended) this.#write(this.#wav.take(piece));
  }

  /**
   * Restarts with another voice, unless packets of the first voice may be on the air: then it ends, and the
   * programme continues.
   */
  again(): void {
    this.#decoder.kill();
    if (this.packets.length > 0) this.end();
    else this.#decoder = this.#decode();
  }

  /** Signals that no more bytes will come. */
  finish(): void {
    this.#write(this.#wav.end());
    this.#decoder.finish();
  }

  /** Stops decoding. */
  end(): void {
    this.ended = true;
    this.#decoder.kill();
    this.#ready.resolve();
  }

  #write(bytes: Buffer): void {
    if (bytes.length > 0) void this.#decoder.write(bytes);
  }

  #decode(): Decoder {
    this.#wav = new FloatWav();
    const decoder: Decoder = this.#start({
      packet: (packet) => {
        if (decoder !== this.#decoder || this.ended) return;
        this.packets.push(packet);
        if (this.packets.length >= FIRST_PACKETS) this.#ready.resolve();
      },
    });
    decoder.done.then(
      () => {
        if (decoder !== this.#decoder) return;
        this.whole = !this.ended;
        this.end();
      },
      () => {
        if (decoder === this.#decoder) this.end();
      },
    );
    return decoder;
  }
}

/** Speech that is broadcast while it is synthesised, with its final programme. */
export interface SpokenLive {
  growing: GrowingSpeech;
  /** Rejects with the reason when the programme cannot be built. */
  built: Promise<Speech>;
}
