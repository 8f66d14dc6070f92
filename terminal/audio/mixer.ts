import { SAMPLE_RATE } from '../../contract/protocol/audio.ts';
import { Ducker } from './ducker.ts';
import type { Mix } from './speaker.ts';
import { sampleOf, Track } from './track.ts';

/** Maximum number of simultaneous streams; one or two are usual, more overlap at a change. */
const MAX_TRACKS = 8;

/**
 * Mixes the streams on the media timeline. `head` is the next sample to mix, null while the media clock is not
 * known; times in µs of the media clock.
 */
export class Mixer {
  private readonly tracks = new Map<number, Track>();
  /** Number of the last track that is fading out; below the numbers of streams. */
  private ending = 0;
  private readonly ducker = new Ducker();

  get(stream: number): Track | undefined {
    return this.tracks.get(stream);
  }

  /** True while any stream plays. */
  get sounding(): boolean {
    for (const track of this.tracks.values()) if (track.sounding) return true;
    return false;
  }

  /** Opens a stream whose first packet is for `fromUs`; a running stream of that number continues. */
  open(stream: number, fromUs: number, gain: number, mix?: Mix): void {
    const known = this.tracks.get(stream);
    if (known && !known.over) {
      known.reopen(fromUs, gain, mix);
      return;
    }
    this.tracks.delete(stream);
    for (const [number, track] of this.tracks) {
      if (this.tracks.size >= MAX_TRACKS && track.over) this.tracks.delete(number);
    }
    if (this.tracks.size < MAX_TRACKS) this.tracks.set(stream, new Track(fromUs, gain, mix));
  }

  /** Adds decoded samples for media time `atUs`; ignored when the stream is not open. */
  push(stream: number, atUs: number, pcm: Float32Array, head: number | null): void {
    const track = this.tracks.get(stream);
    if (!track || track.closed) return;
    track.counter.packet(atUs, head === null ? null : (head * 1e6) / SAMPLE_RATE);
    track.push(sampleOf(atUs), pcm, head);
  }

  /** Ends the stream at `atUs`. */
  close(stream: number, atUs: number, head: number | null): void {
    this.tracks.get(stream)?.counter.close(atUs);
    this.tracks.get(stream)?.close(sampleOf(atUs), head);
  }

  /**
   * Ends all streams at `head` with a fade. Their numbers become free for streams of the next clock, whose
   * times may be earlier.
   */
  reset(head: number): void {
    for (const [number, track] of [...this.tracks]) {
      this.tracks.delete(number);
      if (!track.sounding) continue;
      track.close(head, head);
      this.tracks.set(--this.ending, track);
    }
  }

  /** Notes that the card continues at sample `to` instead of `from`. */
  passedOver(from: number, to: number): void {
    for (const track of this.tracks.values()) track.passedOver(from, to);
  }

  /** Adds `count` samples from number `from` to `out[at…]`; every sample is requested once and in order. */
  mix(out: Float32Array, at: number, from: number, count: number): void {
    const speech = [...this.tracks.values()].filter((track) => track.mix === 'speech' && !track.over);
    const isNear = speech.length === 0 ? null : (n: number) => speech.some((track) => track.isNear(n));
    const lower = this.ducker.next(from, count, isNear);
    for (const track of this.tracks.values())
      if (!track.over) track.add(out, at, from, count, track.mix === 'programme' ? lower : null);
  }

  /** Notes first samples and ended tracks after a block that was played `skewUs` late. */
  settle(head: number, skewUs: number): void {
    for (const track of this.tracks.values()) {
      if (track.firstSample !== null && track.firstHeardUs === null) {
        track.firstHeardUs = Math.round((track.firstSample * 1e6) / SAMPLE_RATE + skewUs);
      }
      if (track.closed && !track.over) track.settle(head);
    }
  }
}
