import type { ListPosition } from '../../../sound/source/source.ts';
import { PACKET_MS, type Timeline } from '../../../sound/source/timeline.ts';

/**
 * Position of a broadcast in its list: that of its anchor, from which it advances with the media clock while it
 * plays. Every pause, suspension or jump sets a new anchor. Positions lie on the grid of packets.
 */
export class SourcePosition {
  #timeline: Timeline;
  #position_ms: number;
  #limit_ms: number | null;
  #from_us: number | null = null;

  /** @param limit_ms time that it may still play, ms; null: as long as its list */
  constructor(timeline: Timeline, position_ms: number, limit_ms: number | null) {
    this.#timeline = timeline;
    this.#position_ms = position_ms;
    this.#limit_ms = limit_ms;
  }

  get timeline(): Timeline {
    return this.#timeline;
  }

  /** Position of the anchor, ms. */
  get position_ms(): number {
    return this.#position_ms;
  }

  /** Time that it may still play from the anchor on, ms; null: as long as its list. */
  get limit_ms(): number | null {
    return this.#limit_ms;
  }

  /** Media time of the anchor while it plays; null while it stands still. */
  get from_us(): number | null {
    return this.#from_us;
  }

  /** Position that is heard at a media time, ms. */
  at(us: number): number {
    if (this.#from_us === null) return this.#position_ms;
    const played = this.#playedAt(us);
    return this.#timeline.advance(
      this.#position_ms,
      this.#limit_ms === null ? played : Math.min(played, this.#limit_ms),
    );
  }

  /** Time that it plays on by itself from a media time on, ms; Infinity: until it is stopped. */
  leftAt(us: number): number {
    const limit = this.#limit_ms === null ? Number.POSITIVE_INFINITY : this.#limit_ms - this.#playedAt(us);
    return Math.min(this.#timeline.remaining(this.at(us)), limit);
  }

  /** The same from the anchor on, ms. */
  get left_ms(): number {
    return Math.min(this.#timeline.remaining(this.#position_ms), this.#limit_ms ?? Number.POSITIVE_INFINITY);
  }

  /** True when nothing is left to play from the anchor on. */
  get isOver(): boolean {
    return this.left_ms <= 0;
  }

  /** Plays from a media time on. */
  play(from_us: number): void {
    this.#from_us = from_us;
  }

  /** Stands still at the position heard at a media time on the stream's grid. */
  suspend(at_us: number): void {
    const position_ms = Math.floor(this.at(at_us) / PACKET_MS) * PACKET_MS;
    if (this.#limit_ms !== null) this.#limit_ms = Math.max(0, this.#limit_ms - this.#playedAt(at_us));
    this.#position_ms = position_ms;
    this.#from_us = null;
  }

  /** Moves the anchor to a place of a list. */
  moveTo({ position, timeline }: Pick<ListPosition, 'position' | 'timeline'>): void {
    this.#timeline = timeline;
    this.#position_ms = position;
  }

  /** Replaces the timeline by one that has the same sound at each position. */
  replaceTimeline(timeline: Timeline): void {
    this.#timeline = timeline;
  }

  /** Moves the anchor by time that has passed while the server was down. */
  catchUp(awayMs: number): void {
    const played = Math.floor(Math.min(awayMs, this.#limit_ms ?? awayMs) / PACKET_MS) * PACKET_MS;
    this.#position_ms = this.#timeline.advance(this.#position_ms, played);
    if (this.#limit_ms !== null) this.#limit_ms -= played;
  }

  /** Time played from the anchor to a media time, ms. */
  #playedAt(us: number): number {
    return this.#from_us === null ? 0 : Math.max(0, (us - this.#from_us) / 1000);
  }
}
