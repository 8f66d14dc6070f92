import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';

/**
 * Ogg Opus (RFC 3533, RFC 7845): just enough to write packets that are encoded already, and to repair a file.
 */

const HEADER_BYTES = 27;
const MAX_SEGMENTS = 255;
const CAPTURE = 0x4f676753;
const FIRST_PAGE = 2;
const LAST_PAGE = 4;
/** Delay of an encoder at 48 kHz, samples: players skip it. */
export const PRE_SKIP = 312;

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  return crc >>> 0;
});

/** Checksum of a page whose checksum field is zero. */
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

/** Number of these packets that fit into one page. */
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

/** Builds one page. `samples`: position of the end of its last packet in the file. */
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

/** Opus header: mono, or two channels in a stream each (mapping family 1: the first is the left one). */
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

/**
 * Makes a packet of one frame self-delimiting (RFC 6716, appendix B), as all but the last stream of a
 * multistream packet must be.
 */
function selfDelimited(packet: Uint8Array): Buffer {
  const length = packet.length - 1;
  const first = length < 252 ? length : 252 + (length & 3);
  const bytes = length < 252 ? [first] : [first, (length - first) >> 2];
  return Buffer.concat([packet.subarray(0, 1), Uint8Array.from(bytes), packet.subarray(1)]);
}

/**
 * Joins the packets of all channels into one. With two channels each packet must have 20 ms in one frame; for
 * one channel any packet of 20 ms is accepted.
 */
export function packetOf(channels: readonly Uint8Array[]): Uint8Array {
  const last = channels.at(-1) as Uint8Array;
  return channels.length === 1 ? last : Buffer.concat([...channels.slice(0, -1).map(selfDelimited), last]);
}

/** Builds the bytes of one file, page by page. */
export class OggOpus {
  readonly #serial: number;
  #number = 0;
  #packets = 0;

  constructor(serial: number) {
    this.#serial = serial;
  }

  /** Header pages of a file. */
  start(channels: 1 | 2, tags: Readonly<Record<string, string>>): Buffer {
    return Buffer.concat([
      this.#page([opusHead(channels)], FIRST_PAGE, 0),
      this.#page([opusTags(tags)], 0, 0),
    ]);
  }

  /** Builds a page of packets of 20 ms. */
  page(packets: readonly Uint8Array[], isLast: boolean): Buffer {
    this.#packets += packets.length;
    return this.#page(packets, isLast ? LAST_PAGE : 0, this.#packets * PACKET_SAMPLES);
  }

  #page(packets: readonly Uint8Array[], flags: number, samples: number): Buffer {
    return page(packets, { serial: this.#serial, number: this.#number++, samples, flags });
  }
}

/**
 * Complete part of a truncated file: its size in bytes, its length in packets, and its last page, marked as
 * the end.
 */
export interface Whole {
  bytes: number;
  packets: number;
  last: { at: number; page: Buffer };
}

/** Scans the pages of a file; null when it holds no sound. */
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

/** Packets of the sound in a file of one channel, in their order. */
export function packetsOf(file: Buffer): Uint8Array[] {
  const packets: Uint8Array[] = [];
  let at = 0;
  for (let pages = 0; at + HEADER_BYTES <= file.length && file.readUInt32BE(at) === CAPTURE; pages++) {
    const table = at + HEADER_BYTES;
    const lacing = file.subarray(table, table + file.readUInt8(at + 26));
    let from = table + lacing.length;
    let size = 0;
    for (const part of lacing) {
      size += part;
      // A packet ends with a segment that is not full; a page holds whole packets.
      if (part === 255) continue;
      // The first two pages are the headers.
      if (pages >= 2) packets.push(file.subarray(from, from + size));
      from += size;
      size = 0;
    }
    at = from + size;
  }
  return packets;
}
