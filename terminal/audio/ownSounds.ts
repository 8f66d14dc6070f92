interface Note {
  hz: number;
  /** Start of the note, seconds from the beginning. */
  from: number;
  /** Decay rate, 1/s. */
  decay: number;
}

/**
 * Local sounds of a terminal. `test`: two soft notes, a fifth apart, for identifying the terminal and testing the
 * loudspeaker. `ring`: an incoming call. `ringback`: the called station rings (450 Hz, a second long). `done` and
 * `failed`: result of a dialled code, two rising notes or two low falling ones.
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

/** Peak of one note: −20 dBFS, audible beside a programme without being loud. */
const PEAK = 0.1;
/** Fade time of a sound that is cut off, s. */
const CUT_S = 0.01;

/** Plays the local sounds of the terminal. */
export class OwnSounds {
  readonly #rate: number;
  #samples = new Float32Array(0);
  #at = 0;

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** Starts a sound from its beginning. */
  start(sound: OwnSound): void {
    this.#samples = render(sound, this.#rate);
    this.#at = 0;
  }

  /** Stops the current sound. */
  stop(): void {
    const left = Math.min(this.#samples.length - this.#at, Math.round(CUT_S * this.#rate));
    this.#samples = this.#samples.slice(this.#at, this.#at + left).map((x, i) => x * (1 - i / left));
    this.#at = 0;
  }

  addTo(out: Float32Array): void {
    for (let i = 0; i < out.length && this.#at < this.#samples.length; i++) {
      out[i] = (out[i] as number) + (this.#samples[this.#at++] as number);
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
