/** What a terminal can say of the sound of one stream; the fields of a report (contract/terminal.ts). */
export interface SoundStatus {
  /** Whether samples of the stream went to the sound card just now. */
  sounding: boolean;
  level_db: number | null;
  peak_db: number | null;
  received: number;
  lost: number;
  late: number;
  /** What the card missed: gaps, and their length in all; null: there is no card. */
  gaps: number | null;
  missed_ms: number | null;
  buffer_ms: number;
  skew_us: number | null;
  drift_ppm: number | null;
  first_sound_us: number | null;
}

/** How a stream is heard beside others (docs/terminal-protocol.md, "Voice mix"); absent: as it is. */
export type Mix = 'speech' | 'programme';

/** Before anything is known. */
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
 * What makes the sound (or only counts it). The session tells it what the server says; media times in µs,
 * gains as amplitude factors.
 */
export interface Speaker {
  /** Whether a person has to click before sound can come (browsers). */
  readonly locked: boolean;
  open(stream: number, fromUs: number, gain: number, mix?: Mix): void;
  setGain(stream: number, gain: number): void;
  /** A binary frame as it came; false when it is not one or of no open stream. */
  audio(frame: Uint8Array): boolean;
  flush(stream: number, fromUs: number): void;
  close(stream: number, atUs: number): void;
  /**
   * Ends every stream: the clock they were timed by is gone. `carry`: what sounds is heard until something of the next
   * clock is, for half a second at most; else all ends at once.
   */
  reset(carry?: boolean): void;
  status(stream: number): SoundStatus;
  /** Plays the test tone; false when this terminal has no sound of its own. */
  tone(): boolean;
}
