import { floatWavHeader } from '../../../contract/protocol/wav.ts';

/** Bytes within which the samples of a WAV must begin; any other stream is passed on unchanged. */
const MAX_HEAD_BYTES = 65_536;
const PCM = 1;
const EXTENSIBLE = 0xfffe;
/** Sizes of a `data` chunk of unknown length, as written by streaming programs. */
const isUnknownSize = (bytes: number) => bytes === 0 || bytes >= 0xffff_ff00;

interface Head {
  channels: number;
  rate: number;
  /** Byte at which the samples begin. */
  from: number;
  /** Bytes of samples; anything after them is no sound. */
  bytes: number;
}

/** Parses the header of a WAV of 16-bit PCM; undefined: incomplete; null: another format. */
function readHead(bytes: Buffer): Head | null | undefined {
  const isBegun = (text: string, at: number) =>
    text.startsWith(bytes.toString('latin1', at, at + text.length));
  if (!isBegun('RIFF', 0) || (bytes.length > 8 && !isBegun('WAVE', 8))) return null;
  let format: Pick<Head, 'channels' | 'rate'> | undefined;
  for (let at = 12; ; ) {
    if (bytes.length < at + 8) return bytes.length > MAX_HEAD_BYTES ? null : undefined;
    const chunk = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const from = at + 8;
    if (chunk === 'data')
      return format === undefined
        ? null
        : { ...format, from, bytes: isUnknownSize(size) ? Number.POSITIVE_INFINITY : size };
    if (size > MAX_HEAD_BYTES) return null;
    if (bytes.length < from + size) return undefined;
    if (chunk === 'fmt ' && size >= 16) {
      const tag = bytes.readUInt16LE(from);
      const kind = tag === EXTENSIBLE && size >= 26 ? bytes.readUInt16LE(from + 24) : tag;
      if (kind !== PCM || bytes.readUInt16LE(from + 14) !== 16) return null;
      format = { channels: bytes.readUInt16LE(from + 2), rate: bytes.readUInt32LE(from + 4) };
    }
    at = from + size + (size % 2);
  }
}

/**
 * Converts a stream of WAV with 16-bit PCM to float samples, piece by piece, so that FFmpeg decodes it as it
 * arrives (see `floatWavHeader`). Any other stream is passed on unchanged.
 */
export class FloatWav {
  #waiting: Buffer = Buffer.alloc(0);
  /** Bytes of samples still to come; undefined: the header is being read; null: all is passed on. */
  #left: number | null | undefined;

  /** Converts a piece of the stream; empty while the header is incomplete. */
  take(piece: Uint8Array): Buffer {
    const bytes = Buffer.concat([this.#waiting, piece]);
    this.#waiting = Buffer.alloc(0);
    if (this.#left === null) return bytes;
    if (this.#left !== undefined) return this.#samples(bytes);
    const head = readHead(bytes);
    if (head === undefined) {
      this.#waiting = bytes;
      return Buffer.alloc(0);
    }
    this.#left = head === null ? null : head.bytes;
    if (head === null) return bytes;
    const samples = this.#samples(bytes.subarray(head.from));
    return Buffer.concat([floatWavHeader(head.rate, head.channels), samples]);
  }

  /** Returns the rest of a stream that ended within its header. */
  end(): Buffer {
    return this.#left === undefined ? this.#waiting : Buffer.alloc(0);
  }

  #samples(bytes: Buffer): Buffer {
    const sound = bytes.subarray(0, Math.min(bytes.length, this.#left ?? 0));
    const n = Math.floor(sound.length / 2);
    const samples = Buffer.alloc(n * 4);
    for (let i = 0; i < n; i++) samples.writeFloatLE(sound.readInt16LE(i * 2) / 32_768, i * 4);
    this.#left = (this.#left ?? 0) - n * 2;
    // Half a sample waits for the next piece.
    this.#waiting = Buffer.from(sound.subarray(n * 2));
    return samples;
  }
}
