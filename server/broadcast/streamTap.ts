import type { Frame } from './frame.ts';

/** Is told what a stream sends, as it sends it. Every call returns at once, and does next to nothing. */
export interface StreamTap {
  take(frame: Frame): void;
  /** All sound from a media time on is taken back. */
  cut(from_us: number): void;
  /** So is what comes from here on, and nothing follows. */
  end(at_us: number): void;
}
