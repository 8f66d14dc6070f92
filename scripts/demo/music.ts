import { WAV_HEADER_BYTES, wavHeader } from '../../contract/protocol/wav.ts';

/** Sounds of the sample site, generated, so no licence is needed. 16-bit mono WAV. */
const RATE = 32_000;

/** One note: MIDI number (null: a rest) and length in beats. */
type Note = readonly [number | null, number];

/** Timbre of a note: its partials (ratio, strength) and decay time (seconds to 1/e). */
interface Voice {
  partials: readonly (readonly [number, number])[];
  decay: number;
}

const bell: Voice = {
  partials: [
    [0.5, 0.3],
    [1, 1],
    [1.19, 0.35],
    [2, 0.5],
    [2.74, 0.25],
    [5.4, 0.1],
  ],
  decay: 1.4,
};
const marimba: Voice = {
  partials: [
    [1, 1],
    [3.93, 0.3],
    [9.2, 0.06],
  ],
  decay: 0.45,
};

/** Two strokes of four, as a school bell rings. */
const chime: Note[] = [
  [76, 1],
  [72, 1],
  [74, 1],
  [67, 2],
  [67, 1],
  [74, 1],
  [76, 1],
  [72, 4],
];

/** A calm figure over four chords, walked up and down. */
function walk(): Note[] {
  const chords = [
    [60, 64, 67, 71],
    [57, 60, 64, 67],
    [65, 69, 72, 76],
    [55, 59, 62, 65],
  ];
  return chords.flatMap((chord) => [...chord, ...[...chord].reverse()].map((pitch) => [pitch, 0.5] as const));
}

/** A brisk five-note tune for exercises. */
function march(): Note[] {
  const tune = [67, 69, 71, 74, 71, 69, 67, 64, 67, 69, 67, 64, 62, 64, 67, 67];
  return tune.map((pitch, i) => [pitch, i % 8 === 7 ? 1 : 0.5] as const);
}

function render(notes: readonly Note[], beat: number, voice: Voice, repeats: number): Float32Array {
  const length = notes.reduce((sum, [, beats]) => sum + beats, 0) * beat * repeats + voice.decay * 3;
  const out = new Float32Array(Math.ceil(length * RATE));
  let at = 0;
  for (let round = 0; round < repeats; round++)
    for (const [pitch, beats] of notes) {
      if (pitch !== null) strike(out, Math.round(at * RATE), 440 * 2 ** ((pitch - 69) / 12), voice);
      at += beats * beat;
    }
  return out;
}

function strike(out: Float32Array, from: number, frequency: number, voice: Voice): void {
  const until = Math.min(out.length, from + Math.ceil(voice.decay * 4 * RATE));
  for (const [ratio, strength] of voice.partials) {
    const step = (2 * Math.PI * frequency * ratio) / RATE;
    const fade = Math.exp(-1 / (RATE * (voice.decay / Math.sqrt(ratio))));
    let level = 0.12 * strength;
    for (let i = from; i < until; i++) {
      // 4 ms of attack, so that no stroke clicks.
      out[i] = (out[i] ?? 0) + level * Math.min(1, (i - from) / (RATE * 0.004)) * Math.sin(step * (i - from));
      level *= fade;
    }
  }
}

function wav(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const data = new Int16Array(samples.length);
  for (const [i, sample] of samples.entries())
    data[i] = Math.round(32_767 * Math.max(-1, Math.min(1, sample)));
  const bytes = new Uint8Array(WAV_HEADER_BYTES + data.byteLength);
  bytes.set(wavHeader(RATE, data.byteLength));
  bytes.set(new Uint8Array(data.buffer), WAV_HEADER_BYTES);
  return bytes;
}

/** The sample site's music: file names and how each is made. */
export const music = {
  bell: { name: '上课铃.wav', make: () => wav(render(chime, 0.6, bell, 1)) },
  calm: { name: '课间音乐.wav', make: () => wav(render(walk(), 0.42, marimba, 12)) },
  march: { name: '大课间操.wav', make: () => wav(render(march(), 0.46, marimba, 14)) },
} as const;
