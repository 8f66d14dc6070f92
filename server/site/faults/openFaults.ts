import type { DeviceLive } from '../../../contract/entities/terminals/device.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import type { Topic } from '../../platform/live/hub.ts';

/** Worst open fault of a terminal: an unacknowledged one, an acknowledged one, or none. */
export type FaultMark = DeviceLive['fault'];
export type MarkListener = (terminalId: number, mark: FaultMark) => void;

export function faultKey(kind: string, subject: string): string {
  return `${kind} ${subject}`;
}

/** Live topics of open and of resolved faults. */
export interface FaultTopics {
  open: Topic<Fault>;
  ended: Topic<Fault>;
}

/**
 * Open faults in memory, by key and by terminal; also published on the live topic `fault`. Resolved faults
 * are published on `fault_ended`, until `forgetEnded`.
 */
export class OpenFaults {
  #byKey = new Map<string, Fault>();
  #byTerminal = new Map<number, Map<string, Fault>>();
  /** Resolved faults that are published, by terminal and id. */
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

  /** Takes in a committed row; one older than the row held is ignored. */
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

  /** Removes the faults of a terminal, whose rows were deleted with it. */
  dropTerminal(id: number): void {
    for (const row of this.ofTerminal(id)) this.take({ ...row, state: 'resolved', rev: row.rev + 1 });
    for (const row of this.#endedOf.get(id)?.values() ?? []) this.#topics.ended.remove(row.id, row.rev);
    this.#endedOf.delete(id);
  }

  /** Publishes a resolved fault. */
  showEnded(row: Fault): void {
    this.#topics.ended.upsert(row, row.rev);
    if (row.terminal_id === null) return;
    const of = this.#endedOf.get(row.terminal_id) ?? new Map<number, Fault>();
    this.#endedOf.set(row.terminal_id, of.set(row.id, row));
  }

  /** Stops publishing resolved faults that began before a time, epoch seconds. */
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

  /** Calls back for every terminal that has open faults now, and after every change. */
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
