import { deflateRawSync } from 'node:zlib';
import {
  encodeRelayFrame,
  RELAY_REPORTS_MS,
  RELAY_URGENT_MS,
  rangesOf,
  relayFrame,
} from '../../contract/protocol/relayLink.ts';
import { type FlatReport, LastReports } from '../../contract/protocol/relayReports.ts';

/** Fields whose change is sent at once: they decide whether a broadcast was heard, and what a terminal plays. */
const URGENT = ['state', 'stream', 'first_sound_us', 'lost', 'late', 'kept', 'powered', 'volume'] as const;

/** Bundles the reports of the terminals. */
export class ReportSender {
  readonly #send: (bytes: Uint8Array) => void;
  #last = new LastReports();
  readonly #sent = new Map<number, FlatReport>();
  #waiting = new Map<number, FlatReport>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #dueAtMs = 0;

  constructor(send: (bytes: Uint8Array) => void) {
    this.#send = send;
  }

  take(session: number, report: FlatReport): void {
    // Each report counts: a volume that a person has set is in one only.
    if (this.#waiting.has(session)) this.#flush();
    const last = this.#sent.get(session);
    const isUrgent = last === undefined || URGENT.some((field) => last[field] !== report[field]);
    this.#waiting.set(session, report);
    this.#arm(isUrgent ? RELAY_URGENT_MS : RELAY_REPORTS_MS);
  }

  forget(session: number): void {
    this.#waiting.delete(session);
    this.#sent.delete(session);
    this.#last.forget(session);
  }

  /** Forgets everything: the next connection begins anew. */
  reset(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting.clear();
    this.#sent.clear();
    this.#last = new LastReports();
  }

  #arm(waitMs: number): void {
    const dueAtMs = performance.now() + waitMs;
    if (this.#timer !== null && this.#dueAtMs <= dueAtMs) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#dueAtMs = dueAtMs;
    this.#timer = setTimeout(() => this.#flush(), waitMs);
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const reports = this.#waiting;
    this.#waiting = new Map();
    for (const [session, report] of reports) this.#sent.set(session, report);
    const bundle = this.#last.encode(reports, rangesOf(reports.keys()));
    const text = Buffer.from(JSON.stringify(bundle));
    this.#send(encodeRelayFrame(relayFrame.reports, 0, deflateRawSync(text)));
  }
}
