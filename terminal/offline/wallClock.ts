/** Time of day of the server by the media clock, from the last message (docs/protocols/terminal-protocol.md, "Time"). */
export class WallClock {
  #received: { mediaUs: number; wallMs: number } | null = null;

  /** Sets the time of day `wallMs` (epoch ms) at a media time. */
  set(mediaUs: number, wallMs: number): void {
    this.#received = { mediaUs, wallMs };
  }

  /** Discards the time of day when its media clock is lost. */
  reset(): void {
    this.#received = null;
  }

  get known(): boolean {
    return this.#received !== null;
  }

  /** Time of day of a media time, epoch ms; 0 while it is not known. */
  wallOf(mediaUs: number): number {
    return this.#received === null ? 0 : this.#received.wallMs + (mediaUs - this.#received.mediaUs) / 1000;
  }

  /** Media time of a time of day, µs; a whole millisecond, so that starts match the server's grid. */
  mediaOf(wallMs: number): number {
    if (this.#received === null) return 0;
    return Math.round((this.#received.mediaUs + (wallMs - this.#received.wallMs) * 1000) / 1000) * 1000;
  }
}
