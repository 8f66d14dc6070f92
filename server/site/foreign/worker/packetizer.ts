import type { SoundCodec } from '../../../../contract/entities/terminals/foreign.ts';
import { PACKET_SAMPLES } from '../../../../contract/protocol/audio.ts';
import { type CodecFormat, createEncoder, formats, type SlotEncoder } from './codecs.ts';
import type { GroupQueue, Slot } from './groupQueue.ts';
import { OpusReader } from './opusReader.ts';

/** Sound of one RTP packet. */
export interface Payload {
  at_us: number;
  /** True for the first one after a pause. */
  isFirst: boolean;
  /** Place in the priority map of the group. */
  level: number;
  bytes: Uint8Array;
}

/** Encodes the slots of a group and cuts them into packets of its packet time. */
export class Packetizer {
  readonly format: CodecFormat;
  readonly #queue: GroupQueue;
  readonly #codec: SoundCodec;
  readonly #packetMs: number;
  #encoder: SlotEncoder | null = null;
  #reader: { stream: number; opus: OpusReader } | null = null;
  /** Encoded sound that is not sent yet, its media time, and whether it follows a pause. */
  #rest: Uint8Array = new Uint8Array(0);
  #restUs = 0;
  #isFirst = true;
  #level = 0;

  constructor(queue: GroupQueue, { codec, packet_ms }: { codec: SoundCodec; packet_ms: number }) {
    this.#queue = queue;
    this.#codec = codec;
    this.#packetMs = packet_ms;
    this.format = formats[codec];
  }

  /** Next packet; null: its sound has not arrived yet. */
  next(): Payload | null {
    const { bytesPerMs } = this.format;
    if (bytesPerMs === null) {
      const slot = this.#queue.take();
      if (slot === null) return null;
      const { at_us, isFirst, level } = slot;
      return { at_us, isFirst, level, bytes: this.#opus(slot) };
    }
    const length = bytesPerMs * this.#packetMs;
    while (this.#rest.length < length) {
      const slot = this.#queue.take();
      if (slot === null) return null;
      if (slot.isFirst || this.#rest.length === 0) {
        this.#rest = new Uint8Array(0);
        this.#restUs = slot.at_us;
        this.#level = slot.level;
        this.#isFirst ||= slot.isFirst;
      }
      this.#rest = joined(this.#rest, this.#encoded(this.#sound(slot)));
    }
    const payload = {
      ...{ at_us: this.#restUs, isFirst: this.#isFirst, level: this.#level },
      bytes: this.#rest.slice(0, length),
    };
    this.#rest = this.#rest.subarray(length);
    this.#restUs += this.#packetMs * 1000;
    this.#isFirst = false;
    return payload;
  }

  /** Packet of a slot as it came where it needs no change of level. */
  #opus(slot: Slot): Uint8Array {
    if (slot.gain === 1 && slot.packet !== null) return slot.packet;
    return this.#encoded(this.#sound(slot));
  }

  #encoded(samples: Float32Array): Uint8Array {
    this.#encoder ??= createEncoder(this.#codec);
    return this.#encoder.encode(samples);
  }

  #sound({ stream, packet, gain }: Slot): Float32Array {
    if (packet === null || gain === 0) return new Float32Array(PACKET_SAMPLES);
    if (this.#reader?.stream !== stream) {
      this.#reader?.opus.close();
      this.#reader = { stream, opus: new OpusReader() };
    }
    const samples = this.#reader.opus.decode(packet);
    return gain === 1 ? samples : samples.map((sample) => sample * gain);
  }

  close(): void {
    this.#encoder?.close();
    this.#reader?.opus.close();
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
