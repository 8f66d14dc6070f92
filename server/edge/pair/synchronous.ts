import type { PairMachine } from '../../../contract/entities/site/pair.ts';

/** Lag up to which commits begin to wait for the standby, bytes: they wait for as long as it takes to send this. */
const CLOSE_BYTES = 1_000_000;
/** Time for which the standby must follow before commits wait for it, ms: a link that comes and goes delays nobody. */
const STEADY_MS = 5_000;

/** Lag from which they no longer wait, ms. */
const LATE_MS = 3_000;

type Following = Pick<PairMachine, 'stage' | 'lag_bytes' | 'lag_ms'>;

/** Decides whether commits wait until the standby has them on its disk too. */
export class SynchronousRule {
  #followsSince: number | null = null;
  #isOn = false;

  /** @param now monotonic, ms */
  decide({ stage, lag_bytes, lag_ms }: Following, now: number): boolean {
    if (stage !== 'following' || lag_bytes === null || (lag_ms ?? 0) >= LATE_MS) {
      [this.#followsSince, this.#isOn] = [null, false];
      return false;
    }
    if (!this.#isOn && lag_bytes > CLOSE_BYTES) this.#followsSince = null;
    else this.#followsSince ??= now;
    this.#isOn ||= this.#followsSince !== null && now - this.#followsSince >= STEADY_MS;
    return this.#isOn;
  }
}
