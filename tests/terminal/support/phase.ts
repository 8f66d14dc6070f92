import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';

/** Frequency of the simulated programme: its phase tells which media time is being heard. */
const PROGRAMME_HZ = 100;
const PERIOD = SAMPLE_RATE / PROGRAMME_HZ;
const OMEGA = (2 * Math.PI * PROGRAMME_HZ) / SAMPLE_RATE;

/** Samples of the programme's packet for this media time. */
export function programme(atUs: number): Float32Array {
  const first = (atUs * SAMPLE_RATE) / 1e6;
  const pcm = new Float32Array(PACKET_SAMPLES);
  const start = (first % PERIOD) * OMEGA;
  for (let i = 0; i < PACKET_SAMPLES; i++) pcm[i] = 0.5 * Math.sin(start + i * OMEGA);
  return pcm;
}

/**
 * Delay of a block that is heard from media time `mediaUs` on, by the phase of its samples, µs; null for a
 * block with a ramp or a gap in it.
 */
export function latenessOf(samples: Float32Array, mediaUs: number): number | null {
  if (samples.length < PERIOD) return null;
  let sine = 0;
  let cosine = 0;
  for (let i = 0; i < PERIOD; i++) {
    sine += (samples[i] as number) * Math.sin(i * OMEGA);
    cosine += (samples[i] as number) * Math.cos(i * OMEGA);
  }
  if (Math.abs((2 * Math.hypot(sine, cosine)) / PERIOD - 0.5) > 0.001) return null;
  const cycle = Math.atan2(cosine, sine) / (2 * Math.PI);
  const expected = (mediaUs * PROGRAMME_HZ) / 1e6;
  return ((expected - cycle - Math.round(expected - cycle)) * 1e6) / PROGRAMME_HZ;
}
