import { PACKET_SAMPLES, PACKET_US, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { monoFrames } from '../../../server/sound/files/worker/mono.ts';
import { openSource } from '../../../server/sound/files/worker/source.ts';
import { type Frame, frameOf } from '../../../server/sound/source/frame.ts';
import { OpusEncoder } from '../../../terminal/headless/audio/opusEncoder.ts';

/** Opus packets of a tone of some seconds, like live speech. */
export function tone(hertz: number, seconds: number): Uint8Array[] {
  const encoder = new OpusEncoder('voip');
  const packets: Uint8Array[] = [];
  for (let n = 0; n < (seconds * 1e6) / PACKET_US; n++) {
    const samples = Float32Array.from(
      { length: PACKET_SAMPLES },
      (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * (n * PACKET_SAMPLES + i)) / SAMPLE_RATE),
    );
    packets.push(...encoder.encode(samples));
  }
  return [...packets, ...encoder.end()].slice(0, Math.round((seconds * 1e6) / PACKET_US));
}

/** Frames of a stream, five packets each. */
export function framesOf(at_us: number, packets: readonly Uint8Array[]): Frame[] {
  const frames: Frame[] = [];
  for (let i = 0; i < packets.length; i += 5)
    frames.push(frameOf(1, at_us + i * PACKET_US, packets.slice(i, i + 5)));
  return frames;
}

/** Samples of a file, of its first channel or of all, at 48 kHz. */
export function decoded(path: string, mix: 'all' | 'first' = 'all'): Float32Array {
  const parts: number[] = [];
  const stats = { good: 0, damaged: 0 };
  for (const frame of monoFrames(openSource(path), 3600, mix, stats, () => {})) {
    const [bytes] = frame.data ?? [];
    if (bytes === undefined) continue;
    parts.push(...new Float32Array(bytes.buffer, bytes.byteOffset, frame.nbSamples));
  }
  if (stats.damaged > 0) throw new Error(`${stats.damaged} packets are damaged`);
  return Float32Array.from(parts);
}

/** RMS level of an interval. */
export function level(samples: Float32Array, from_s: number, to_s: number): number {
  const part = samples.subarray(Math.round(from_s * SAMPLE_RATE), Math.round(to_s * SAMPLE_RATE));
  return Math.sqrt(part.reduce((sum, one) => sum + one * one, 0) / Math.max(1, part.length));
}

/** Amplitude of a frequency in an interval (Goertzel). */
export function strength(samples: Float32Array, hertz: number, from_s: number, to_s: number): number {
  const part = samples.subarray(Math.round(from_s * SAMPLE_RATE), Math.round(to_s * SAMPLE_RATE));
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
  let [last, before] = [0, 0];
  for (const sample of part) [last, before] = [sample + turn * last - before, last];
  return (2 * Math.sqrt(last * last + before * before - turn * last * before)) / part.length;
}
