import { type IoOwner, ioId } from '../../../contract/entities/terminals/io.ts';
import type { OutputSetting } from '../../../contract/protocol/terminalStatus.ts';

/** An output of a fire terminal; numbers from 1. */
export interface OutputLine {
  terminal_id: number;
  output: number;
}

/** Interface for owners that hold outputs on: alarms, GPIO tasks. */
export interface OutputHolds {
  /**
   * Makes an owner hold exactly these outputs on; a further call replaces them. An empty list equals
   * `release`. An output is on while it has an owner. Outputs of offline terminals follow when these
   * reconnect.
   */
  hold(owner: IoOwner, lines: readonly OutputLine[]): void;
  /** Ends all holds of an owner; an unknown one is ignored. */
  release(owner: IoOwner): void;
}

/** Wanted state of an output. */
export interface Wanted {
  on: boolean;
  owners: IoOwner[];
  /** End of a pulse, epoch ms; null: none runs. */
  until: number | null;
}

export interface OutputsDeps {
  /** Sends settings to a terminal if it is online. */
  send(terminal: number, set: OutputSetting[]): void;
  /**
   * Called after the wanted state or the owners of a line have changed; `by`: who did it; `over`: a pulse has
   * ended by itself.
   */
  changed(line: OutputLine, what: 'hold' | 'release' | 'pulse' | 'over', by: string): void;
  /** Epoch ms. */
  now(): number;
}

interface Held extends OutputLine {
  owners: Map<string, IoOwner>;
  until: number | null;
  timer: NodeJS.Timeout | undefined;
}

const MIN_PULSE_MS = 50;
const keyOf = ({ kind, id }: IoOwner) => `${kind}:${id}`;
const nothing: Wanted = { on: false, owners: [], until: null };

/** Wanted state and owners of every output of the site; sends them to the terminals. */
export class Outputs implements OutputHolds {
  readonly #deps: OutputsDeps;
  /** Outputs that are held or pulsed, by `ioId`. */
  readonly #held = new Map<number, Held>();
  /** Settings to be sent at the end of a call: one message per terminal. */
  readonly #dirty = new Map<number, Map<number, OutputSetting>>();

  constructor(deps: OutputsDeps) {
    this.#deps = deps;
  }

  hold(owner: IoOwner, lines: readonly OutputLine[]): void {
    const key = keyOf(owner);
    const ids = new Set(lines.map((line) => ioId(line.terminal_id, 'output', line.output)));
    for (const [id, held] of [...this.#held])
      if (held.owners.has(key) && !ids.has(id)) this.#drop(held, key, owner.name);
    for (const line of lines) this.#put(line, key, owner);
    this.#flush();
  }

  release(owner: IoOwner): void {
    this.hold(owner, []);
  }

  /** Adds one output to those that an owner holds. */
  add(owner: IoOwner, line: OutputLine): void {
    this.#put(line, keyOf(owner), owner);
    this.#flush();
  }

  /** Ends the holds of persons on an output, and its pulse. */
  letGo(line: OutputLine, by: string): void {
    const held = this.#held.get(ioId(line.terminal_id, 'output', line.output));
    if (held === undefined) return;
    for (const [key, { kind }] of [...held.owners]) if (kind === 'manual') this.#drop(held, key, by);
    if (held.until !== null) this.#endPulse(held, by);
    this.#flush();
  }

  /** Switches an output on for a time; the terminal does the timing. No effect on a held output. */
  pulse(line: OutputLine, ms: number, by: string): void {
    const held = this.#of(line);
    clearTimeout(held.timer);
    const now = this.#deps.now();
    held.until = now + ms;
    held.timer = setTimeout(() => {
      this.#endPulse(held, null);
      this.#flush();
    }, ms);
    held.timer.unref();
    // The whole pulse, though a millisecond has passed by now.
    if (held.owners.size === 0) this.#send(held, now);
    this.#deps.changed(held, 'pulse', by);
    this.#flush();
  }

  wanted({ terminal_id, output }: OutputLine): Wanted {
    const held = this.#held.get(ioId(terminal_id, 'output', output));
    if (held === undefined) return nothing;
    return { on: true, owners: [...held.owners.values()], until: held.until };
  }

  /** Outputs of a terminal that are held or pulsed. */
  heldAt(terminal: number): number[] {
    return [...this.#held.values()].flatMap((held) => (held.terminal_id === terminal ? [held.output] : []));
  }

  /** Sends the wanted state of these outputs to a terminal again. */
  resend(terminal_id: number, outputs: Iterable<number>): void {
    for (const output of outputs) this.#send({ terminal_id, output });
    this.#flush();
  }

  /** Forgets a terminal that was removed. */
  forget(terminal: number): void {
    for (const [id, held] of [...this.#held]) {
      if (held.terminal_id !== terminal) continue;
      clearTimeout(held.timer);
      this.#held.delete(id);
    }
  }

  close(): void {
    for (const { timer } of this.#held.values()) clearTimeout(timer);
  }

  #of(line: OutputLine): Held {
    const id = ioId(line.terminal_id, 'output', line.output);
    const known = this.#held.get(id);
    if (known !== undefined) return known;
    const { terminal_id, output } = line;
    const made: Held = { terminal_id, output, owners: new Map(), until: null, timer: undefined };
    this.#held.set(id, made);
    return made;
  }

  #put(line: OutputLine, key: string, owner: IoOwner): void {
    const held = this.#of(line);
    const isFirst = held.owners.size === 0;
    if (held.owners.get(key)?.name === owner.name) return;
    held.owners.set(key, owner);
    if (isFirst) this.#send(held);
    this.#deps.changed(held, 'hold', owner.name);
  }

  #drop(held: Held, key: string, by: string): void {
    if (!held.owners.delete(key)) return;
    this.#forgetIdle(held);
    if (held.owners.size === 0) this.#send(held);
    this.#deps.changed(held, 'release', by);
  }

  /**
   * @param by name of the person who ends it early, so that the terminal must get a command; null: it has ended by
   *   itself
   */
  #endPulse(held: Held, by: string | null): void {
    clearTimeout(held.timer);
    held.until = null;
    this.#forgetIdle(held);
    if (by !== null && held.owners.size === 0) this.#send(held);
    this.#deps.changed(held, by === null ? 'over' : 'release', by ?? '');
  }

  #forgetIdle(held: Held): void {
    if (held.owners.size > 0 || held.until !== null) return;
    this.#held.delete(ioId(held.terminal_id, 'output', held.output));
  }

  #send({ terminal_id, output }: OutputLine, now = this.#deps.now()): void {
    const held = this.#held.get(ioId(terminal_id, 'output', output));
    const set = this.#dirty.get(terminal_id) ?? new Map<number, OutputSetting>();
    this.#dirty.set(terminal_id, set);
    if (held === undefined) set.set(output, { output, on: false });
    else if (held.owners.size > 0 || held.until === null) set.set(output, { output, on: true });
    else {
      const left = Math.max(MIN_PULSE_MS, Math.round(held.until - now));
      set.set(output, { output, on: true, pulse_ms: left });
    }
  }

  #flush(): void {
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    for (const [terminal, set] of dirty) this.#deps.send(terminal, [...set.values()]);
  }
}
