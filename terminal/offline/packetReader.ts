import { PACKET_US, PACKETS_PER_MESSAGE, PROGRAMME_PACKET_BYTES } from '../../contract/protocol/audio.ts';
import { encodeAudioFrame, MAX_LEAD_US } from '../../contract/protocol/frames.ts';
import { type OfflinePlaylist, partAt } from '../../contract/protocol/offline.ts';
import type { Speaker } from '../audio/speaker.ts';
import type { MediaStore } from './mediaStore.ts';

/** Opus of 20 ms of silence. */
const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);
const PACKET_MS = PACKET_US / 1000;
/** Size of one read, packets: ten seconds. */
const CHUNK = 500;
/** Lead at which playback restarts after late packets were skipped, µs. */
const AGAIN_US = 100_000;

interface Chunk {
  item: string;
  offset_ms: number;
  /** Bytes of the item; null while they are being read. */
  bytes: Uint8Array | null;
}

/** Feeds a stored list to the speaker as a stream, packet by packet and at most 2 s ahead, like a server. */
export class PacketReader {
  readonly stream: number;
  readonly #list: OfflinePlaylist;
  readonly #beganUs: number;
  readonly #speaker: Speaker;
  readonly #store: MediaStore;
  /** Media time up to which packets were fed. */
  nextUs: number;
  #chunk: Chunk | null = null;
  /** True when the list is over or cannot be read. */
  over = false;

  /** @param beganUs media time of the list's beginning @param fromUs of the first packet, on its grid of 20 ms */
  constructor(
    stream: number,
    list: OfflinePlaylist,
    { beganUs, fromUs }: { beganUs: number; fromUs: number },
    { speaker, store }: { speaker: Speaker; store: MediaStore },
  ) {
    this.stream = stream;
    this.#list = list;
    this.#beganUs = beganUs;
    this.nextUs = fromUs;
    this.#speaker = speaker;
    this.#store = store;
  }

  /** Media time of the first packet of a list at or after a media time. */
  static align(beganUs: number, us: number): number {
    return beganUs + Math.max(0, Math.ceil((us - beganUs) / PACKET_US)) * PACKET_US;
  }

  /** Feeds due packets, up to `untilUs`. */
  tick(mediaUs: number, untilUs: number): void {
    if (this.nextUs < mediaUs) this.nextUs = PacketReader.align(this.#beganUs, mediaUs + AGAIN_US);
    while (!this.over && this.nextUs < Math.min(mediaUs + MAX_LEAD_US, untilUs)) {
      const packets = this.#packets(
        Math.min(PACKETS_PER_MESSAGE, Math.ceil((untilUs - this.nextUs) / PACKET_US)),
      );
      if (packets.length === 0) return;
      this.#speaker.audio(encodeAudioFrame({ stream: this.stream, at_us: this.nextUs, packets }));
      this.nextUs += packets.length * PACKET_US;
    }
  }

  /** Next packets of one part; none while they are being read. */
  #packets(most: number): Uint8Array[] {
    const part = partAt(this.#list, (this.nextUs - this.#beganUs) / 1000);
    if (part === null) {
      this.over = true;
      return [];
    }
    const count = Math.min(most, Math.ceil(part.left_ms / PACKET_MS));
    if (part.item === null) return Array.from({ length: count }, () => SILENCE);
    const bytes = this.#bytesAt(part.item, part.offset_ms);
    if (bytes === null) return [];
    // The last packet may lie beyond the end of the item.
    if (bytes.length < PROGRAMME_PACKET_BYTES) return [SILENCE];
    const packets: Uint8Array[] = [];
    for (
      let at = 0;
      packets.length < count && at + PROGRAMME_PACKET_BYTES <= bytes.length;
      at += PROGRAMME_PACKET_BYTES
    )
      packets.push(bytes.subarray(at, at + PROGRAMME_PACKET_BYTES));
    return packets;
  }

  #bytesAt(item: string, offset_ms: number): Uint8Array | null {
    const held = this.#chunk;
    const inside =
      held?.item === item ? ((offset_ms - held.offset_ms) / PACKET_MS) * PROGRAMME_PACKET_BYTES : -1;
    const isWithin = inside >= 0 && inside < CHUNK * PROGRAMME_PACKET_BYTES;
    if (held !== null && isWithin) return held.bytes?.subarray(inside) ?? null;
    const chunk: Chunk = { item, offset_ms, bytes: null };
    this.#chunk = chunk;
    const take = (bytes: Uint8Array) => {
      chunk.bytes = bytes;
    };
    const from = (offset_ms / PACKET_MS) * PROGRAMME_PACKET_BYTES;
    const read = this.#store.read(item, from, CHUNK * PROGRAMME_PACKET_BYTES);
    if (read instanceof Uint8Array) take(read);
    else
      read.then(take, () => {
        this.over = true;
      });
    return chunk.bytes;
  }
}
