import type { StateReason } from '../../../../contract/entities/terminals/device.ts';
import type { BroadcastTargetState } from '../../../../contract/fieldCodes.ts';
import type { Report } from '../../../../contract/protocol/terminal.ts';
import type { MediaClock } from '../../../platform/clock/mediaClock.ts';
import { storedReason } from '../storedReason.ts';
import { DeliveryCounter, type DeliveryTotals } from './deliveryCounter.ts';
import { FirstSound, type Hearing } from './firstSound.ts';

/**
 * State of a target, as the console counts it. `sent`: its terminal never reports; `unknown`: it does not report any more;
 * `behind_relay`: its relay is not connected.
 */
export type TargetState = Exclude<BroadcastTargetState, 'left' | 'ended'>;

/** Totals of a broadcast's sound at one terminal. */
export interface DeliveryCounts extends DeliveryTotals {
  /** Epoch ms. */
  first_sound_at: number | null;
}

/** Proof of delivery at one terminal, as it is stored. */
export interface DeliveryProof extends DeliveryCounts {
  terminal_id: number;
  org: number | null;
  reason: string | null;
}

/** A broadcast at one terminal, as it is read outside the engine. */
export interface BroadcastTarget {
  readonly terminalId: number;
  /** Zone of its terminal. */
  readonly org: number | null;
  /** State when the live row was made last. */
  readonly state: TargetState;
  /** Level that it reported last while it played, dBFS. */
  readonly level_db: number | null;
  /** True when its reports say that it plays this broadcast. */
  readonly playing: boolean;
  /** Epoch ms. */
  readonly first_sound_at: number | null;
  proof(): DeliveryProof;
}

/** A broadcast at one terminal: the proof of what it played there, from the terminal's own reports. */
export class Target implements BroadcastTarget {
  readonly terminalId: number;
  readonly #counter: DeliveryCounter;
  readonly #firstSound: FirstSound;
  #org: number | null;
  #state: TargetState = 'offline';
  #level_db: number | null = null;
  #playing = false;
  /** Reason why it did not sound to the end. */
  #reason: StateReason | null = null;
  /** True when it is no longer a target. */
  #hasLeft = false;
  /** True when it has changed since it was stored. */
  #isUnwritten = false;
  /** True when its first sound is in the journal. */
  #isFirstJournaled = false;

  /** @param stored proof from before a restart of the server, which the counts are added to */
  constructor(terminalId: number, org: number | null, stored?: DeliveryCounts) {
    this.terminalId = terminalId;
    this.#org = org;
    this.#firstSound = new FirstSound(stored?.first_sound_at ?? null);
    this.#counter = new DeliveryCounter(stored);
  }

  get org(): number | null {
    return this.#org;
  }
  get state(): TargetState {
    return this.#state;
  }
  get level_db(): number | null {
    return this.#level_db;
  }
  get playing(): boolean {
    return this.#playing;
  }
  get first_sound_at(): number | null {
    return this.#firstSound.at;
  }
  get isUnwritten(): boolean {
    return this.#isUnwritten;
  }

  /** Lasting changes that are not in the journal yet: its first sound, or that it left. */
  get hasNews(): boolean {
    return this.#hasLeft || (this.first_sound_at !== null && !this.#isFirstJournaled);
  }

  setState(state: TargetState): void {
    this.#state = state;
  }

  /** The stream was opened (again) at the terminal, for `from_us`: its counters start from zero. */
  opened(from_us: number): void {
    this.#counter.opened(from_us);
    this.#firstSound.opened(from_us);
  }

  /** Marks it as silent: after a flush, a close, or the loss of the link. */
  silenced(): void {
    this.#playing = false;
    this.#level_db = null;
    this.#counter.interrupt();
  }

  /** Ends it as a target; the broadcast goes on elsewhere. */
  leave(reason: StateReason | null): void {
    this.#hasLeft = true;
    this.finish(reason);
  }

  /** Makes it a target again after it had left. */
  rejoin(): void {
    this.#hasLeft = false;
    this.finish(null);
  }

  /** Keeps the reason why it did not sound to the end; null: it did. */
  finish(reason: StateReason | null): void {
    this.#reason = reason;
    this.#isUnwritten = true;
  }

  /** Drops the reason of silence when the last reports have shown that it sounded. */
  settleReason(): void {
    if (this.#reason?.key === 'silent' && this.first_sound_at !== null) this.#reason = null;
  }

  /** Takes in the zone of its terminal; returns true if that has changed. */
  moved(org: number | null): boolean {
    if (org === this.#org) return false;
    this.#org = org;
    this.#isUnwritten = true;
    return true;
  }

  /** Withholds the proof of its first sound until `confirm`. */
  withhold(): void {
    this.#firstSound.withhold();
  }
  confirm(): void {
    this.#firstSound.confirm();
    this.#isUnwritten = true;
  }

  /**
   * Takes in a report about this broadcast's stream; returns the number of packets that came too late since the
   * last one.
   * @param provenUs longest time that one report proves
   */
  heard(
    report: Report,
    clock: Pick<MediaClock, 'now' | 'toWall'>,
    hearing: Hearing & { provenUs: number },
  ): number {
    const { audible, provenUs } = hearing;
    const { late } = this.#counter.totals;
    this.#playing = report.state === 'playing';
    this.#level_db = this.#playing ? report.level_db : null;
    const { firstUs, at_us } = this.#firstSound.take(report, clock, hearing);
    const times = { firstUs, at_us: audible ? at_us : null, provenUs, nowUs: clock.now() };
    this.#counter.add(report, audible, times);
    this.#isUnwritten = true;
    return this.#counter.totals.late - late;
  }

  /** Gives its proof to a writer; `unwritten` when that fails. @param isJournaled it is in the journal then */
  takeProof(isJournaled: boolean): DeliveryProof {
    this.#isUnwritten = false;
    if (isJournaled) this.#isFirstJournaled = this.first_sound_at !== null;
    return this.proof();
  }

  unwritten(): void {
    this.#isUnwritten = true;
  }

  proof(): DeliveryProof {
    const { terminalId, org, first_sound_at } = this;
    const reason = storedReason(this.#reason, this.#hasLeft);
    return { terminal_id: terminalId, org, first_sound_at, ...this.#counter.totals, reason };
  }
}
