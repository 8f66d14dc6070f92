interface Note {
  hz: number;
  /** Seconds from the beginning. */
  from: number;
  /** How fast it dies away, 1/s. */
  decay: number;
}

/**
 * What a terminal plays by itself. `test`: two soft notes, a fifth apart, for "which terminal is it?" and for a person who
 * tries the loudspeaker. `ring`: somebody calls this station. `ringback`: the other station rings (450 Hz, a second long).
 * `done` and `failed`: what came of a dialled code, two notes up or two low ones down.
 */
const sounds = {
  test: {
    seconds: 1.4,
    notes: [
      { hz: 660, from: 0, decay: 4 },
      { hz: 880, from: 0.35, decay: 4 },
    ],
  },
  ring: {
    seconds: 1.2,
    notes: [0, 0.12, 0.24, 0.36, 0.6, 0.72, 0.84, 0.96].map((from, i) => ({
      hz: i % 2 === 0 ? 784 : 988,
      from,
      decay: 9,
    })),
  },
  done: {
    seconds: 0.4,
    notes: [
      { hz: 784, from: 0, decay: 12 },
      { hz: 1175, from: 0.14, decay: 9 },
    ],
  },
  failed: {
    seconds: 0.7,
    notes: [
      { hz: 330, from: 0, decay: 6 },
      { hz: 262, from: 0.26, decay: 5 },
    ],
  },
  ringback: { seconds: 1, notes: [{ hz: 450, from: 0, decay: 0 }] },
} as const satisfies Record<string, { seconds: number; notes: readonly Note[] }>;
export type OwnSound = keyof typeof sounds;

/** Peak of one note: −20 dBFS, to be noticed beside a programme without hurting. */
const PEAK = 0.1;
/** A sound that is cut off fades in this time, s. */
const CUT_S = 0.01;

/** Adds what the terminal plays by itself, when it was asked for. */
export class OwnSounds {
  private readonly rate: number;
  private samples = new Float32Array(0);
  private at = 0;

  constructor(rate: number) {
    this.rate = rate;
  }

  /** From the beginning. */
  start(sound: OwnSound): void {
    this.samples = render(sound, this.rate);
    this.at = 0;
  }

  /** Ends what sounds. */
  stop(): void {
    const left = Math.min(this.samples.length - this.at, Math.round(CUT_S * this.rate));
    this.samples = this.samples.slice(this.at, this.at + left).map((x, i) => x * (1 - i / left));
    this.at = 0;
  }

  addTo(out: Float32Array): void {
    for (let i = 0; i < out.length && this.at < this.samples.length; i++) {
      out[i] = (out[i] as number) + (this.samples[this.at++] as number);
    }
  }
}

function render(sound: OwnSound, rate: number): Float32Array<ArrayBuffer> {
  const { seconds, notes } = sounds[sound];
  const samples = new Float32Array(Math.round(seconds * rate));
  for (const { hz, from, decay } of notes) {
    for (let i = Math.round(from * rate); i < samples.length; i++) {
      const t = i / rate - from;
      const swell = Math.min(t / 0.02, 1) * Math.exp(-t * decay) * Math.min((seconds - from - t) / 0.05, 1);
      samples[i] = (samples[i] as number) + PEAK * swell * Math.sin(2 * Math.PI * hz * t);
    }
  }
  return samples;
}
