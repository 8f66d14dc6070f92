import { PACKET_SAMPLES, SAMPLE_RATE } from '../../contract/audio.ts';

/** Ogg Opus (RFC 3533, RFC 7845), as far as it takes to write packets that are encoded already, and to mend a file. */

const HEADER_BYTES = 27;
const MAX_SEGMENTS = 255;
const CAPTURE = 0x4f676753;
const FIRST_PAGE = 2;
const LAST_PAGE = 4;
/** What an encoder of 48 kHz is behind its input: players leave it out, samples. */
export const PRE_SKIP = 312;

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  return crc >>> 0;
});

/** The checksum of a page whose own field for it is zero. */
function checksum(page: Uint8Array): number {
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ (crcTable[((crc >>> 24) ^ byte) & 255] as number)) >>> 0;
  return crc;
}

function seal(page: Buffer): Buffer {
  page.writeUInt32LE(0, 22);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

const segmentsOf = (packet: Uint8Array) => Math.floor(packet.length / 255) + 1;

/** How many of these packets one page takes. */
export function fitting(packets: readonly Uint8Array[], most: number): number {
  let segments = 0;
  let count = 0;
  for (const packet of packets) {
    segments += segmentsOf(packet);
    if (count === most || segments > MAX_SEGMENTS) break;
    count++;
  }
  return count;
}

/** One page. `samples`: up to the end of its last packet, from the start of the file. */
function page(
  packets: readonly Uint8Array[],
  at: { serial: number; number: number; samples: number; flags: number },
): Buffer {
  const lacing = packets.flatMap((packet) => [
    ...new Array<number>(segmentsOf(packet) - 1).fill(255),
    packet.length % 255,
  ]);
  const head = Buffer.alloc(HEADER_BYTES + lacing.length);
  head.writeUInt32BE(CAPTURE, 0);
  head.writeUInt8(at.flags, 5);
  head.writeBigUInt64LE(BigInt(at.samples), 6);
  head.writeUInt32LE(at.serial, 14);
  head.writeUInt32LE(at.number, 18);
  head.writeUInt8(lacing.length, 26);
  head.set(lacing, HEADER_BYTES);
  return seal(Buffer.concat([head, ...packets]));
}

/** Mono, or two channels of a stream each (mapping family 1: the first is the left one). */
function opusHead(channels: 1 | 2): Buffer {
  const head = Buffer.alloc(channels === 1 ? 19 : 23);
  head.write('OpusHead', 'latin1');
  head.writeUInt8(1, 8);
  head.writeUInt8(channels, 9);
  head.writeUInt16LE(PRE_SKIP, 10);
  head.writeUInt32LE(SAMPLE_RATE, 12);
  if (channels === 2) head.set([1, 2, 0, 0, 1], 18);
  return head;
}

function opusTags(tags: Readonly<Record<string, string>>): Buffer {
  const texts = ['Tocsin', ...Object.entries(tags).map(([name, value]) => `${name}=${value}`)];
  const parts = texts.map((text) => {
    const bytes = Buffer.from(text);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return Buffer.concat([length, bytes]);
  });
  const count = Buffer.alloc(4);
  count.writeUInt32LE(texts.length - 1);
  const [vendor = Buffer.alloc(4), ...comments] = parts;
  return Buffer.concat([Buffer.from('OpusTags'), vendor, count, ...comments]);
}

/** A packet in one frame (RFC 6716, 3.2.2) with its length in it, as all but the last stream of a multistream packet have it. */
function selfDelimited(packet: Uint8Array): Buffer {
  const length = packet.length - 1;
  const first = length < 252 ? length : 252 + (length & 3);
  const bytes = length < 252 ? [first] : [first, (length - first) >> 2];
  return Buffer.concat([packet.subarray(0, 1), Uint8Array.from(bytes), packet.subarray(1)]);
}

/** One packet of all channels. Each channel's has 20 ms in one frame; of a single channel any packet of 20 ms will do. */
export function packetOf(channels: readonly Uint8Array[]): Uint8Array {
  const last = channels.at(-1) as Uint8Array;
  return channels.length === 1 ? last : Buffer.concat([...channels.slice(0, -1).map(selfDelimited), last]);
}

/** Makes the bytes of one file, page by page. */
export class OggOpus {
  readonly #serial: number;
  #number = 0;
  #packets = 0;

  constructor(serial: number) {
    this.#serial = serial;
  }

  /** What a file begins with. */
  start(channels: 1 | 2, tags: Readonly<Record<string, string>>): Buffer {
    return Buffer.concat([
      this.#page([opusHead(channels)], FIRST_PAGE, 0),
      this.#page([opusTags(tags)], 0, 0),
    ]);
  }

  /** A page of packets of 20 ms. */
  page(packets: readonly Uint8Array[], isLast: boolean): Buffer {
    this.#packets += packets.length;
    return this.#page(packets, isLast ? LAST_PAGE : 0, this.#packets * PACKET_SAMPLES);
  }

  #page(packets: readonly Uint8Array[], flags: number, samples: number): Buffer {
    return page(packets, { serial: this.#serial, number: this.#number++, samples, flags });
  }
}

/** What is whole of a file that was cut off: its bytes up to there, its length in packets, and its last page, marked as such. */
export interface Whole {
  bytes: number;
  packets: number;
  last: { at: number; page: Buffer };
}

/** Looks through the pages of a file; null when there is no sound in it. */
export function wholePart(file: Buffer): Whole | null {
  let at = 0;
  let whole: Whole | null = null;
  while (at + HEADER_BYTES <= file.length && file.readUInt32BE(at) === CAPTURE) {
    const table = at + HEADER_BYTES;
    const segments = file.readUInt8(at + 26);
    if (table + segments > file.length) break;
    const body = file.subarray(table, table + segments).reduce((sum, n) => sum + n, 0);
    const end = table + segments + body;
    if (end > file.length) break;
    const copy = Buffer.from(file.subarray(at, end));
    const stored = copy.readUInt32LE(22);
    if (seal(copy).readUInt32LE(22) !== stored) break;
    const packets = Number(copy.readBigUInt64LE(6)) / PACKET_SAMPLES;
    copy.writeUInt8(copy.readUInt8(5) | LAST_PAGE, 5);
    if (packets > 0) whole = { bytes: end, packets, last: { at, page: seal(copy) } };
    at = end;
  }
  return whole;
}
