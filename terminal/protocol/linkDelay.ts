import { quantile } from '../../contract/rules/quantile.ts';
import type { MediaClock } from './mediaClock.ts';

/** Number of messages that count: one to two minutes of a quiet link, ten seconds of one that jitters. */
const WINDOW = 40;
/** Share of them that took no longer than the delay. */
const SHARE = 0.95;
/** Messages below which nothing is known. */
const ENOUGH = 3;

/**
 * Measures how long messages of the server take to arrive, from the answers to `time`. The times are differences by
 * the media clock as this terminal knows it. This clock also decides whether a packet is late, so the error that
 * unequal delays of the two directions cause in it cancels out.
 */
export class LinkDelay {
  /** When the server sent an answer, media µs, and when it arrived, local µs. */
  private answers: { sent: number; arrived: number }[] = [];

  add(sent: number, arrived: number): void {
    this.answers.push({ sent, arrived });
    if (this.answers.length > WINDOW) this.answers.shift();
  }

  /** Forgets the answers, because their clock was restarted. */
  forget(): void {
    this.answers = [];
  }

  /** Delay by the present estimate of the clock, whole µs; null: not known. */
  us(clock: MediaClock): number | null {
    if (this.answers.length < ENOUGH || !clock.synced) return null;
    const delays = this.answers.map(({ sent, arrived }) => clock.toMedia(arrived) - sent);
    return Math.max(0, Math.round(quantile(delays, SHARE) ?? 0));
  }
}
