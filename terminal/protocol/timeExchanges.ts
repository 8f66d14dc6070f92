import type { ToTerminal } from '../../contract/protocol/terminal.ts';
import { LinkDelay } from './linkDelay.ts';
import type { MediaClock } from './mediaClock.ts';

/** Number of exchanges right after a connection, which synchronise the clock within about 300 ms. */
const BURST = 12;
/** Number of concurrent exchanges of the burst. */
const CONCURRENT = 3;
/**
 * Number of answers until which exchanges are more frequent; later their interval depends on the clock's uncertainty.
 */
const SETTLING = 120;
const SETTLING_US = { precise: 1_000_000, coarse: 250_000 };
const STEADY_US = { precise: 3_000_000, coarse: 500_000 };
/** Jitter up to which the clock counts as well known, µs. */
const PRECISE_US = 2_000;
/** Interval of exchanges that find out if a silent server still answers, µs. */
const PROBE_US = 500_000;
/** Age from which an answer is ignored, µs. */
const STALE_US = 5_000_000;

type TimeAnswer = Extract<ToTerminal, { type: 'time' }>;

/** Requests the media clock of the server: a burst at first, then regularly, which also serves as keep-alive. */
export class TimeExchanges {
  readonly delay = new LinkDelay();
  readonly #clock: MediaClock;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #send: (message: object) => void;
  #left = 0;
  #done = 0;
  #nextAt = 0;
  #askedAt = 0;

  constructor(clock: MediaClock, now: () => number, random: () => number, send: (message: object) => void) {
    this.#clock = clock;
    this.#now = now;
    this.#random = random;
    this.#send = send;
  }

  /** Starts a burst at a new connection. */
  burst(): void {
    this.#left = BURST - CONCURRENT;
    this.#done = 0;
    for (let i = 0; i < CONCURRENT; i++) this.#request();
  }

  /** @param isProbing the server is silent: it is asked more often */
  tick(isProbing: boolean): void {
    const now = this.#now();
    if (now >= this.#nextAt || (isProbing && now >= this.#askedAt + PROBE_US)) this.#request();
  }

  /** Takes an answer; the next request of a burst is sent immediately. */
  answer({ t0, t1, t2, epoch }: TimeAnswer): void {
    const t3 = this.#now();
    if (t0 > t3 || t0 < t3 - STALE_US) return;
    this.#done++;
    if (this.#clock.add({ t0, t1, t2, t3 }, epoch)) {
      this.#left = BURST;
      this.delay.forget();
    }
    this.delay.add(t2, t3, this.#done <= BURST);
    if (this.#left > 0) {
      this.#left--;
      this.#request();
    }
  }

  #request(): void {
    const t0 = Math.round(this.#now());
    this.#askedAt = t0;
    this.#nextAt = t0 + this.#interval();
    this.#send({ type: 'time', t0 });
  }

  /** Randomised interval, so that answers do not queue regularly behind the same other message. */
  #interval(): number {
    const every = this.#done < SETTLING ? SETTLING_US : STEADY_US;
    const mean = this.#clock.jitterUs < PRECISE_US ? every.precise : every.coarse;
    return mean * (0.75 + this.#random() / 2);
  }
}
