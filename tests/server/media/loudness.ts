import { readFileSync } from 'node:fs';
import { OpusDecoder } from 'opus-decoder';
import { PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';

/** Decodes `programme.opk` like a terminal, by another decoder than the server's FFmpeg. Mono, 48 kHz. */
export async function decodeProgramme(path: string): Promise<Float32Array> {
  const bytes = readFileSync(path);
  const decoder = new OpusDecoder({ channels: 1, sampleRate: 48_000 });
  await decoder.ready;
  const packets: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PROGRAMME_PACKET_BYTES)
    packets.push(bytes.subarray(at, at + PROGRAMME_PACKET_BYTES));
  const { channelData, errors } = decoder.decodeFrames(packets);
  decoder.free();
  if (errors.length > 0) throw new Error(`${errors.length} packets do not decode`);
  return channelData[0]!;
}

/** Second-order filter with BS.1770's coefficients for 48 kHz. */
function biquad(x: Float64Array, b: [number, number, number], a: [number, number]): Float64Array {
  const y = new Float64Array(x.length);
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  for (let i = 0; i < x.length; i++) {
    const value = b[0] * x[i]! + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    x2 = x1;
    x1 = x[i]!;
    y2 = y1;
    y1 = value;
    y[i] = value;
  }
  return y;
}

const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
const toLufs = (power: number) => -0.691 + 10 * Math.log10(power);

/**
 * Integrated loudness of mono sound at 48 kHz by BS.1770-4, LUFS, implemented from the standard, independent
 * of the server's FFmpeg. -Infinity if nothing is above the gate.
 */
export function integratedLufs(sound: Float32Array): number {
  const store = biquad(
    Float64Array.from(sound),
    [1.53512485958697, -2.69169618940638, 1.19839281085285],
    [-1.69065929318241, 0.73248077421585],
  );
  const weighted = biquad(store, [1, -2, 1], [-1.99004745483398, 0.99007225036621]);
  const powers: number[] = [];
  const block = 19_200;
  for (let at = 0; at + block <= weighted.length; at += block / 4) {
    let sum = 0;
    for (let i = at; i < at + block; i++) sum += weighted[i]! ** 2;
    powers.push(sum / block);
  }
  const loud = powers.filter((p) => toLufs(p) > -70);
  if (loud.length === 0) return Number.NEGATIVE_INFINITY;
  const gate = toLufs(mean(loud)) - 10;
  return toLufs(mean(loud.filter((p) => toLufs(p) > gate)));
}

/** True peak in dBTP: four times oversampled by a windowed sinc of 64 taps. */
export function truePeakDb(sound: Float32Array): number {
  const half = 16;
  let peak = 0;
  for (let phase = 0; phase < 4; phase++) {
    const taps: number[] = [];
    for (let k = -half + 1; k <= half; k++) {
      const x = k - phase / 4;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (half + 1));
      taps.push((x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window);
    }
    for (let i = half; i < sound.length - half; i++) {
      let value = 0;
      for (let k = 0; k < taps.length; k++) value += taps[k]! * sound[i + k - half + 1]!;
      peak = Math.max(peak, Math.abs(value));
    }
  }
  return 20 * Math.log10(peak);
}

/** Share of one frequency in the power of an interval: 1 for a pure tone. */
export function toneShare(sound: Float32Array, hertz: number, from = 0, to = sound.length): number {
  let re = 0;
  let im = 0;
  let power = 0;
  for (let i = from; i < to; i++) {
    const angle = (2 * Math.PI * hertz * i) / 48_000;
    re += sound[i]! * Math.cos(angle);
    im += sound[i]! * Math.sin(angle);
    power += sound[i]! ** 2;
  }
  const n = to - from;
  return (2 * (re * re + im * im)) / (n * power);
}
