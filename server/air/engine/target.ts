import type { Why } from '../../../contract/entities/terminals/device.ts';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { REPORT_INTERVAL_MS } from '../../../contract/protocol/frames.ts';
import type { Report } from '../../../contract/protocol/terminal.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { Mute } from '../../site/terminals/gateway/playingState.ts';
import { storedReason } from './storedReason.ts';

/** Largest count that is stored (int4). */
const MOST = 2_147_483_647;
/** Tolerance of a terminal's times outside the possible range: its clock is not yet exact at first, µs. */
const SLACK_US = 1_000_000;

/** State of a target, as the console counts it. `unknown`: its terminal does not report any more. */
export type TargetState = 'sounding' | 'unknown' | 'silent' | 'preempted' | 'paused' | 'offline';

/** Totals of a broadcast's sound at one terminal. */
export interface DeliveryCounts {
  first_sound_at: number | null;
  played_ms: number;
  received: number;
  lost: number;
  late: number;
  /** Gaps of the sound card; null: the terminal does not report them. */
  gaps: number | null;
  missed_ms: number | null;
}

/** Proof of delivery at one terminal, as it is stored. */
export interface DeliveryProof extends DeliveryCounts {
  terminal_id: number;
  org: number | null;
  reason: string | null;
}

const noCounts = { received: 0, lost: 0, late: 0, gaps: null, missed_ms: null };

/** Adds a count of this opening to those before; null: not reported, now and before. */
function added(before: number | null, now: number | null): number | null {
  return now === null ? before : Math.min(MOST, (before ?? 0) + now);
}

/**
 * A broadcast at one terminal: the proof of what it played there, from the terminal's own reports. Their
 * counters start with the opening of the stream; every opening is added to the ones before.
 */
export class Target {
  readonly terminalId: number;
  org: number | null;
  state: TargetState = 'offline';
  level_db: number | null = null;
  /** True when its reports say that it plays this broadcast. */
  playing = false;
  first_sound_at: number | null = null;
  played_ms = 0;
  received = 0;
  lost = 0;
  late = 0;
  gaps: number | null = null;
  missed_ms: number | null = null;
  /** Reason why it did not sound to the end. */
  reason: Why | null = null;
  /** True when it is no longer a target. */
  left = false;
  /** True when it has changed since it was stored. */
  unwritten = false;
  /** True when its first sound is stored or in the journal. */
  firstNoted = false;
  #withheld = false;
  /** True when its last reports said that it plays and could not be heard. */
  #wasMute = false;
  /** First sound that it reported, epoch ms. */
  #first: number | null = null;
  #before: Pick<DeliveryCounts, 'received' | 'lost' | 'late' | 'gaps' | 'missed_ms'> = noCounts;
  /** Time that the card had missed up to the last count, ms. */
  #missed_ms = 0;
  #opened = true;
  /** Media time up to which `played_ms` is counted without a break. */
  #counted_us: number | null = null;
  /** True until the first sound of an opening is counted: sound heard before its first report counts too. */
  #begins = true;
  /** Media time of the first opening: it cannot have been heard earlier. */
  #since_us: number | null = null;

  /** @param heard stored proof from before a restart of the server, which the counters are added to */
  constructor(terminalId: number, org: number | null, heard?: DeliveryCounts) {
    this.terminalId = terminalId;
    this.org = org;
    Object.assign(this, heard);
  }

  /** The stream was opened (again) at the terminal, for `from_us`: its counters start from zero. */
  opened(from_us: number): void {
    this.#opened = true;
    this.#since_us ??= from_us;
  }

  /** Makes it a target again after it had left. */
  rejoin(): void {
    this.left = false;
    this.reason = null;
    this.unwritten = true;
  }

  /** Takes in the zone of its terminal; returns true if that has changed. */
  moved(org: number | null): boolean {
    if (org === this.org) return false;
    this.org = org;
    this.unwritten = true;
    return true;
  }

