import type { Frame } from './frame.ts';

/** Observer of the messages that a stream sends. Every call returns at once and does almost nothing. */
export interface StreamTap {
  take(frame: Frame): void;
  /** Called when all sound from a media time on is taken back. */
  cut(from_us: number): void;
  /** Called at the end: sound from this media time on is taken back, and nothing follows. */
  end(at_us: number): void;
}
