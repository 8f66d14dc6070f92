import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';

/** Master key and salt together, bytes, as SDES carries them. */
export const MASTER_BYTES = 30;

const KEY_BYTES = 16;
const SALT_BYTES = 14;
const AUTH_KEY_BYTES = 20;
const TAG_BYTES = 10;
const RTP_HEADER_BYTES = 12;
/** Sources of one stream whose order is followed; a device that restarts its sound takes a new one. */
const MAX_SOURCES = 4;
/** Packets behind the newest one that are still accepted. */
const WINDOW = 64;

const aesCounter = (key: Uint8Array, iv: Uint8Array, data: Uint8Array): Buffer =>
  createCipheriv('aes-128-ctr', key, iv).update(data);

/** Keys of one direction. */
export interface SessionKeys {
  cipher: Uint8Array;
  salt: Uint8Array;
  auth: Uint8Array;
}

/** Derives the keys of RTP from a master key and salt (RFC 3711, 4.3, without a rate). */
export function deriveKeys(master: Uint8Array): SessionKeys {
  const derive = (label: number, length: number) => {
    const iv = Buffer.alloc(KEY_BYTES);
    iv.set(master.subarray(KEY_BYTES, KEY_BYTES + SALT_BYTES));
    iv[7] = (iv[7] ?? 0) ^ label;
    return aesCounter(master.subarray(0, KEY_BYTES), iv, Buffer.alloc(length));
  };
  return { cipher: derive(0, KEY_BYTES), auth: derive(1, AUTH_KEY_BYTES), salt: derive(2, SALT_BYTES) };
}

/** First counter block of a packet (RFC 3711, 4.1.1). @param index 48 bits: rollovers and sequence number */
export function packetIv(salt: Uint8Array, ssrc: number, index: number): Uint8Array {
  const iv = Buffer.alloc(KEY_BYTES);
  iv.set(salt);
  iv.writeUInt32BE((iv.readUInt32BE(4) ^ ssrc) >>> 0, 4);
  iv.writeUInt16BE(iv.readUInt16BE(8) ^ Math.floor(index / 2 ** 32), 8);
  iv.writeUInt32BE((iv.readUInt32BE(10) ^ (index % 2 ** 32)) >>> 0, 10);
  return iv;
}

/** Length of the header of an RTP packet, with its sources and extension; null: it is none. */
function headerBytes(bytes: Buffer): number | null {
  const first = bytes[0] ?? 0;
  if (bytes.length < RTP_HEADER_BYTES || first >> 6 !== 2) return null;
  let length = RTP_HEADER_BYTES + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (length + 4 > bytes.length) return null;
    length += 4 + bytes.readUInt16BE(length + 2) * 4;
  }
  return length > bytes.length ? null : length;
}

function tagOf(keys: SessionKeys, packet: Uint8Array, rollovers: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(rollovers % 2 ** 32);
  return createHmac('sha1', keys.auth).update(packet).update(count).digest().subarray(0, TAG_BYTES);
}

/** Encrypts or decrypts the payload of a packet; its header stays. */
function crypt(keys: SessionKeys, packet: Buffer, header: number, index: number): Buffer {
  const iv = packetIv(keys.salt, packet.readUInt32BE(8), index);
  return Buffer.concat([packet.subarray(0, header), aesCounter(keys.cipher, iv, packet.subarray(header))]);
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Encrypts the RTP packets of one stream with AES_CM_128_HMAC_SHA1_80. Their sequence numbers rise. */
export class SrtpSender {
  readonly #keys: SessionKeys;
  #rollovers = 0;
  #last = -1;

  constructor(master: Uint8Array) {
    this.#keys = deriveKeys(master);
  }

  protect(rtp: Uint8Array): Uint8Array {
    const packet = bufferOf(rtp);
    const sequence = packet.readUInt16BE(2);
    if (sequence < this.#last) this.#rollovers++;
    this.#last = sequence;
    const header = headerBytes(packet) ?? RTP_HEADER_BYTES;
    const sealed = crypt(this.#keys, packet, header, this.#rollovers * 2 ** 16 + sequence);
    return Buffer.concat([sealed, tagOf(this.#keys, sealed, this.#rollovers)]);
  }
}

interface Source {
  /** Highest index that was accepted. */
  highest: number;
  /** Bit n: the packet n before the highest one was accepted. */
  seen: bigint;
}

/** Checks and decrypts the packets of the other side; each is taken once. */
export class SrtpReceiver {
  readonly #keys: SessionKeys;
  readonly #sources = new Map<number, Source>();

  constructor(master: Uint8Array) {
    this.#keys = deriveKeys(master);
  }

  /** Returns the RTP packet; null: it is malformed, forged, or a repetition. */
  unprotect(srtp: Uint8Array): Uint8Array | null {
    const bytes = bufferOf(srtp);
    if (bytes.length < RTP_HEADER_BYTES + TAG_BYTES) return null;
    const packet = bytes.subarray(0, -TAG_BYTES);
    const header = headerBytes(packet);
    if (header === null) return null;
    const ssrc = packet.readUInt32BE(8);
    const source = this.#sources.get(ssrc);
    const index = indexOf(source, packet.readUInt16BE(2));
    if (index < 0 || (source !== undefined && isRepeated(source, index))) return null;
    const tag = tagOf(this.#keys, packet, Math.floor(index / 2 ** 16));
    if (!timingSafeEqual(tag, bytes.subarray(-TAG_BYTES))) return null;
    this.#note(ssrc, source, index);
    return crypt(this.#keys, packet, header, index);
  }

  #note(ssrc: number, source: Source | undefined, index: number): void {
    if (source === undefined) {
      const [oldest] = this.#sources.keys();
      if (this.#sources.size >= MAX_SOURCES && oldest !== undefined) this.#sources.delete(oldest);
      this.#sources.set(ssrc, { highest: index, seen: 1n });
    } else if (index > source.highest) {
      const shift = Math.min(index - source.highest, WINDOW);
      source.seen = BigInt.asUintN(WINDOW, source.seen << BigInt(shift)) | 1n;
      source.highest = index;
    } else source.seen |= 1n << BigInt(source.highest - index);
  }
}

/** Index of a packet, by the newest one (RFC 3711, 3.3.1); negative: none. */
function indexOf(source: Source | undefined, sequence: number): number {
  if (source === undefined) return sequence;
  const newest = source.highest % 2 ** 16;
  const rollovers = Math.floor(source.highest / 2 ** 16);
  const half = 2 ** 15;
  const turn = newest < half ? (sequence - newest > half ? -1 : 0) : newest - half > sequence ? 1 : 0;
  return (rollovers + turn) * 2 ** 16 + sequence;
}

function isRepeated({ highest, seen }: Source, index: number): boolean {
  const behind = highest - index;
  return behind >= WINDOW || (behind >= 0 && ((seen >> BigInt(behind)) & 1n) === 1n);
}
