import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { MOST_AHEAD_MS } from '../../audio/jitterBuffer.ts';
import type { Playout } from '../../audio/playout.ts';
import { ReceivedEnd } from '../../audio/receivedEnd.ts';
import type { Mix, SoundStatus, Speaker } from '../../audio/speaker.ts';
import { createDecoder, type Decoder } from './decoder.ts';

interface Packet {
  at_us: number;
  bytes: Uint8Array;
}

interface Decoding {
  decoder: Decoder | null;
  /** Packets that wait for decoding. */
  waiting: Packet[];
  /** True when a packet of this stream was decoded in this turn of the event loop. */
  served: boolean;
  /** End of a stream that was closed before its decoder was ready, µs of media time. */
  untilUs: number | null;
}

/** Time for decoding the first packets of a stream, µs. */
const DECODING_US = 5_000;
/** Delay of creating spare decoders after the start of a stream, ms. */
const SPARE_AFTER_MS = 1000;

/**
 * Speaker that decodes every stream and passes the samples to a playout, which a sound card consumes. Decoders are
 * created in advance; of the packets sent ahead at the start of a stream one is decoded per turn of the event loop, so
 * that the first sound of every terminal in one process comes before the later sound of any.
 */
export class DecodingSpeaker implements Speaker {
  readonly locked = false;
  readonly cardUs: number;
  readonly aheadMs = MOST_AHEAD_MS;
  readonly #ends = new ReceivedEnd();
  readonly #playout: Playout;
  readonly #streams = new Map<number, Decoding>();
  #spare: Decoder | null = null;

  /** @param latencyUs time by which the card takes samples before they are heard, µs */
  constructor(playout: Playout, latencyUs: number) {
    this.#playout = playout;
    this.cardUs = latencyUs + DECODING_US;
    void this.#makeSpare();
  }

  open(stream: number, fromUs: number, gain: number, mix?: Mix): void {
    this.#playout.open(stream, fromUs, gain, mix);
    const known = this.#streams.get(stream);
    if (known !== undefined) {
      known.untilUs = null;
      return;
    }
    const decoding: Decoding = { decoder: this.#spare, waiting: [], served: false, untilUs: null };
    this.#streams.set(stream, decoding);
    this.#spare = null;
    setTimeout(() => this.#makeSpare(), SPARE_AFTER_MS).unref();
    if (decoding.decoder !== null) return;
    void createDecoder().then((decoder) => {
      if (this.#streams.get(stream) !== decoding) return decoder.free();
      decoding.decoder = decoder;
      this.#serve(stream, decoding);
      if (decoding.untilUs !== null) this.close(stream, decoding.untilUs);
    });
  }

  audio(bytes: Uint8Array): boolean {
    const frame = decodeAudioFrame(bytes);
    const decoding = frame && this.#streams.get(frame.stream);
    if (!decoding) return false;
    this.#ends.received(frame);
    frame.packets.forEach((bytes, i) => {
      decoding.waiting.push({ at_us: frame.at_us + i * PACKET_US, bytes });
    });
    this.#serve(frame.stream, decoding);
    return true;
  }

  #serve(stream: number, decoding: Decoding): void {
    if (decoding.served || this.#streams.get(stream) !== decoding) return;
    if (!this.#decodeNext(stream, decoding)) return;
    decoding.served = true;
    setImmediate(() => {
      decoding.served = false;
      this.#serve(stream, decoding);
    });
  }

  /** @returns whether there was a packet, and a decoder for it */
  #decodeNext(stream: number, { decoder, waiting }: Decoding): boolean {
    const packet = decoder === null ? undefined : waiting.shift();
    if (decoder === null || packet === undefined) return false;
    const pcm = decoder.decode(packet.bytes);
    if (pcm) this.#playout.push(stream, packet.at_us, pcm);
    return true;
  }

  async #makeSpare(): Promise<void> {
    if (this.#spare !== null) return;
    const decoder = await createDecoder();
    if (this.#spare === null) this.#spare = decoder;
    else decoder.free();
  }

  setGain(stream: number, gain: number): void {
    this.#playout.setGain(stream, gain);
  }

  flush(stream: number, fromUs: number): void {
    this.#playout.flush(stream, fromUs);
    this.#ends.flush(stream, fromUs);
    const decoding = this.#streams.get(stream);
    if (decoding !== undefined) dropFrom(decoding, fromUs);
  }

  close(stream: number, atUs: number, mayReopen = false): void {
    const decoding = this.#streams.get(stream);
    if (mayReopen) {
      this.#playout.close(stream, atUs, true);
      return;
    }
    if (decoding?.decoder === null) {
      decoding.untilUs = atUs;
      return;
    }
    // Frames received together with the close are played too; what is later would only delay it.
    if (decoding !== undefined) dropFrom(decoding, atUs);
    while (decoding !== undefined && this.#decodeNext(stream, decoding));
    this.#playout.close(stream, atUs);
    this.#release(stream);
  }

  reset(carry = false): void {
    this.#playout.reset(carry);
    for (const stream of [...this.#streams.keys()]) this.#release(stream);
  }

  heldUntil(stream: number): number | null {
    return this.#ends.of(stream);
  }

  status(stream: number): SoundStatus {
    return this.#playout.status(stream);
  }

  tone(): boolean {
    this.#playout.tone();
    return true;
  }

  #release(stream: number): void {
    this.#streams.get(stream)?.decoder?.free();
    this.#streams.delete(stream);
    this.#ends.forget(stream);
  }
}

/** Drops the packets from a media time on that wait for decoding. */
function dropFrom(decoding: Decoding, us: number): void {
  decoding.waiting = decoding.waiting.filter(({ at_us }) => at_us < us);
}
