/** Sound status of one stream; the fields of a report (contract/protocol/terminal.ts). */
export interface SoundStatus {
  /** True while samples of the stream go to the sound card. */
  sounding: boolean;
  level_db: number | null;
  peak_db: number | null;
  received: number;
  lost: number;
  late: number;
  /** Number of gaps at the card, and their total length; null: no card. */
  gaps: number | null;
  missed_ms: number | null;
  buffer_ms: number;
  skew_us: number | null;
  drift_ppm: number | null;
  first_sound_us: number | null;
}

/** Role of a stream in a voice mix (docs/protocols/terminal-protocol.md, "Voice mix"); absent: not mixed. */
export type Mix = 'speech' | 'programme';

/** Initial status. */
export const NO_SOUND: SoundStatus = {
  sounding: false,
  level_db: null,
  peak_db: null,
  received: 0,
  lost: 0,
  late: 0,
  gaps: null,
  missed_ms: null,
  buffer_ms: 0,
  skew_us: null,
  drift_ppm: null,
  first_sound_us: null,
};

/**
 * Plays streams (or only counts their packets) on behalf of the session; media times in µs, gains as amplitude
 * factors.
 */
export interface Speaker {
  /** True while the browser waits for a click before it allows sound. */
  readonly locked: boolean;
  /**
   * Time by which a packet must be received before it is heard, for decoding and for the samples that the card takes
   * ahead, µs; null: not known.
   */
  readonly cardUs: number | null;
  /** Longest time ahead of being heard for which it stores sound, ms. */
  readonly aheadMs: number;
  open(stream: number, fromUs: number, gain: number, mix?: Mix): void;
  setGain(stream: number, gain: number): void;
  /** Takes a received binary frame; false for an invalid frame or one without an open stream. */
  audio(frame: Uint8Array): boolean;
  flush(stream: number, fromUs: number): void;
  /** Ends a stream. @param mayReopen keeps its later sound and its decoder, for an opening before it has ended */
  close(stream: number, atUs: number, mayReopen?: boolean): void;
  /** End of the received sound of a stream, µs; null: none. */
  heldUntil(stream: number): number | null;
  /**
   * Ends every stream, because their clock is lost. `carry`: continues the current sound until a stream of the next
   * clock plays, for half a second at most; else it ends at once.
   */
  reset(carry?: boolean): void;
  status(stream: number): SoundStatus;
  /** Plays the test tone; false when this terminal cannot play local sounds. */
  tone(): boolean;
}
