import { CardClock } from '../../audio/cardClock.ts';
import type { MediaClock } from '../../protocol/mediaClock.ts';
import type { FrameMap } from '../messages.ts';

/** Interval of reading the clock of the sound card, ms; shorter until its estimate has settled. */
const STAMP_MS = 500;
const UNSETTLED_STAMP_MS = 100;

/** Maps frames of the page's sound card to media time. Times in µs of this scope's clock. */
export class CardSync {
  readonly #now: () => number;
  #card: CardClock | null = null;
  #usPerFrame = 0;
  #stampedAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Connects a card with this sample rate. */
  connect(rate: number): void {
    this.#card = new CardClock(rate);
    this.#usPerFrame = 1e6 / rate;
  }

  /** Discards observations after the card was suspended. */
  reset(): void {
    this.#card?.reset();
  }

  /** Tells whether to request a timestamp of the card from the page. */
  needsStamp(isLocked: boolean): boolean {
    const at = this.#now();
    if (this.#card === null) return false;
    const every = this.#card.settled || isLocked ? STAMP_MS : UNSETTLED_STAMP_MS;
    if (at - this.#stampedAt < every * 1e3) return false;
    this.#stampedAt = at;
    return true;
  }

  /** Takes a timestamp of the sound card, corrected for a difference of the page's clock. */
  stamp(frame: number, us: number, pageNow: number): void {
    const now = this.#now();
    const off = pageNow < this.#stampedAt || pageNow > now ? (this.#stampedAt + now) / 2 - pageNow : 0;
    this.#card?.observe(frame, us + off);
  }

  /** Mapping of frames to media time; null: not known. */
  map(clock: MediaClock): FrameMap | null {
    const card = this.#card;
    const usPerFrame = this.#usPerFrame;
    if (!clock.synced || card === null || !card.known) return null;
    const frame = Math.round((this.#now() - card.heardAt(0)) / usPerFrame);
    const mediaUs = clock.toMedia(card.heardAt(frame));
    const later = clock.toMedia(card.heardAt(frame + 48_000));
    return { frame, mediaUs, usPerFrame: (later - mediaUs) / 48_000, brokeUs: card.takeBreak() };
  }
}
