import { DUCK_DB } from '../../../../../contract/protocol/arbitration.ts';
import { OpusReader } from '../../../../site/foreign/worker/opusReader.ts';
import type { HeardMix } from '../phoneSound.types.ts';

/** Slots that wait before a stream begins: what comes unevenly is heard evenly. */
const FIRST_SLOTS = 3;
/** Slots that wait at most; older ones are dropped. */
const MOST_SLOTS = 10;
/** Slots without a packet after which a stream has ended. */
const ENDED_SLOTS = 25;
const DUCK = 10 ** (-DUCK_DB / 20);

interface Stream {
  mix: HeardMix;
  reader: OpusReader;
  waiting: Float32Array[];
  hasBegun: boolean;
  missed: number;
}

/** Streams that a caller listens to, mixed slot by slot. */
export class HeardStreams {
  readonly #streams = new Map<number, Stream>();

  /** Takes an Opus packet of 20 ms. */
  push(id: number, mix: HeardMix, packet: Uint8Array): void {
    const known = this.#streams.get(id);
    const stream = known ?? { mix, reader: new OpusReader(), waiting: [], hasBegun: false, missed: 0 };
    this.#streams.set(id, stream);
    stream.waiting.push(stream.reader.decode(packet));
    if (stream.waiting.length > MOST_SLOTS) stream.waiting.shift();
    stream.hasBegun ||= stream.waiting.length >= FIRST_SLOTS;
  }

  /** Adds the next slot of each stream to a slot. Returns it. */
  addTo(slot: Float32Array): Float32Array {
    const hasSpeech = [...this.#streams.values()].some(({ mix, hasBegun }) => mix === 'speech' && hasBegun);
    for (const [id, stream] of this.#streams) {
      const next = stream.hasBegun ? stream.waiting.shift() : undefined;
      if (next === undefined) {
        stream.hasBegun = false;
        if (++stream.missed > ENDED_SLOTS) this.#end(id, stream);
        continue;
      }
      stream.missed = 0;
      const gain = hasSpeech && stream.mix === 'programme' ? DUCK : 1;
      for (let i = 0; i < slot.length; i++)
        slot[i] = Math.max(-1, Math.min(1, (slot[i] ?? 0) + gain * (next[i] ?? 0)));
    }
    return slot;
  }

  #end(id: number, { reader }: Stream): void {
    reader.close();
    this.#streams.delete(id);
  }

  close(): void {
    for (const [id, stream] of this.#streams) this.#end(id, stream);
  }
}
