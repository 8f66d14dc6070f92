import type { GroupQueue } from './groupQueue.ts';
import type { Packetizer, Payload } from './packetizer.ts';

/** Lateness beyond which a packet is dropped, µs: a loudspeaker has played silence by then. */
const DROPPED_US = 200_000;
/** Time for which packets of streams that are not played are kept, µs. */
export const KEPT_US = 400_000;

/** Hands over the packets of a queue when they are due by the media clock, in even steps. */
export class Pacer {
  readonly #queue: GroupQueue;
  readonly #packets: Packetizer;
  readonly #delayUs: number;
  readonly #now: () => number;
  readonly #due: (payload: Payload) => void;
  #next: Payload | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param delayMs time before its media time at which a packet is due
   * @param now the media clock, µs
   * @param due called with each packet that is due and not too late
   */
  constructor(
    { queue, packets, delayMs }: { queue: GroupQueue; packets: Packetizer; delayMs: number },
    now: () => number,
    due: (payload: Payload) => void,
  ) {
    this.#queue = queue;
    this.#packets = packets;
    this.#delayUs = delayMs * 1000;
    this.#now = now;
    this.#due = due;
  }

  /** Looks for the next packet after sound or a route has arrived. */
  wake(): void {
    if (this.#isClosed) return;
    this.#next ??= this.#packets.next();
    if (this.#next === null || this.#timer !== undefined) return;
    const waitUs = this.#next.at_us - this.#delayUs - this.#now();
    this.#timer = setTimeout(() => this.#elapsed(), Math.max(0, Math.round(waitUs / 1000)));
  }

  #elapsed(): void {
    this.#timer = undefined;
    const payload = this.#next;
    this.#next = null;
    if (payload !== null && this.#now() <= payload.at_us - this.#delayUs + DROPPED_US) this.#due(payload);
    this.#queue.forget(this.#now() - KEPT_US);
    // The next packet is encoded now, so that sending it later takes no time.
    this.wake();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#packets.close();
  }
}
