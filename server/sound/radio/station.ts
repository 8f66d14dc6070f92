import { setTimeout as delay } from 'node:timers/promises';
import { type Decoder, startDecoder } from './decoder.ts';
import { failureOf, StreamFailure } from './failure.ts';
import { PacketBuffer } from './packetBuffer.ts';
import type { AddressPolicy } from './policy.ts';
import { type OpenStream, openStream } from './stream.ts';

/** Properties of a connection that the station announces or the decoder finds. */
export interface StationFacts {
  codec: string;
  /** kbit/s */
  bitrate: number | null;
  station: string;
  title: string;
}
export type StationState =
  | { kind: 'connecting' }
  | { kind: 'works' }
  /** Reconnecting after a failure. */
  | { kind: 'fails'; failure: StreamFailure }
  /** The end of a stream of limited length was reached. */
  | { kind: 'ended' };

export interface StationOptions {
  url: string;
  policy: AddressPolicy;
  /** Called on any change of its state or facts. */
  onChange(): void;
  log: { warn(details: object, message: string): void };
  times?: Partial<StationTimes>;
  /** Start position in a stream of limited length, packets. */
  from?: number;
}
export interface StationTimes {
  /** Time without a packet after which the connection is closed, ms. */
  stallMs: number;
  /** Delay before the first reconnection, ms; doubled for each further one, up to `mostAgainMs`. */
  againMs: number;
  mostAgainMs: number;
  /** Time that a start waits for the first sound of a stream before it is refused, ms. */
  startMs: number;
  /** Duration of the test of an address, ms. */
  trialMs: number;
}
export const stationTimes: StationTimes = {
  stallMs: 20_000,
  againMs: 500,
  mostAgainMs: 30_000,
  startMs: 10_000,
  trialMs: 12_000,
};
/** Packets after which a cut counts as a new one, and the reconnection delay starts again at its minimum. */
const SETTLED = 500;
/**
 * Packets buffered ahead of the players (10 s and 8 s): enough to bridge a cut; beyond it the stream is
 * paused.
 */
const HOLD_ABOVE = 500;
const GO_BELOW = 400;
const NOTHING: StationFacts = { codec: '', bitrate: null, station: '', title: '' };

/**
 * Connection to a stream, shared by all broadcasts that play it: opened, decoded in its own process, and
 * reopened when it is cut. It runs from `new` to `close`.
 */
export class Station {
  readonly reserve: PacketBuffer;
  state: StationState = { kind: 'connecting' };
  facts: StationFacts = NOTHING;
  /** True for a stream of limited length: it is paused while it has no player, instead of running on. */
  finite = false;
  /** Number of reconnections. */
  reconnects = 0;
  readonly #options: StationOptions;
  readonly #times: StationTimes;
  readonly #closing = new AbortController();
  readonly #readers = new Set<{ readonly next: number }>();
  readonly #waiting = new Set<() => void>();
  #decoder: Decoder | null = null;
  #held = false;
  #heardAt = performance.now();
  /** Packets of this connection so far. */
  #came = 0;
  readonly done: Promise<void>;

  constructor(options: StationOptions) {
    this.#options = options;
    this.#times = { ...stationTimes, ...options.times };
    this.reserve = new PacketBuffer(options.from);
    this.done = this.#run();
  }

  /** Registers a player: the stream is paused so that its packets stay buffered. */
  join(reader: { readonly next: number }): void {
    this.#readers.add(reader);
    this.steer();
  }
  leave(reader: { readonly next: number }): void {
    this.#readers.delete(reader);
    this.steer();
  }

