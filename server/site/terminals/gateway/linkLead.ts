import { LEAST_LEAD_US, START_LEAD_US } from '../../../../contract/protocol/frames.ts';
import type { Report } from '../../../../contract/protocol/terminal.ts';

/** Allowance for messages that take longer than 95 % of them, and for turns of both programs, µs. */
const MARGIN_US = 10_000;
/** Step by which the lead grows when packets of a start were late, and by which a start in time reduces it, µs. */
const RAISE_US = 20_000;
const LOWER_US = 5_000;

/**
 * Lead that sound needs at one terminal: the time between sending a packet and hearing it. It consists of the delay
 * of the link and the buffer of the card, as the terminal measures them, and of what earlier starts have shown to be
 * missing. It is limited to the longest lead of a start: over a slower link the sound begins with the first packets that
 * are in time.
 */
export class LinkLead {
  #neededUs: number | null = null;
  #extraUs = 0;
  /** Last stream whose start was judged. */
  #judged: number | null = null;

  /** Lead, µs; null: the terminal has not reported what it needs. */
  get us(): number | null {
    if (this.#neededUs === null) return null;
    return Math.min(START_LEAD_US, Math.max(LEAST_LEAD_US, this.#neededUs + this.#extraUs));
  }

  take({ stream, received, late, delay_us, card_us }: Report): void {
    const isMeasured = delay_us !== undefined && card_us !== undefined;
    this.#neededUs = isMeasured ? delay_us + card_us + MARGIN_US : null;
    if (stream !== null && received > 0) this.#judge(stream, late);
  }

  /** Judges each start once, by the first report about its packets. */
  #judge(stream: number, late: number): void {
    if (this.#judged === stream) return;
    this.#judged = stream;
    if (late > 0) this.#extraUs = Math.min(this.#extraUs + RAISE_US, START_LEAD_US);
    else this.#extraUs = Math.max(0, this.#extraUs - LOWER_US);
  }
}
