import type { PeaksResult } from '../protocol.ts';
import { breathe } from './chain.ts';
import { monoFrames, type OnProgress } from './mono.ts';
import { type DecodeStats, openSource } from './source.ts';

/** Peak amplitude of float samples, 0..1. */
function peakOf(bytes: Uint8Array, count: number): number {
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset, count);
  let peak = 0;
  for (const sample of samples) if (Math.abs(sample) > peak) peak = Math.abs(sample);
  return Math.min(1, peak);
}

/**
 * Computes the waveform outline of a sound file: the peak level of each of at most `points` intervals of
 * equal length, 0–100.
 * @throws Refused
 */
export async function peaks(
  path: string,
  points: number,
  maxSeconds: number,
  onProgress: OnProgress,
): Promise<PeaksResult> {
  const stats: DecodeStats = { good: 0, damaged: 0 };
  const frames: number[] = [];
  for (const frame of monoFrames(openSource(path), maxSeconds, 'all', stats, onProgress)) {
    const [bytes] = frame.data ?? [];
    frames.push(bytes === undefined ? 0 : peakOf(bytes, frame.nbSamples));
    await breathe();
  }
  const count = Math.min(points, frames.length);
  const outline = Array.from({ length: count }, (_, i) => {
    const [from, to] = [
      Math.floor((i * frames.length) / count),
      Math.floor(((i + 1) * frames.length) / count),
    ];
    return Math.round(100 * frames.slice(from, to).reduce((most, peak) => Math.max(most, peak), 0));
  });
  return { ok: true, kind: 'peaks', peaks: outline };
}