  /** Resolves when `packets` are buffered, when the stream ends, or after `ms` at the latest. */
  async filled(packets: number, ms: number): Promise<void> {
    const from = this.reserve.end;
    const limit = AbortSignal.any([AbortSignal.timeout(ms), this.#closing.signal]);
    while (this.reserve.end - this.reserve.first < packets && this.reserve.end - from < packets) {
      if (limit.aborted || this.state.kind === 'ended') return;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          limit.removeEventListener('abort', wake);
          resolve();
        };
        this.#waiting.add(wake);
        limit.addEventListener('abort', wake);
      });
    }
  }

  /** Resolves with the result of the first connection, or after `ms` with the current state. */
  async settled(ms: number): Promise<StationState> {
    const limit = AbortSignal.any([AbortSignal.timeout(ms), this.#closing.signal]);
    while (this.state.kind === 'connecting' && !limit.aborted)
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
        limit.addEventListener('abort', wake, { once: true });
      });
    return this.state;
  }

  /** Pauses the stream when enough is buffered ahead of every player, and resumes it. */
  steer(): void {
    const ahead = Math.min(...[...this.#readers].map(({ next }) => this.reserve.end - next));
    const isUnread = this.#readers.size === 0;
    if (!this.#held) this.#hold(isUnread ? this.finite && this.reserve.end > HOLD_ABOVE : ahead > HOLD_ABOVE);
    else this.#hold(isUnread ? this.finite : ahead > GO_BELOW);
  }
  #hold(isHeld: boolean): void {
    if (this.#held === isHeld) return;
    this.#held = isHeld;
    this.#heardAt = performance.now();
    this.#decoder?.hold(isHeld);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#decoder?.kill();
    await this.done;
  }

  #notify(): void {
    for (const wake of [...this.#waiting]) wake();
    if (!this.#closing.signal.aborted) this.#options.onChange();
  }
  #set(state: StationState): void {
    this.state = state;
    this.#notify();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let tries = 0; !signal.aborted; tries++) {
      const from = this.reserve.end;
      try {
        await this.#connect();
        if (signal.aborted) return;
        if (this.finite) return this.#set({ kind: 'ended' });
        throw new StreamFailure('radio.cut');
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
        this.#options.log.warn({ url: this.#options.url, reason: failure.message }, 'a stream was lost');
        if (this.reserve.end - from > SETTLED) tries = 0;
        this.facts = { ...this.facts, title: '' };
        this.#set({ kind: 'fails', failure });
      }
      const { againMs, mostAgainMs } = this.#times;
      // Random jitter: the stations of a site do not all reconnect at the same moment.
      const wait = Math.min(againMs * 2 ** tries, mostAgainMs) * (0.75 + Math.random() / 2);
      await delay(wait, undefined, { signal }).catch(() => {});
      this.reconnects++;
    }
  }

  /**
   * Runs one connection from its beginning to its end.
   * @throws StreamFailure or another error that cuts it
   */
  async #connect(): Promise<void> {
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.#closing.signal]);
    this.#heardAt = performance.now();
    this.#came = 0;
    const { promise: cut, reject: giveUp } = Promise.withResolvers<never>();
    cut.catch(() => {});
    const watch = setInterval(() => {
      const isStalled = !this.#held && performance.now() - this.#heardAt > this.#times.stallMs;
      if (isStalled) giveUp(new StreamFailure('radio.silent'));
    }, this.#times.stallMs / 10);
    try {
      const { policy, url } = this.#options;
      const onTitle = (title: string) => {
        if (title === this.facts.title) return;
        this.facts = { ...this.facts, title };
        this.#notify();
      };
      const opening = openStream(url, { policy, signal }, onTitle);
      const stream = await Promise.race([opening, cut]);
      this.finite = stream.finite;
      this.facts = { ...NOTHING, title: this.facts.title, station: stream.station, bitrate: stream.bitrate };
      await Promise.race([this.#pump(stream), cut]);
    } finally {
      clearInterval(watch);
      abort.abort();
      this.#decoder?.kill();
      this.#decoder = null;
    }
  }

  /** Writes the bytes into a decoder; a new decoder follows where the encoding changes. */
  async #pump(stream: OpenStream): Promise<void> {
    let decoder = this.#decode();
    let broken: unknown = null;
    const mind = (one: Decoder) => one.done.catch((error: unknown) => (broken ??= error));
    void mind(decoder);
    try {
      for await (const { bytes, anew } of stream.chunks) {
        if (broken !== null) throw broken;
        if (anew) {
          decoder.finish();
          await decoder.done;
          decoder = this.#decode();
          void mind(decoder);
        }
        await decoder.write(bytes);
      }
    } catch (error) {
      // The sound before the cut is still played.
      decoder.finish();
      await decoder.done.catch(() => {});
      throw error;
    }
    decoder.finish();
    await decoder.done;
  }

  #decode(): Decoder {
    const decoder = startDecoder({
      packet: (packet) => this.#take(packet),
      facts: ({ codec = '', bitrate = 0 }) => {
        this.facts = { ...this.facts, codec, bitrate: this.facts.bitrate ?? (bitrate > 0 ? bitrate : null) };
        this.#notify();
      },
    });
    decoder.hold(this.#held);
    this.#decoder = decoder;
    return decoder;
  }

  #take(packet: Uint8Array): void {
    this.#heardAt = performance.now();
    // After a cut or a pause, a stream of limited length skips the packets that it already delivered.
    if (this.finite && this.#came++ < this.reserve.end) return;
    this.reserve.push(packet);
    if (this.state.kind !== 'works') this.#set({ kind: 'works' });
    else if (this.#waiting.size > 0) for (const wake of [...this.#waiting]) wake();
    this.steer();
  }
}
