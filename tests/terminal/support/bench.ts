import { PACKET_SAMPLES, PACKET_US, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { FADE } from '../../../terminal/audio/jitterBuffer.ts';
import { Playout } from '../../../terminal/audio/playout.ts';

export const START_US = 10_000_000;
export const QUANTUM = 128;
/** Samples that interpolation looks ahead, beside the ramp. */
export const LOOK = 10;

/** A playout, the media time it has come to, and all that came out. */
export class Bench {
  readonly playout = new Playout();
  readonly out: number[] = [];
  frames = 0;

  feed(stream: number, fromUs: number, packets: number, value = 0.5): void {
    const pcm = new Float32Array(PACKET_SAMPLES).fill(value);
    for (let i = 0; i < packets; i++) this.playout.push(stream, fromUs + i * PACKET_US, pcm);
  }

  /** Renders quanta until media time `us`. */
  play(us: number): void {
    while (this.now < us) {
      const block = new Float32Array(QUANTUM);
      this.playout.render(block, this.now);
      this.out.push(...block);
      this.frames += QUANTUM;
    }
  }

  get now(): number {
    return START_US + (this.frames * 1e6) / SAMPLE_RATE;
  }

  /** The sample heard at a media time. */
  at(us: number): number {
    return this.out[Math.round(((us - START_US) * SAMPLE_RATE) / 1e6)] ?? Number.NaN;
  }

  /** The largest step between two samples that follow each other: a click is a large one. */
  get largestStep(): number {
    let largest = 0;
    for (let i = 1; i < this.out.length; i++) {
      largest = Math.max(largest, Math.abs((this.out[i] ?? 0) - (this.out[i - 1] ?? 0)));
    }
    return largest;
  }
}

export function playing(packets = 50): Bench {
  const bench = new Bench();
  bench.playout.open(1, START_US + 100_000, 1);
  bench.feed(1, START_US + 100_000, packets);
  return bench;
}

/** A ramp of 0.5 over 5 ms rises by this; interpolation adds a little. */
export const SOFT = (0.5 / FADE) * 2;
