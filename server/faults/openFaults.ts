import type { DeviceLive } from '../../contract/entities/device.ts';
import type { Fault } from '../../contract/entities/fault.ts';
import type { Topic } from '../live/hub.ts';

/** The worst open fault of a terminal: an unacknowledged one, an acknowledged one, none. */
export type FaultMark = DeviceLive['fault'];
export type MarkListener = (terminalId: number, mark: FaultMark) => void;

export function faultKey(kind: string, subject: string): string {
  return `${kind} ${subject}`;
}

/** Where faults are shown: the open ones, and those that are over. */
export interface FaultTopics {
  open: Topic<Fault>;
  ended: Topic<Fault>;
}

/**
 * The open faults in memory, by what they are about and by terminal; the same rows stand on the live topic `fault`. What
 * was open and is over goes to `fault_ended`, until `forgetEnded`.
 */
export class OpenFaults {
  #byKey = new Map<string, Fault>();
  #byTerminal = new Map<number, Map<string, Fault>>();
  /** Faults that are over and shown, by terminal and id. */
  #endedOf = new Map<number, Map<number, Fault>>();
  #listeners = new Set<MarkListener>();
  #topics: FaultTopics;

  constructor(topics: FaultTopics, rows: readonly Fault[]) {
    this.#topics = topics;
    for (const row of rows) this.take(row);
  }

  get(key: string): Fault | undefined {
    return this.#byKey.get(key);
  }

  all(): Fault[] {
    return [...this.#byKey.values()];
  }

  ofTerminal(id: number): Fault[] {
    return [...(this.#byTerminal.get(id)?.values() ?? [])];
  }

  /** Takes a committed row in; one older than the row held is ignored. */
  take(row: Fault): void {
    const key = faultKey(row.kind, row.subject);
    const held = this.#byKey.get(key);
    if (held?.id === row.id && held.rev > row.rev) return;
    if (row.state !== 'resolved') {
      this.#byKey.set(key, row);
      this.#topics.open.upsert(row, row.rev);
    } else {
      if (held?.id === row.id) this.#byKey.delete(key);
      this.#topics.open.remove(row.id, row.rev);
      this.showEnded(row);
    }
    if (row.terminal_id === null) return;
    const of = this.#byTerminal.get(row.terminal_id) ?? new Map<string, Fault>();
    this.#byTerminal.set(row.terminal_id, of);
    if (row.state !== 'resolved') of.set(key, row);
    else if (of.get(key)?.id === row.id) of.delete(key);
    if (of.size === 0) this.#byTerminal.delete(row.terminal_id);
    for (const listener of this.#listeners) listener(row.terminal_id, this.#mark(row.terminal_id));
  }

  /** The terminal's rows are gone from the database with it. */
  dropTerminal(id: number): void {
    for (const row of this.ofTerminal(id)) this.take({ ...row, state: 'resolved', rev: row.rev + 1 });
    for (const row of this.#endedOf.get(id)?.values() ?? []) this.#topics.ended.remove(row.id, row.rev);
    this.#endedOf.delete(id);
  }

  /** Shows a fault that is over. */
  showEnded(row: Fault): void {
    this.#topics.ended.upsert(row, row.rev);
    if (row.terminal_id === null) return;
    const of = this.#endedOf.get(row.terminal_id) ?? new Map<number, Fault>();
    this.#endedOf.set(row.terminal_id, of.set(row.id, row));
  }

  /** What began before then (epoch seconds) and is over is shown no longer. */
  forgetEnded(before: number): void {
    for (const row of this.#topics.ended.snapshot()) if (row.opened_at < before) this.#hideEnded(row);
  }

  #hideEnded(row: Fault): void {
    this.#topics.ended.remove(row.id, row.rev);
    if (row.terminal_id === null) return;
    const of = this.#endedOf.get(row.terminal_id);
    of?.delete(row.id);
    if (of?.size === 0) this.#endedOf.delete(row.terminal_id);
  }

  /** Hears of every terminal that has open faults now, and of every change. */
  onMark(listener: MarkListener): () => void {
    this.#listeners.add(listener);
    for (const id of this.#byTerminal.keys()) listener(id, this.#mark(id));
    return () => this.#listeners.delete(listener);
  }

  #mark(terminalId: number): FaultMark {
    const of = this.ofTerminal(terminalId);
    if (of.length === 0) return 'none';
    return of.some((row) => row.state === 'new') ? 'new' : 'acknowledged';
  }
}
