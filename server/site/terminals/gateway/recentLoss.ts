import { PACKET_US } from '../../../../contract/protocol/audio.ts';
import type { Report } from '../../../../contract/protocol/terminal.ts';

/** Length of the window, seconds. */
const SECONDS = 10;
/** Minimum packets for a verdict: the first packets of a broadcast may be late. */
const ENOUGH_PACKETS = 250;
/** Loss that counts as a fault, percent. */
export const LOSS_FAULT_PCT = 1;
const PACKET_MS = PACKET_US / 1000;

/** Loss of a terminal in the last ten seconds: packets lost, late, or not played. */
export class RecentLoss {
  /** Packets of each second, followed by the number of those that were not heard. */
  readonly #counts = new Float32Array(2 * SECONDS);
  /** Current second, monotonic. */
  #second = 0;
  #stream: number | null = null;
  #packets = 0;
  #lost = 0;
  #missed = 0;

  /** Takes the counters of a report. @param now monotonic ms */
  take({ stream, received, lost, late, missed_ms }: Report, now: number): void {
    const at = this.#to(now);
    const [packets, gone, missed] = [received + lost, lost + late, (missed_ms ?? 0) / PACKET_MS];
    // Counters restart with each stream; those of another stream are not comparable.
    if (stream === this.#stream && packets >= this.#packets && gone >= this.#lost) {
      const [more, less] = [packets - this.#packets, gone - this.#lost];
      const bad = Math.max(less, missed - this.#missed);
      // A delayed report covers more than one second: it is capped at the size of the window.
      this.#add(at, Math.min(Math.max(more, bad), 50 * SECONDS), Math.min(bad, 50 * SECONDS));
    }
    this.#stream = stream;
    this.#packets = packets;
    this.#lost = gone;
    this.#missed = missed;
  }

  /** Percentage that was not heard; null: nothing was due. @param now monotonic ms */
  percent(now: number): number | null {
    const [packets, bad] = this.#sum(now);
    return packets === 0 ? null : Math.min(100, (100 * bad) / packets);
  }

  /** Tells if the loss is a fault. */
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

  /** Advances to the second of `now`; returns its index. */
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
