import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';

/** The two notes of the chime (e″ and c″), Hz, and how long each rings before the next, s. */
const NOTES = [659.26, 523.25];
const NOTE_S = 0.55;
const TAIL_S = 0.7;
/** Decay of a note to 1/e, s; peak amplitude, about −16 LUFS with its overtone. */
const DECAY_S = 0.28;
const PEAK = 0.35;

/** Samples of the chime, mono at 48 kHz. */
export function chimeSamples(): Float32Array {
  const out = new Float32Array(Math.round((NOTES.length * NOTE_S + TAIL_S) * SAMPLE_RATE));
  for (const [n, hz] of NOTES.entries()) {
    const from = Math.round(n * NOTE_S * SAMPLE_RATE);
    for (let i = from; i < out.length; i++) {
      const t = (i - from) / SAMPLE_RATE;
      const attack = Math.min(1, t / 0.004);
      const ring = Math.exp(-t / DECAY_S) * attack * PEAK;
      const wave = Math.sin(2 * Math.PI * hz * t) + 0.25 * Math.sin(4 * Math.PI * hz * t);
      out[i] = (out[i] ?? 0) + ring * wave * 0.8;
    }
  }
  return out;
}
