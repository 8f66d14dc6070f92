import { quantile } from '../../contract/rules/quantile.ts';
import type { MediaClock } from './mediaClock.ts';

/** Number of messages that count: one to two minutes of a quiet link, ten seconds of one that jitters. */
const WINDOW = 40;
/** Share of them that took no longer than the delay. */
const SHARE = 0.95;
/** Answers below which nothing is known, and regular ones from which on those of a burst do not count. */
const ENOUGH = 3;
const ENOUGH_REGULAR = 5;

interface Answer {
  /** When the server sent it, media µs. */
  sent: number;
  /** When it arrived, local µs. */
  arrived: number;
}

/**
 * Measures how long messages of the server take to arrive, from the answers to `time`. The times are differences by
 * the media clock as this terminal knows it. This clock also decides whether a packet is late, so the error that
 * unequal delays of the two directions cause in it cancels out.
 */
export class LinkDelay {
  #regular: Answer[] = [];
  #burst: Answer[] = [];

  /** @param isBurst of the burst after a connection, in which many terminals of a site may ask at the same time */
  add(sent: number, arrived: number, isBurst: boolean): void {
    const answers = isBurst ? this.#burst : this.#regular;
    answers.push({ sent, arrived });
    if (answers.length > WINDOW) answers.shift();
  }

  /** Forgets the answers, because their clock was restarted. */
  forget(): void {
    this.#regular = [];
    this.#burst = [];
  }

  /** Delay by the present estimate of the clock, whole µs; null: not known. */
  us(clock: MediaClock): number | null {
    const [regular, burst] = [this.#regular, this.#burst];
    const answers = regular.length >= ENOUGH_REGULAR ? regular : [...burst, ...regular];
    if (answers.length < ENOUGH || !clock.synced) return null;
    const delays = answers.map(({ sent, arrived }) => clock.toMedia(arrived) - sent);
    return Math.max(0, Math.round(quantile(delays, SHARE) ?? 0));
  }
}
