import { readFileSync } from 'node:fs';
import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';

/** Source of samples of a capturer without a sound card. */
export interface SampleSource {
  /** Samples `from`…`from + count` of a channel (1, 2, …), mono at 48 kHz, counted from its beginning. */
  read(channel: number, from: number, count: number): Float32Array;
}

/** Tones of varying amplitude with a distinct pitch and period per channel. */
export class Tones implements SampleSource {
  /** Peak amplitude of the loudest moment: −12 dBFS. */
  static readonly #peak = 0.25;
  readonly #channels: number;

  constructor(channels: number) {
    this.#channels = channels;
  }

  read(channel: number, from: number, count: number): Float32Array {
    const hz = 220 * 2 ** ((channel - 1) / Math.max(this.#channels, 12));
    const swellHz = 0.1 + 0.03 * channel;
    const out = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      const t = (from + i) / SAMPLE_RATE;
      const swell = 0.55 - 0.45 * Math.cos(2 * Math.PI * swellHz * t);
      out[i] = Tones.#peak * swell * Math.sin(2 * Math.PI * hz * t);
    }
    return out;
  }
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/** A repeated WAV file at 48 kHz; channel n plays channel n of the file, modulo its number of channels. */
export class WavSource implements SampleSource {
  readonly #channels: readonly Float32Array[];

  /** @throws Error with a readable message when the file cannot be used */
  constructor(path: string) {
    this.#channels = readWav(readFileSync(path), path);
  }

  read(channel: number, from: number, count: number): Float32Array {
    const samples = this.#channels[(channel - 1) % this.#channels.length] as Float32Array;
    return Float32Array.from({ length: count }, (_, i) => samples[(from + i) % samples.length] as number);
  }
}

/** The channels of a WAV file: 16-bit PCM or 32-bit float. */
export function readWav(bytes: Buffer, path: string): Float32Array[] {
  const bad = (reason: string) => new Error(`${path} cannot be used: ${reason}`);
  if (
    bytes.length < 12 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WAVE'
  )
    throw bad('it is no WAV file');
  let format: { kind: number; channels: number; rate: number; bits: number } | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, Math.min(at + 8 + size, bytes.length));
    if (name === 'fmt ' && body.length >= 16) {
      const kind = body.readUInt16LE(0);
      format = {
        kind: kind === EXTENSIBLE && body.length >= 26 ? body.readUInt16LE(24) : kind,
        channels: body.readUInt16LE(2),
        rate: body.readUInt32LE(4),
        bits: body.readUInt16LE(14),
      };
    } else if (name === 'data') {
      if (format === null) throw bad('it has no format chunk');
      const isShort = format.kind === PCM && format.bits === 16;
      if (!isShort && !(format.kind === FLOAT && format.bits === 32))
        throw bad('it is neither 16-bit PCM nor 32-bit float');
      if (format.rate !== SAMPLE_RATE)
        throw bad(`it has ${format.rate} samples a second, not ${SAMPLE_RATE}`);
      const { channels } = format;
      const width = format.bits / 8;
      const frames = Math.floor(body.length / (width * channels));
      if (channels === 0 || frames === 0) throw bad('it holds no sound');
      return Array.from({ length: channels }, (_, channel) =>
        Float32Array.from({ length: frames }, (__, i) => {
          const offset = (i * channels + channel) * width;
          return isShort ? body.readInt16LE(offset) / 32_768 : body.readFloatLE(offset);
        }),
      );
    }
    at += 8 + size + (size % 2);
  }
  throw bad('it holds no sound');
}
