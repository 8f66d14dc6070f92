import { PACKET_US } from '../../../contract/protocol/audio.ts';

/** Least reserve of the slowest packet, on a link without any jitter, µs. */
const LEAST_US = 3_000;
/** Time after which a buffer may be shortened, µs: soon on a steady link, whose next second is like the last one. */
const STEADY_AFTER_US = 1_000_000;
const AFTER_US = 3_000_000;

/**
 * Decides when the buffer of live sound is longer than the jitter of its packets requires. Each packet has some time
 * to spare when it arrives; the buffer may be a packet shorter when even the slowest one keeps a reserve then. On a
 * steady link this reserve is as long as the jitter that was measured.
 */
export class UpstreamReserve {
  readonly #mostUs: number;
  #leastUs = Number.POSITIVE_INFINITY;
  #greatestUs = Number.NEGATIVE_INFINITY;
  #sinceUs = Number.NEGATIVE_INFINITY;
  #hadGap = false;

  /** @param mostUs reserve on a link that is not steady, µs */
  constructor(mostUs: number) {
    this.#mostUs = mostUs;
  }

  /** Notes that a packet came too late, so that there was a gap: the link does not count as steady any more. */
  gap(): void {
    this.#hadGap = true;
  }

  /** Begins to measure again, because the buffer has changed. */
  forget(nowUs: number): void {
    this.#leastUs = Number.POSITIVE_INFINITY;
    this.#greatestUs = Number.NEGATIVE_INFINITY;
    this.#sinceUs = nowUs;
  }

  /** Takes in the time that a packet had to spare, µs. Returns true when the buffer may be a packet shorter. */
  isTooLong(spareUs: number, nowUs: number): boolean {
    if (this.#sinceUs === Number.NEGATIVE_INFINITY) this.#sinceUs = nowUs;
    this.#leastUs = Math.min(this.#leastUs, spareUs);
    this.#greatestUs = Math.max(this.#greatestUs, spareUs);
    const jitterUs = this.#greatestUs - this.#leastUs;
    const isSteady = !this.#hadGap && jitterUs < this.#mostUs / 2;
    const reserveUs = isSteady ? Math.max(LEAST_US, jitterUs) : this.#mostUs;
    if (nowUs - this.#sinceUs < (isSteady ? STEADY_AFTER_US : AFTER_US)) return false;
    const isTooLong = this.#leastUs > reserveUs + PACKET_US;
    if (isTooLong || nowUs - this.#sinceUs >= AFTER_US) this.forget(nowUs);
    return isTooLong;
  }
}
