import { randomUUID } from 'node:crypto';
import type { ToRelay } from '../../contract/protocol/relayLink.ts';
import { monotonicUs } from '../../server/platform/clock/mediaClock.ts';
import { WallClock } from '../../terminal/offline/wallClock.ts';
import { MediaClock } from '../../terminal/protocol/mediaClock.ts';
import { TimeExchanges } from '../../terminal/protocol/timeExchanges.ts';

/** Interval of looking whether an exchange is due, ms. */
const TICK_MS = 50;

/** The relay's estimate of the server's media clock, by which it answers its terminals. */
export class RelayClock {
  readonly #clock = new MediaClock();
  readonly #wall = new WallClock();
  readonly #exchanges: TimeExchanges;
  #epoch: string = randomUUID();
  #timer: ReturnType<typeof setInterval> | null = null;

  /** @param send sends a message to the server */
  constructor(send: (message: object) => void) {
    this.#exchanges = new TimeExchanges(this.#clock, monotonicUs, Math.random, send);
  }

  get isSynced(): boolean {
    return this.#clock.synced;
  }

  /** Uncertainty, µs; null: not synchronised. */
  get errorUs(): number | null {
    return this.#clock.synced ? Math.round(this.#clock.errorUs) : null;
  }

  get epoch(): string {
    return this.#epoch;
  }

  /** Time of day of a media time, epoch ms; by the own clock of this machine while the server has told none. */
  wallOf(mediaUs: number): number {
    return this.#wall.known ? this.#wall.wallOf(mediaUs) : Date.now() + (mediaUs - this.now()) / 1000;
  }

  /** Media time of a time of day, µs. */
  mediaOf(wallMs: number): number {
    return this.#wall.known
      ? this.#wall.mediaOf(wallMs)
      : this.now() + Math.round((wallMs - Date.now()) * 1000);
  }

  /** Current media time, µs. */
  now(): number {
    return Math.round(this.#clock.toMedia(monotonicUs()));
  }

  /** Time that messages of the server take to arrive here, µs; 0 while it is not known. */
  get delayUs(): number {
    return Math.max(0, Math.round(this.#exchanges.delay.us(this.#clock) ?? 0));
  }

  /** Begins exchanges on a new connection. */
  start(epoch: string): void {
    if (epoch !== this.#epoch) {
      this.#clock.reset();
      this.#wall.reset();
    }
    this.#epoch = epoch;
    this.#exchanges.burst();
    this.#timer = setInterval(() => this.#exchanges.tick(!this.isSynced), TICK_MS);
  }

  /** The connection is lost: the clock runs on as it was. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  answer(message: Extract<ToRelay, { type: 'time' }>): void {
    const { wall_ms, ...exact } = message;
    this.#exchanges.answer(wall_ms === undefined ? exact : { ...exact, wall_ms });
    if (wall_ms !== undefined) this.#wall.set(message.t2, wall_ms);
  }

  /** Answers a terminal's request; null while the clock is not synchronised. */
  answerOf(t0: number): string | null {
    if (!this.isSynced) return null;
    const now = this.now();
    const wall = this.#wall.known ? { wall_ms: this.#wall.wallOf(now) } : {};
    return JSON.stringify({ type: 'time', t0, t1: now, t2: now, epoch: this.#epoch, ...wall });
  }
}
