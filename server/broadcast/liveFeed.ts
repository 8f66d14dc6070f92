import { PACKET_US } from '../../contract/audio.ts';
import { ListeningClock } from '../system/listeningClock.ts';
import { type Pace, SILENCE_PACKET, type Source, SourceError } from './source.ts';

/** Opus packets of live sound, 48 kHz, mono, 20 ms each, as they come. */
export type Tap = (packet: Uint8Array) => void;

export interface LiveFeedOptions {
  /** Without a packet for so long it has failed, ms. */
  stallMs?: number;
  /** Time from leaving the server to being heard, first and at least, µs; absent: as the links allow. */
  floor?: { first_us: number; least_us: number };
  /** Called when a stretch of it begins; what it returns, when that ends. */
  begin?: () => () => void;
  /** Monotonic µs; tests bring their own. */
  now?: () => number;
}

const STALL_MS = 5_000;
/** Without a packet for so long its sound is missing, ms. */
const QUIET_MS = 1_500;
/** Time from leaving the server to being heard: what the links and the terminals' sound cards need, µs. */
const FIRST_FLOOR_US = 100_000;
const LEAST_FLOOR_US = 60_000;
const GREATEST_FLOOR_US = 240_000;
/** How much later is tried when a terminal had packets too late, at most once in `RAISE_EVERY_US`; µs. */
const RAISE_US = 20_000;
const RAISE_EVERY_US = 500_000;
/** How much sooner is tried when all had this much in reserve for so long; µs, ms. */
const LOWER_US = 10_000;
const LOWER_EVERY_US = 2_500_000;
const RESERVE_MS = 45;
/** Jitter of the way up that is always allowed for, µs. */
const SLACK_US = 10_000;
/** Sound that waits longer than this on top is dropped at once: a burst after a break of the way up, µs. */
const MOST_EXTRA_US = 160_000;
/** Sound that never had to hurry for so long is moved up by a packet, µs. */
const SHRINK_EVERY_US = 3_000_000;
/** How often a live source looks whether a packet is overdue, ms. */
const LOOK_MS = 10;
/** A server that looks more seldom than this was held up itself: packets may wait in its sockets. ms. */
const LOOKED_MS = 250;
/** So much waits for a broadcast that has not begun yet; older sound is left out. Packets. */
const MOST_WAITING = 50;

/**
 * Live sound: whoever has it pushes packets, a broadcast takes them. The buffer is as small as links allow: each
 * packet is heard `floor` after it leaves the server (learned from the terminals' reports) plus what the way up
 * jitters (learned from the packets). A gap is filled with silence and makes the buffer a packet longer; without need it
 * becomes shorter again. Packets that nobody takes (a pause, a pre-emption) are only given to the taps.
 */
export class LiveFeed {
  /** Packets that were pushed, silence that was put in their place, and packets left out to catch up. */
  readonly counts = { pushed: 0, silence: 0, dropped: 0 };
  readonly #taps = new Set<Tap>();
  readonly #now: () => number;
  readonly #stallMs: number;
  #source: LiveSource | null = null;
  #floor_us: number;
  readonly #least_us: number;
  #raised_us = Number.NEGATIVE_INFINITY;
  #calm = { since_us: Number.NEGATIVE_INFINITY, least_ms: Number.POSITIVE_INFINITY };
  /** Time in which packets could have come, ms, and when the last one did, or somebody began to wait for one. */
  readonly #listening: ListeningClock;
  #last_ms = 0;
  #ended: 'no' | 'ended' | 'failed' = 'no';

  readonly #begin: () => () => void;

  constructor(options: LiveFeedOptions = {}) {
    const { stallMs = STALL_MS, now = () => performance.now() * 1000, floor } = options;
    this.#begin = options.begin ?? (() => () => {});
    this.#floor_us = floor?.first_us ?? FIRST_FLOOR_US;
    this.#least_us = floor?.least_us ?? LEAST_FLOOR_US;
    this.#now = now;
    this.#stallMs = stallMs;
    this.#listening = new ListeningClock(() => now() / 1000, LOOKED_MS);
  }

