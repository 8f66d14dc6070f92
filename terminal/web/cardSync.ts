import { CardClock } from '../core/card.ts';
import type { MediaClock } from '../core/clock.ts';
import type { FrameMap } from './messages.ts';

/** How often the sound card's clock is asked, ms; at first more often. */
const STAMP_MS = 500;
const FIRST_STAMPS = 20;
const FIRST_STAMP_MS = 100;

/** Which media time the frames of the page's sound card have. Times in µs of this scope's clock. */
export class CardSync {
  private readonly now: () => number;
  private card: CardClock | null = null;
  private usPerFrame = 0;
  private stampsSeen = 0;
  private stampedAt = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  /** A card of this rate is there. */
  connect(rate: number): void {
    this.card = new CardClock(rate);
    this.usPerFrame = 1e6 / rate;
  }

  /** The card stood still. */
  reset(): void {
    this.card?.reset();
    this.stampsSeen = 0;
  }

  /** Whether the page is to be asked now when its card plays which frame. */
  asks(isLocked: boolean): boolean {
    const at = this.now();
    const every = this.stampsSeen < FIRST_STAMPS && !isLocked ? FIRST_STAMP_MS : STAMP_MS;
    if (this.card === null || at - this.stampedAt < every * 1e3) return false;
    this.stampedAt = at;
    return true;
  }

  /** Takes the sound card's time; the page's clock is put right should it not be this scope's. */
  stamp(frame: number, us: number, pageNow: number): void {
    const now = this.now();
    const off = pageNow < this.stampedAt || pageNow > now ? (this.stampedAt + now) / 2 - pageNow : 0;
    this.stampsSeen++;
    this.card?.observe(frame, us + off);
  }

  /** Which media time the frames have; null: not known. */
  map(clock: MediaClock): FrameMap | null {
    const { card, usPerFrame } = this;
    if (!clock.synced || card === null || !card.known) return null;
    const frame = Math.round((this.now() - card.heardAt(0)) / usPerFrame);
    const mediaUs = clock.toMedia(card.heardAt(frame));
    const later = clock.toMedia(card.heardAt(frame + 48_000));
    return { frame, mediaUs, usPerFrame: (later - mediaUs) / 48_000 };
  }
}
