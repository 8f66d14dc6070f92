import { SAMPLE_RATE } from '../../contract/protocol/audio.ts';
import { Ducker } from './ducker.ts';
import { JitterBuffer, sampleOf } from './jitterBuffer.ts';
import type { Mix } from './speaker.ts';

/** Maximum number of simultaneous streams; one or two are usual, more overlap at a change. */
const MAX_BUFFERS = 8;

/**
 * Mixes the streams on the media timeline. `head` is the next sample to mix, null while the media clock is not
 * known; times in µs of the media clock.
 */
export class Mixer {
  readonly #tracks = new Map<number, JitterBuffer>();
  /** Number of the last track that is fading out; below the numbers of streams. */
  #ending = 0;
  readonly #ducker = new Ducker();

  get(stream: number): JitterBuffer | undefined {
    return this.#tracks.get(stream);
  }

  /** True while any stream plays. */
  get sounding(): boolean {
    for (const buffer of this.#tracks.values()) if (buffer.sounding) return true;
    return false;
  }

  /** Opens a stream whose first packet is for `fromUs`; a running stream of that number continues. */
  open(stream: number, fromUs: number, gain: number, mix?: Mix): void {
    const known = this.#tracks.get(stream);
    if (known && !known.over) {
      known.reopen(fromUs, gain, mix);
      return;
    }
    this.#tracks.delete(stream);
    for (const [number, buffer] of this.#tracks) {
      if (this.#tracks.size >= MAX_BUFFERS && buffer.over) this.#tracks.delete(number);
    }
    if (this.#tracks.size < MAX_BUFFERS) this.#tracks.set(stream, new JitterBuffer(fromUs, gain, mix));
  }

  /** Adds decoded samples for media time `atUs`; ignored when the stream is not open. */
  push(stream: number, atUs: number, pcm: Float32Array, head: number | null): void {
    const buffer = this.#tracks.get(stream);
    if (!buffer || buffer.closed) return;
    buffer.counter.packet(atUs, head === null ? null : (head * 1e6) / SAMPLE_RATE);
    buffer.push(sampleOf(atUs), pcm, head);
  }

  /** Ends the stream at `atUs`. @param mayReopen keeps its later samples */
  close(stream: number, atUs: number, head: number | null, mayReopen = false): void {
    this.#tracks.get(stream)?.counter.close(atUs);
    this.#tracks.get(stream)?.close(sampleOf(atUs), head, mayReopen);
  }

  /**
   * Ends all streams at `head` with a fade. Their numbers become free for streams of the next clock, whose
   * times may be earlier.
   */
  reset(head: number): void {
    for (const [number, buffer] of [...this.#tracks]) {
      this.#tracks.delete(number);
      if (!buffer.sounding) continue;
      buffer.close(head, head);
      this.#tracks.set(--this.#ending, buffer);
    }
  }

  /** Notes that the card continues at sample `to` instead of `from`. */
  passedOver(from: number, to: number): void {
    for (const buffer of this.#tracks.values()) buffer.passedOver(from, to);
  }

  /** Adds `count` samples from number `from` to `out[at…]`; every sample is requested once and in order. */
  mix(out: Float32Array, at: number, from: number, count: number): void {
    const speech = [...this.#tracks.values()].filter((buffer) => buffer.mix === 'speech' && !buffer.over);
    const isNear = speech.length === 0 ? null : (n: number) => speech.some((buffer) => buffer.isNear(n));
    const lower = this.#ducker.next(from, count, isNear);
    for (const buffer of this.#tracks.values())
      if (!buffer.over) buffer.add(out, at, from, count, buffer.mix === 'programme' ? lower : null);
  }

  /** Notes first samples and ended tracks after a block that was played `skewUs` late. */
  settle(head: number, skewUs: number): void {
    for (const buffer of this.#tracks.values()) {
      if (buffer.firstSample !== null && buffer.firstHeardUs === null) {
        buffer.firstHeardUs = Math.round((buffer.firstSample * 1e6) / SAMPLE_RATE + skewUs);
      }
      if (buffer.closed && !buffer.over) buffer.settle(head);
    }
  }
}