  /** A packet has come; it is carried on within this call. */
  push(packet: Uint8Array): void {
    if (this.#ended !== 'no') return;
    this.#last_ms = this.#listening.now();
    this.counts.pushed++;
    for (const tap of this.#taps) tap(packet);
    this.#source?.push(packet);
  }

  /** No more packets will come: what is there is played to its end. */
  end(): void {
    if (this.#ended === 'no') this.#ended = 'ended';
    this.#source?.wake();
  }

  /** It has broken off; a broadcast that plays it ends with the reason `source`. */
  fail(): void {
    if (this.#ended === 'no') this.#ended = 'failed';
    this.#source?.wake();
  }

  /** Listens to all packets from now on. Returns the function that ends it. */
  tap(tap: Tap): () => void {
    this.#taps.add(tap);
    return () => this.#taps.delete(tap);
  }

  /** The source of a broadcast's next stretch (`OpenSource`); the one before gets nothing more. */
  readonly open = (): Source => {
    this.#source?.close();
    this.#last_ms = this.#listening.now();
    this.#source = new LiveSource(this, this.#begin);
    return this.#source;
  };

  /** How far ahead of being heard a packet must leave the server, µs. */
  get floor_us(): number {
    return this.#floor_us;
  }

  /** Whether there will be nothing more, and why. */
  get state(): 'no' | 'ended' | 'failed' {
    this.#listening.tick();
    if (this.#ended === 'no' && this.#silentMs > this.#stallMs) this.#ended = 'failed';
    return this.#ended;
  }

  /** Nothing has come for longer than any link stutters. */
  get quiet(): boolean {
    return this.#silentMs > QUIET_MS;
  }

  get #silentMs(): number {
    return this.#listening.now() - this.#last_ms;
  }

  /** Monotonic µs. */
  now(): number {
    return this.#now();
  }

  /** Called by its source: packets that were late at a terminal since its last report, and that terminal's reserve. */
  reported(late: number, buffer_ms: number): void {
    const now = this.#now();
    if (late > 0) {
      this.#calm = { since_us: now, least_ms: Number.POSITIVE_INFINITY };
      if (now - this.#raised_us < RAISE_EVERY_US) return;
      this.#raised_us = now;
      this.#floor_us = Math.min(this.#floor_us + RAISE_US, GREATEST_FLOOR_US);
      return;
    }
    this.#calm.least_ms = Math.min(this.#calm.least_ms, buffer_ms);
    if (this.#calm.since_us === Number.NEGATIVE_INFINITY) this.#calm.since_us = now;
    if (now - this.#calm.since_us < LOWER_EVERY_US) return;
    if (this.#calm.least_ms > RESERVE_MS)
      this.#floor_us = Math.max(this.#floor_us - LOWER_US, this.#least_us);
    this.#calm = { since_us: now, least_ms: Number.POSITIVE_INFINITY };
  }
}

/** One stretch of a feed. */
class LiveSource implements Source {
  readonly ending = 'hung_up';
  readonly #feed: LiveFeed;
  #queue: Uint8Array[] = [];
  #wake: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  /** Nothing came in time: the next packet gets some slack again. */
  #dry = true;
  /** The least time that a packet had in hand, beyond floor and slack, since when; µs. */
  #spare = { least_us: Number.POSITIVE_INFINITY, since_us: Number.NEGATIVE_INFINITY };

  readonly #end: () => void;

  constructor(feed: LiveFeed, begin: () => () => void) {
    this.#feed = feed;
    this.#end = begin();
  }

  get pace(): Pace {
    const start_us = this.#feed.floor_us + SLACK_US;
    return { start_us, lead_us: start_us + MOST_EXTRA_US + PACKET_US, packets: 1 };
  }

  get finished(): boolean {
    return this.#feed.state === 'failed' || (this.#feed.state === 'ended' && this.#queue.length === 0);
  }

  get failure(): SourceError | null {
    return this.#feed.state === 'failed' ? new SourceError(0, 'the live source broke off') : null;
  }

  get starved(): boolean {
    return this.#feed.quiet;
  }

  async prepare(): Promise<void> {
    if (this.failure) throw this.failure;
  }

  attach(wake: () => void): void {
    if (this.#closed) return;
    this.#wake = wake;
    this.#timer ??= setInterval(wake, LOOK_MS);
  }

  reported(late: number, buffer_ms: number): void {
    this.#feed.reported(late, buffer_ms);
  }

  push(packet: Uint8Array): void {
    if (this.#closed) return;
    this.#queue.push(packet);
    if (this.#queue.length > MOST_WAITING) this.#feed.counts.dropped += this.#queue.splice(0, 1).length;
    this.wake();
  }

  wake(): void {
    this.#wake?.();
  }

  close(): void {
    if (!this.#closed) this.#end();
    this.#closed = true;
    this.#wake = null;
    this.#queue = [];
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  take(_count: number, ahead_us: number): Uint8Array[] {
    const { counts, floor_us } = this.#feed;
    const spare_us = ahead_us - floor_us;
    if (this.#queue.length === 0) {
      if (spare_us >= 0 || this.finished) return [];
      this.#dry = true;
      return this.#silence();
    }
    // The first packet after a gap does not leave at the last moment: the next may take a little longer.
    if (spare_us < 0 || (this.#dry && spare_us < SLACK_US)) return this.#silence();
    this.#dry = false;
    const waiting_us = spare_us + (this.#queue.length - 1) * PACKET_US;
    const excess = Math.ceil((waiting_us - SLACK_US - MOST_EXTRA_US) / PACKET_US);
    const drop = Math.max(excess, this.#shrinks(spare_us) ? 1 : 0);
    counts.dropped += this.#queue.splice(0, Math.min(drop, this.#queue.length)).length;
    const packet = this.#queue.shift();
    return packet === undefined ? [] : [packet];
  }

  #silence(): Uint8Array[] {
    this.#feed.counts.silence++;
    this.#spare = { least_us: Number.POSITIVE_INFINITY, since_us: this.#feed.now() };
    return [SILENCE_PACKET];
  }

  /** Whether even the slowest packet of the last seconds had a whole packet's time to spare. */
  #shrinks(spare_us: number): boolean {
    const now = this.#feed.now();
    this.#spare.least_us = Math.min(this.#spare.least_us, spare_us);
    if (now - this.#spare.since_us < SHRINK_EVERY_US) return false;
    const shrinks = this.#spare.least_us > SLACK_US + PACKET_US;
    this.#spare = { least_us: Number.POSITIVE_INFINITY, since_us: now };
    return shrinks;
  }
}
