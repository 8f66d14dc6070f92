import type { DeviceLive } from '../../contract/entities/device.ts';
import type { Fault } from '../../contract/entities/fault.ts';
import type { Topic } from '../live/hub.ts';

/** The worst open fault of a terminal: an unacknowledged one, an acknowledged one, none. */
export type FaultMark = DeviceLive['fault'];
export type MarkListener = (terminalId: number, mark: FaultMark) => void;

export function faultKey(kind: string, subject: string): string {
  return `${kind} ${subject}`;
}

/** The open faults in memory, by what they are about and by terminal; the same rows stand on the live topic. */
export class OpenFaults {
  #byKey = new Map<string, Fault>();
  #byTerminal = new Map<number, Map<string, Fault>>();
  #listeners = new Set<MarkListener>();
  #topic: Topic<Fault>;

  constructor(topic: Topic<Fault>, rows: readonly Fault[]) {
    this.#topic = topic;
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
      this.#topic.upsert(row, row.rev);
    } else {
      if (held?.id === row.id) this.#byKey.delete(key);
      this.#topic.remove(row.id, row.rev);
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
