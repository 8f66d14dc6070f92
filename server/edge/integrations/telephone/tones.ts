import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../../contract/protocol/audio.ts';
import type { ToneName } from './phoneSound.types.ts';

const LEVEL = 0.2;
const RAMP_SAMPLES = SAMPLE_RATE / 200;

type Part = readonly [hz: number, ms: number];
/** Parts of each tone; 0 Hz: a pause. */
const parts: Record<ToneName, readonly Part[]> = {
  code: [[425, 400]],
  pin: [
    [425, 120],
    [0, 120],
    [425, 120],
  ],
  on_air: [
    [660, 150],
    [880, 250],
  ],
  heard: [[1320, 150]],
  nobody: [
    [660, 120],
    [425, 120],
    [0, 120],
    [660, 120],
    [425, 120],
  ],
  ringing: [[425, 1_000]],
  done: [[880, 400]],
  refused: [
    [425, 250],
    [0, 250],
    [425, 250],
    [0, 250],
    [425, 250],
  ],
};

/** Length of a tone, ms. */
export const toneMs = (tone: ToneName): number => parts[tone].reduce((sum, [, ms]) => sum + ms, 0);

function samplesOf([hz, ms]: Part): Float32Array {
  const count = (SAMPLE_RATE * ms) / 1000;
  return Float32Array.from({ length: count }, (_, i) => {
    // Soft edges: a hard one clicks.
    const edge = Math.min(1, i / RAMP_SAMPLES, (count - i) / RAMP_SAMPLES);
    return LEVEL * edge * Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE);
  });
}

/** Tones that one caller is sent, slot by slot. */
export class TonePlayer {
  #rest: Float32Array[] = [];

  /** Plays a tone, after the present one if it says who listens, else in its place. */
  play(tone: ToneName): void {
    const all = parts[tone].map(samplesOf);
    const whole = new Float32Array(all.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const one of all) {
      whole.set(one, at);
      at += one.length;
    }
    if (tone !== 'heard' && tone !== 'nobody') this.#rest = [];
    for (let from = 0; from < whole.length; from += PACKET_SAMPLES) {
      const slot = new Float32Array(PACKET_SAMPLES);
      slot.set(whole.subarray(from, from + PACKET_SAMPLES));
      this.#rest.push(slot);
    }
  }

  /** Next 20 ms; silence after the tone. */
  next(): Float32Array {
    return this.#rest.shift() ?? new Float32Array(PACKET_SAMPLES);
  }
}
