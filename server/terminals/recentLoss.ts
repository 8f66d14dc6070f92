import { PACKET_US } from '../../contract/audio.ts';
import type { Report } from '../../contract/terminal.ts';

/** Now is the last so many seconds. */
const SECONDS = 10;
/** Less than this is too little to judge: the first packets of a broadcast may be late. */
const ENOUGH_PACKETS = 250;
/** Of what is to be heard, so much may be missing before it is a fault, percent. */
export const LOSS_FAULT_PCT = 1;
const PACKET_MS = PACKET_US / 1000;

/** What of the last ten seconds of sound a terminal did not get, got too late, or did not play. */
export class RecentLoss {
  /** Packets of each second, and behind them how many of those were not heard. */
  readonly #counts = new Float32Array(2 * SECONDS);
  /** The second that is counted, monotonic. */
  #second = 0;
  #stream: number | null = null;
  #packets = 0;
  #lost = 0;
  #missed = 0;

  /** @param now monotonic ms */
  take({ stream, received, lost, late, missed_ms }: Report, now: number): void {
    const at = this.#to(now);
    const [packets, gone, missed] = [received + lost, lost + late, (missed_ms ?? 0) / PACKET_MS];
    // Counts begin anew with each opening; those of another stream say nothing of now.
    if (stream === this.#stream && packets >= this.#packets && gone >= this.#lost) {
      const [more, less] = [packets - this.#packets, gone - this.#lost];
      const bad = Math.max(less, missed - this.#missed);
      // A report that comes late tells of more than one second: no more than there is room for.
      this.#add(at, Math.min(Math.max(more, bad), 50 * SECONDS), Math.min(bad, 50 * SECONDS));
    }
    this.#stream = stream;
    this.#packets = packets;
    this.#lost = gone;
    this.#missed = missed;
  }

  /** Share that was not heard, percent; null: nothing was to be. @param now monotonic ms */
  percent(now: number): number | null {
    const [packets, bad] = this.#sum(now);
    return packets === 0 ? null : Math.min(100, (100 * bad) / packets);
  }

  /** Whether that is a fault. */
  isFault(now: number): boolean {
    const [packets, bad] = this.#sum(now);
    return packets >= ENOUGH_PACKETS && (100 * bad) / packets >= LOSS_FAULT_PCT;
  }

  forget(): void {
    this.#counts.fill(0);
    this.#stream = null;
  }

  #add(at: number, packets: number, bad: number): void {
    this.#counts[at] = (this.#counts[at] ?? 0) + packets;
    this.#counts[at + SECONDS] = (this.#counts[at + SECONDS] ?? 0) + bad;
  }

  #sum(now: number): [packets: number, bad: number] {
    this.#to(now);
    let packets = 0;
    let bad = 0;
    for (let i = 0; i < SECONDS; i++) {
      packets += this.#counts[i] ?? 0;
      bad += this.#counts[i + SECONDS] ?? 0;
    }
    return [packets, bad];
  }

  /** Goes on to the second of `now`; its place. */
  #to(now: number): number {
    const second = Math.floor(now / 1000);
    const passed = Math.min(SECONDS, second - this.#second);
    for (let i = 1; i <= passed; i++) {
      const place = (second - passed + i) % SECONDS;
      this.#counts[place] = 0;
      this.#counts[place + SECONDS] = 0;
    }
    this.#second = Math.max(second, this.#second);
    return this.#second % SECONDS;
  }
}
