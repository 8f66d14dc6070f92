import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { ListeningClock } from '../../platform/clock/listeningClock.ts';
import { LiveDelay, UNKNOWN_US } from './liveDelay.ts';
import { type Pace, SILENCE_PACKET, type Source, SourceError } from './source.ts';
import { UpstreamReserve } from './upstreamReserve.ts';

/** Receives the Opus packets of live sound as they arrive: 48 kHz, mono, 20 ms each. */
export type Tap = (packet: Uint8Array) => void;

export interface LiveFeedOptions {
  /** Time without a packet after which the feed has failed, ms. */
  stallMs?: number;
  /** Time from sending to playing, at first and at least, µs; absent: as the links allow. */
  floor?: { firstUs: number; leastUs: number };
  /** Called when a source of the feed is opened; the returned function is called when it is closed. */
  begin?: () => () => void;
  /** Monotonic clock, µs; tests pass their own. */
  now?: () => number;
}

const STALL_MS = 5_000;
/** Time without a packet after which the source counts as silent, ms. */
const QUIET_MS = 1_500;
/** Upstream jitter that is allowed for before any is known, and on a link that is not steady, µs. */
const SLACK_US = 10_000;
/** Sound that waits longer than this is dropped at once: a burst after an upstream interruption, µs. */
const MOST_EXTRA_US = 160_000;
/** Interval of the check for overdue packets, ms. */
const LOOK_MS = 10;
/**
 * Interval between checks above which the server itself was held up and packets may wait in its sockets, ms.
 */
const LOOKED_MS = 250;
/** Limit of packets waiting for a broadcast that has not begun; older ones are dropped. */
const MOST_WAITING = 50;

/**
 * Live sound: its producer pushes packets, a broadcast takes them. The buffer is as small as links allow: a
 * packet is heard `floor` after it leaves the server (`LiveDelay`) plus the upstream
 * jitter (adapted to the arriving packets). A gap is filled with silence and lengthens the buffer by a
 * packet; unused reserve shortens it again. Packets that no source takes (a pause, a pre-emption) go to the
 * taps only.
 */
export class LiveFeed {
  /** Packets pushed, silent packets inserted in their place, and packets dropped to catch up. */
  readonly counts = { pushed: 0, silence: 0, dropped: 0 };
  readonly #taps = new Set<Tap>();
  readonly #now: () => number;
  readonly #stallMs: number;
  #source: LiveSource | null = null;
  readonly #delay: LiveDelay;
  /**
   * Time in which packets could have arrived, ms, and its value at the last packet or at the opening of a
   * source.
   */
  readonly #listening: ListeningClock;
  #lastMs = 0;
  #ended: 'no' | 'ended' | 'failed' = 'no';

  readonly #begin: () => () => void;

  constructor(options: LiveFeedOptions = {}) {
    const { stallMs = STALL_MS, now = () => performance.now() * 1000, floor } = options;
    this.#begin = options.begin ?? (() => () => {});
    this.#delay = new LiveDelay(floor);
    this.#now = now;
    this.#stallMs = stallMs;
    this.#listening = new ListeningClock(() => now() / 1000, LOOKED_MS);
  }

  /** Takes in a packet; it is passed on within this call. */
  push(packet: Uint8Array): void {
    if (this.#ended !== 'no') return;
    this.#lastMs = this.#listening.now();
    this.counts.pushed++;
    for (const tap of this.#taps) tap(packet);
    this.#source?.push(packet);
  }

  /** Ends the feed: the packets at hand are played to the end. */
  end(): void {
    if (this.#ended === 'no') this.#ended = 'ended';
    this.#source?.wake();
  }

  /** Marks the feed as broken off; a broadcast that plays it ends with the reason `source`. */
  fail(): void {
    if (this.#ended === 'no') this.#ended = 'failed';
    this.#source?.wake();
  }

  /** Passes all packets from now on to a function. Returns a function that ends it. */
  tap(tap: Tap): () => void {
    this.#taps.add(tap);
    return () => this.#taps.delete(tap);
  }

  /** Opens the source of a broadcast's next stretch (`OpenSource`); the previous one gets no more packets. */
  readonly open = (): Source => {
    this.#source?.close();
    this.#lastMs = this.#listening.now();
    this.#source = new LiveSource(this, this.#begin);
    return this.#source;
  };

  /** Time by which a packet must leave the server before it is heard, µs. */
  get floorUs(): number {
    return this.#delay.us;
  }

  /** State of the feed; failed after `stallMs` without a packet. */
  get state(): 'no' | 'ended' | 'failed' {
    this.#listening.tick();
    if (this.#ended === 'no' && this.#silentMs > this.#stallMs) this.#ended = 'failed';
    return this.#ended;
  }

  /** True when nothing has arrived for longer than links usually stutter. */
  get quiet(): boolean {
    return this.#silentMs > QUIET_MS;
  }

  get #silentMs(): number {
    return this.#listening.now() - this.#lastMs;
  }

  /** Monotonic µs. */
  now(): number {
    return this.#now();
  }

  /** Takes the lead that the links of the terminals need now, µs. */
  follow(leadUs: number): void {
    this.#delay.follow(leadUs);
  }

  /**
   * Takes in the packets that were late at a terminal since its last report, and that terminal's buffer
   * reserve.
   */
  reported(late: number, buffer_ms: number): void {
    this.#delay.reported(late, buffer_ms, this.#now());
  }
}

/** Source for one stretch of a feed. */
class LiveSource implements Source {
  readonly ending = 'hung_up';
  readonly #feed: LiveFeed;
  #queue: Uint8Array[] = [];
  #wake: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  /** True when no packet arrived in time: the next packet gets some slack again. */
  #dry = true;
  readonly #reserve = new UpstreamReserve(SLACK_US);

  readonly #end: () => void;

  constructor(feed: LiveFeed, begin: () => () => void) {
    this.#feed = feed;
    this.#end = begin();
  }

  get pace(): Pace {
    const startUs = this.#feed.floorUs + SLACK_US;
    return { startUs, unknownUs: UNKNOWN_US, leadUs: startUs + MOST_EXTRA_US + PACKET_US, packets: 1 };
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

  follow(leadUs: number): void {
    this.#feed.follow(leadUs);
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

  take(_count: number, aheadUs: number): Uint8Array[] {
    const { counts, floorUs } = this.#feed;
    const spareUs = aheadUs - floorUs;
    if (this.#queue.length === 0) {
      if (spareUs >= 0 || this.finished) return [];
      if (!this.#dry) this.#reserve.gap();
      this.#dry = true;
      return this.#silence();
    }
    // The first packet after a gap does not leave at the last moment, because the next may take a little
    // longer.
    if (spareUs < 0 || (this.#dry && spareUs < SLACK_US)) return this.#silence();
    this.#dry = false;
    const waitingUs = spareUs + (this.#queue.length - 1) * PACKET_US;
    const excess = Math.ceil((waitingUs - SLACK_US - MOST_EXTRA_US) / PACKET_US);
    const drop = Math.max(excess, this.#reserve.isTooLong(spareUs, this.#feed.now()) ? 1 : 0);
    counts.dropped += this.#queue.splice(0, Math.min(drop, this.#queue.length)).length;
    const packet = this.#queue.shift();
    return packet === undefined ? [] : [packet];
  }

  #silence(): Uint8Array[] {
    this.#feed.counts.silence++;
    this.#reserve.forget(this.#feed.now());
    return [SILENCE_PACKET];
  }
}
