/** Two soft notes, a fifth apart, for "which terminal is it?" and for a person who tries the loudspeaker. */
const NOTES = [
  { hz: 660, from: 0 },
  { hz: 880, from: 0.35 },
];
const LENGTH_S = 1.4;
/** Peak of one note: −20 dBFS, to be noticed beside a programme without hurting. */
const PEAK = 0.1;

/** Adds the test tone to what is played, when it was asked for. */
export class TestTone {
  private readonly rate: number;
  private samples = new Float32Array(0);
  private at = 0;

  constructor(rate: number) {
    this.rate = rate;
  }

  /** From the beginning. */
  start(): void {
    this.samples = notes(this.rate);
    this.at = 0;
  }

  addTo(out: Float32Array): void {
    for (let i = 0; i < out.length && this.at < this.samples.length; i++) {
      out[i] = (out[i] as number) + (this.samples[this.at++] as number);
    }
  }
}

function notes(rate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(LENGTH_S * rate));
  for (const { hz, from } of NOTES) {
    for (let i = Math.round(from * rate); i < samples.length; i++) {
      const t = i / rate - from;
      const swell = Math.min(t / 0.02, 1) * Math.exp(-t * 4) * Math.min((LENGTH_S - from - t) / 0.05, 1);
      samples[i] = (samples[i] as number) + PEAK * swell * Math.sin(2 * Math.PI * hz * t);
    }
  }
  return samples;
}
