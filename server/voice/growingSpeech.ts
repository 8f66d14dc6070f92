import type { Decoder } from '../radio/decoder.ts';
import { FloatWav } from './floatWav.ts';
import type { Speech } from './speech.ts';
import type { Listener } from './voice.ts';

/** So much is waited for before a text that is being spoken is put on the air, packets: 0.6 s. */
const FIRST_PACKETS = 30;

export type StartDecoder = (on: { packet(packet: Uint8Array): void }) => Decoder;

/** A text that is being spoken: its packets as they come, before the whole of it is made into a programme. */
export class GrowingSpeech implements Listener {
  readonly packets: Uint8Array[] = [];
  /** No more packets will come. */
  ended = false;
  /** They are all that the text has. */
  whole = false;
  readonly #start: StartDecoder;
  #decoder: Decoder;
  #wav = new FloatWav();
  #ready = Promise.withResolvers<void>();

  constructor(start: StartDecoder) {
    this.#start = start;
    this.#decoder = this.#decode();
  }

  /** Resolves once it can be put on the air, or nothing more will come. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  bytes(piece: Uint8Array): void {
    if (!this.ended) this.#write(this.#wav.take(piece));
  }

  /** What was heard of another voice, and may be on the air, is not begun anew: the programme goes on with it. */
  again(): void {
    this.#decoder.kill();
    if (this.packets.length > 0) this.end();
    else this.#decoder = this.#decode();
  }

  /** No more bytes will come. */
  finish(): void {
    this.#write(this.#wav.end());
    this.#decoder.finish();
  }

  /** Nothing more is wanted, or to be had. */
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

/** A text that goes on the air while it is spoken, and what becomes of it. */
export interface SpokenLive {
  growing: GrowingSpeech;
  /** Rejects with the reason where the programme cannot be made. */
  built: Promise<Speech>;
}
