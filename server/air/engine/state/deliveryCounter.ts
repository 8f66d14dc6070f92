import { PACKET_US } from '../../../../contract/protocol/audio.ts';
import { MAX_AHEAD_MS, REPORT_INTERVAL_MS } from '../../../../contract/protocol/frames.ts';
import type { Report } from '../../../../contract/protocol/terminal.ts';

/** Largest count that is stored (int4). */
const MOST = 2_147_483_647;

/** Counts of the sound delivered to one terminal, in total. */
export interface DeliveryTotals {
  played_ms: number;
  received: number;
  lost: number;
  late: number;
  /** Gaps of the sound card; null: the terminal does not report them. */
  gaps: number | null;
  missed_ms: number | null;
}

const none: DeliveryTotals = { played_ms: 0, received: 0, lost: 0, late: 0, gaps: null, missed_ms: null };

/** Times of a report that are possible; null: not reported, or impossible. */
export interface ReportTimes {
  firstUs: number | null;
  /** Time up to which it was heard. */
  at_us: number | null;
  /** Longest time that one report proves, µs. */
  provenUs: number;
  /** Current media time, µs. */
  nowUs: number;
}

type Counted = Pick<Report, 'state' | 'received' | 'lost' | 'late' | 'gaps' | 'missed_ms'>;

/** Cuts the counts of an opening to those that are possible, by the most packets that it can have had. */
function possible({ state, received, lost, late, gaps, missed_ms }: Counted, packets: number): Counted {
  const most = (count: number) => Math.min(count, packets);
  return {
    ...{ state, received: most(received), lost: most(lost), late: most(late) },
    gaps: gaps === null ? null : most(gaps),
    missed_ms: missed_ms === null ? null : Math.min(missed_ms, (packets * PACKET_US) / 1000),
  };
}

/** Adds a count of this opening to those before; null: not reported, now and before. */
function added(before: number | null, now: number | null): number | null {
  return now === null ? before : Math.min(MOST, (before ?? 0) + now);
}

/**
 * Counts what a terminal reports of one broadcast. The terminal's counters start with the opening of the stream;
 * every opening is added to the ones before. Counts are cut to the sound that can have been sent since the opening:
 * up to now, and as far ahead as a terminal may store it. Totals are limited to the range of the column, because all
 * proofs of a run are written in one statement.
 */
export class DeliveryCounter {
  readonly #totals: DeliveryTotals;
  /** Totals when the stream was opened last. */
  #before: DeliveryTotals = none;
  /** Time that the card had missed up to the last count, ms. */
  #missed_ms: number;
  #isOpened = true;
  /** Media time of the last opening; null: not known. */
  #openedUs: number | null = null;
  /** Media time up to which `played_ms` is counted without a break. */
  #countedUs: number | null = null;
  /** True until the first sound of an opening is counted: sound heard before its first report counts too. */
  #begins = true;

  /** @param stored totals from before a restart of the server, which the counts are added to */
  constructor(stored: DeliveryTotals = none) {
    const { played_ms, received, lost, late, gaps, missed_ms } = stored;
    this.#totals = { played_ms, received, lost, late, gaps, missed_ms };
    this.#missed_ms = missed_ms ?? 0;
  }

  get totals(): Readonly<DeliveryTotals> {
    return this.#totals;
  }

  /** The stream was opened (again): the terminal's counters start from zero. */
  opened(from_us: number): void {
    this.#isOpened = true;
    this.#openedUs = from_us;
  }

  /** Ends the stretch that is counted without a break. */
  interrupt(): void {
    this.#countedUs = null;
  }

  /** Takes in a report's counts, and the time heard since the last one. */
  add(reported: Report, isAudible: boolean, times: ReportTimes): void {
    const totals = this.#totals;
    const report = possible(reported, this.#packetsUntil(times.nowUs));
    if (this.#isOpened || report.received < totals.received - this.#before.received) {
      this.#before = { ...totals };
      this.#isOpened = false;
      this.#begins = true;
      this.#countedUs = null;
    }
    const before = this.#before;
    totals.received = Math.min(MOST, before.received + report.received);
    totals.lost = Math.min(MOST, before.lost + report.lost);
    totals.late = Math.min(MOST, before.late + report.late);
    totals.gaps = added(before.gaps, report.gaps);
    totals.missed_ms = added(before.missed_ms, report.missed_ms);
    if (!isAudible) this.#begins = false;
    this.#addPlayed(report, times);
  }

  /** Most packets of this opening that can have been sent until now. */
  #packetsUntil(nowUs: number): number {
    if (this.#openedUs === null) return MOST;
    return Math.max(0, Math.ceil((nowUs - this.#openedUs + MAX_AHEAD_MS * 1000) / PACKET_US));
  }

  /**
   * Adds the time heard since the last report: all of it if that is as long ago as reports are apart, else at
   * most the second that this report covers; what the card missed was not heard. After a break within an
   * opening (a pause) it counts from the first report on, which comes within 100 ms: the first sound reported
   * is that of the opening, and counted already.
   */
  #addPlayed({ state, received, late }: Counted, { firstUs, at_us, provenUs }: ReportTimes): void {
    const missed_ms = (this.#totals.missed_ms ?? 0) - this.#missed_ms;
    this.#missed_ms += missed_ms;
    if (state !== 'playing' || at_us === null) {
      this.#countedUs = null;
      return;
    }
    const begunUs = Math.max(firstUs ?? at_us, at_us - (received - late) * PACKET_US);
    const from_us = this.#countedUs ?? (this.#begins ? begunUs : at_us);
    const sinceUs = at_us - from_us > provenUs ? REPORT_INTERVAL_MS * 1000 : at_us - from_us;
    this.#totals.played_ms += Math.max(0, Math.round(sinceUs / 1000) - missed_ms);
    this.#countedUs = at_us;
    this.#begins = false;
  }
}