  /** Marks it as silent: after a flush, a close, or the loss of the link. */
  silenced(): void {
    this.playing = false;
    this.level_db = null;
    this.#counted_us = null;
  }

  /** Withholds the proof of its reports until `confirm`. */
  withhold(): void {
    this.#withheld = true;
  }
  confirm(): void {
    this.#withheld = false;
    this.first_sound_at ??= this.#first;
    this.unwritten = true;
  }

  /**
   * Takes in a report about this broadcast's stream. Impossible times (before the stream was opened, or in
   * the future) prove nothing; counts are limited to the range of the column, because all proofs of a run are
   * written in one statement.
   *
   * @param audible true when the sound it reports can be heard, as far as its reports show; `mute`: why it
   *   cannot be heard
   * @param proven_us longest time that one report proves
   */
  heard(
    report: Report,
    clock: Pick<MediaClock, 'now' | 'toWall'>,
    { audible, mute, proven_us }: { audible: boolean; mute: Mute | null; proven_us: number },
  ): void {
    const { received, lost, late, gaps, missed_ms } = this;
    if (this.#opened || report.received < received - this.#before.received) {
      this.#before = { received, lost, late, gaps, missed_ms };
      this.#opened = false;
      this.#begins = true;
      this.#counted_us = null;
    }
    this.received = Math.min(MOST, this.#before.received + report.received);
    this.lost = Math.min(MOST, this.#before.lost + report.lost);
    this.late = Math.min(MOST, this.#before.late + report.late);
    this.gaps = added(this.#before.gaps, report.gaps);
    this.missed_ms = added(this.#before.missed_ms, report.missed_ms);
    this.playing = report.state === 'playing';
    this.level_db = this.playing ? report.level_db : null;
    const possible = (us: number | null): number | null =>
      us === null || us < (this.#since_us ?? us) - SLACK_US || us > clock.now() + SLACK_US ? null : us;
    const first_us = possible(report.first_sound_us);
    const at_us = possible(report.position_us);
    // The first sound of a terminal that could not be heard is when that ends, whatever it played before.
    if (!audible && mute !== null) this.#first = null;
    else if (audible && this.#wasMute)
      this.#first ??= at_us === null ? null : Math.round(clock.toWall(at_us));
    else if (first_us !== null) this.#first ??= Math.round(clock.toWall(first_us));
    this.#wasMute = !audible && (mute !== null || this.#wasMute);
    if (!this.#withheld && audible) this.first_sound_at ??= this.#first;
    if (!audible) this.#begins = false;
    this.#count(report, first_us, audible ? at_us : null, proven_us);
    this.unwritten = true;
  }

  /**
   * Adds the time heard since the last report: all of it if that is as long ago as reports are apart, else at
   * most the second that this report covers; what the card missed was not heard. After a break within an
   * opening (a pause) it counts from the first report on, which comes within 100 ms: `first_sound_us` is that
   * of the opening, and counted already.
   */
  #count({ received, late }: Report, first_us: number | null, at_us: number | null, proven_us: number): void {
    const missed_ms = (this.missed_ms ?? 0) - this.#missed_ms;
    this.#missed_ms += missed_ms;
    if (!this.playing || at_us === null) {
      this.#counted_us = null;
      return;
    }
    const begun_us = Math.max(first_us ?? at_us, at_us - (received - late) * PACKET_US);
    const from_us = this.#counted_us ?? (this.#begins ? begun_us : at_us);
    const since_us = at_us - from_us > proven_us ? REPORT_INTERVAL_MS * 1000 : at_us - from_us;
    this.played_ms += Math.max(0, Math.round(since_us / 1000) - missed_ms);
    this.#counted_us = at_us;
    this.#begins = false;
  }

  proof(): DeliveryProof {
    const { terminalId, org, first_sound_at, played_ms, received, lost, late, gaps, missed_ms } = this;
    const reason = storedReason(this.reason, this.left);
    const heard = { first_sound_at, played_ms, received, lost, late, gaps, missed_ms };
    return { terminal_id: terminalId, org, ...heard, reason };
  }
}
