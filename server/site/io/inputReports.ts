import { type IoLive, ioId } from '../../../contract/entities/terminals/io.ts';
import type { IoEventKind } from '../../../contract/fieldCodes.ts';
import type { TerminalStatus } from '../../../contract/protocol/terminalStatus.ts';
import type { Directory } from '../terminals/directory.ts';
import type { LineFaults } from './lineFaults.ts';
import { isSupervised, type Lines, type ReportedLine, reportedLines } from './lines.ts';
import type { Outputs } from './outputs.ts';
import type { TestMode } from './testMode.ts';

/**
 * Called when an input has become active or normal; inputs in test mode are not reported and count as normal.
 */
export type InputListener = (terminal: number, input: number, active: boolean) => void;

/** Logs an event of a line, and shows it as the line's last change. */
export type Note = (
  terminal: number,
  direction: IoLive['direction'],
  number: number,
  kind: IoEventKind,
  by: string,
) => void;

export interface InputReportsDeps {
  directory: Directory;
  lines: Lines;
  outputs: Outputs;
  tests: TestMode;
  faults: LineFaults;
  note: Note;
  /** `ioId`s of the active inputs; for offline terminals as last reported. */
  active: Set<number>;
  activeChanged(): void;
  /** Terminals that have reported their outputs since they connected. */
  synced: Set<number>;
}

/** Turns the status reports of terminals into changes of lines. */
export function createInputReports(deps: InputReportsDeps) {
  const { lines, outputs, tests, faults, note, active, synced } = deps;
  const listeners = new Set<InputListener>();

  function notify(terminal: number, input: number, isActive: boolean): void {
    for (const listener of listeners) listener(terminal, input, isActive);
  }

  function wiring(terminal: number, { number, line }: ReportedLine, lineWas: ReportedLine['line']): void {
    const known = deps.directory.byId(terminal);
    if (known === undefined || line === null) return;
    const state = isSupervised(known, number) ? line : 'ok';
    faults.checkLine(terminal, number, state);
    if (line !== lineWas && state !== (lineWas ?? 'ok'))
      note(terminal, 'input', number, state === 'ok' ? 'whole' : state, '');
  }

  function input(terminal: number, { number, active: is }: ReportedLine): void {
    const id = ioId(terminal, 'input', number);
    if (is === active.has(id)) return;
    if (is) active.add(id);
    else active.delete(id);
    deps.activeChanged();
    note(terminal, 'input', number, is ? 'active' : 'normal', '');
    if (!tests.isTested(terminal, number)) notify(terminal, number, is);
  }

  /**
   * Logs an output that the server has not switched: at the terminal itself, by its restart, or by a fault.
   */
  function output(terminal: number, { number, active: is }: ReportedLine, was: boolean | undefined): void {
    const wanted = outputs.wanted({ terminal_id: terminal, output: number }).on;
    if (synced.has(terminal) && was !== undefined && is !== was && is !== wanted)
      note(terminal, 'output', number, is ? 'on' : 'off', '');
  }

  /** Sends the wanted outputs at the first status of a connection, which tells the outputs that exist. */
  function sync(terminal: number): void {
    synced.add(terminal);
    const all = new Set([...lines.numbers(terminal, 'output'), ...outputs.heldAt(terminal)]);
    outputs.resend(terminal, all);
    for (const each of all) faults.checkOutput(terminal, each);
  }

  return {
    status(terminal: number, status: TerminalStatus): void {
      if (status.kind !== 'fire_control_device' && status.kind !== 'capturer') return;
      const changes = lines.take(terminal, reportedLines(status));
      // Inputs first: what they start affects the wanted outputs.
      for (const { now, was } of changes) {
        if (now.direction === 'output') output(terminal, now, was?.active);
        else {
          wiring(terminal, now, was?.line ?? null);
          input(terminal, now);
        }
      }
      for (const { now } of changes) {
        lines.showLine(terminal, now.direction, now.number);
        if (now.direction === 'output') faults.checkOutput(terminal, now.number);
      }
      if (status.kind === 'fire_control_device' && !synced.has(terminal)) sync(terminal);
    },
    /** Checks lines again after a change of settings: inputs may be supervised now, or no longer. */
    rewired(terminal: number): void {
      for (const number of lines.numbers(terminal, 'input')) {
        const reported = lines.get(terminal, 'input', number);
        if (reported !== undefined) wiring(terminal, reported, reported.line);
      }
    },
    /** Reports active inputs that have entered or left test mode: they stop counting, or count again. */
    testsChanged(terminal: number, inputs: readonly number[]): void {
      for (const each of inputs) {
        lines.showLine(terminal, 'input', each);
        if (active.has(ioId(terminal, 'input', each)))
          notify(terminal, each, !tests.isTested(terminal, each));
      }
    },
    /** Takes inputs that another machine has heard: logged and shown, without telling the listeners. */
    takeInputs(all: Readonly<Record<string, readonly number[]>>): void {
      for (const [terminal, inputs] of Object.entries(all)) {
        const id = Number(terminal);
        const before = [...active]
          .filter((line) => Math.floor(line / 1000) === id)
          .map((line) => line % 1000);
        for (const number of new Set([...before, ...inputs])) {
          const isActive = inputs.includes(number);
          if (isActive === before.includes(number) || tests.isTested(id, number)) continue;
          if (isActive) active.add(ioId(id, 'input', number));
          else active.delete(ioId(id, 'input', number));
          note(id, 'input', number, isActive ? 'active' : 'normal', '');
          lines.showLine(id, 'input', number);
        }
      }
      deps.activeChanged();
    },
    onInput(listener: InputListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
export type InputReports = ReturnType<typeof createInputReports>;
