import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudioFrame } from '../contract/protocol/frames.ts';

export const sampleNames = ['tone', 'sweep', 'speech'] as const;
export type SampleName = (typeof sampleNames)[number];

/** RMS level of tone and sweep, and that of the last half of speech, dBFS. */
export const SAMPLE_DB = -16;
export const SPEECH_DB = -20;
/** Largest RMS of the difference between the expected samples and those of another decoder, dBFS. */
export const TOLERANCE_DB = -70;
/** Packet that decodes to silence, as in the example of the protocol document. */
export const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);

const folder = join(import.meta.dirname, 'samples');

/** Frames of a sample, as a server sends them. */
export function readFrames(name: SampleName): Uint8Array[] {
  const bytes = new Uint8Array(readFileSync(join(folder, `${name}.frames`)));
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const frame = decodeAudioFrame(bytes.subarray(at));
    if (frame === null) throw new Error(`${name}.frames is damaged`);
    const length = frame.packets.reduce((sum, packet) => sum + 2 + packet.length, 16);
    frames.push(bytes.subarray(at, at + length));
    at += length;
  }
  return frames;
}

/** Packets of a sample. */
export function readPackets(name: SampleName): Uint8Array[] {
  return readFrames(name).flatMap((frame) => decodeAudioFrame(frame)?.packets ?? []);
}

/** Expected samples: 48 kHz, mono, signed 16 bit, little-endian. */
export function readPcm(name: SampleName): Int16Array {
  return samplesOf(readFileSync(join(folder, `${name}.pcm`)));
}

export function samplesOf(bytes: Buffer): Int16Array {
  return Int16Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i));
}

/** RMS of the difference of two equally long sounds, dBFS; +Infinity if their lengths differ. */
export function differenceDb(expected: Int16Array, decoded: Int16Array): number {
  if (expected.length !== decoded.length) return Number.POSITIVE_INFINITY;
  const sum = expected.reduce((total, x, i) => total + (x - (decoded[i] ?? 0)) ** 2, 0);
  return 10 * Math.log10(sum / expected.length / 32_767 ** 2);
}
