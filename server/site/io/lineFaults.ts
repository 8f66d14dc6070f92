import type { IoLive } from '../../../contract/entities/terminals/io.ts';
import type { FaultSink } from '../faults/faults.ts';
import type { AdoptedTerminal } from '../terminals/directory.ts';
import { lineName } from './lines.ts';

/** Time for which an output may differ from what is wanted, ms: relays and links take time. */
export const FAILED_MS = 3_000;

export interface LineFaultsDeps {
  faults: Pick<FaultSink, 'open' | 'resolve'>;
  terminal(id: number): AdoptedTerminal | undefined;
  /** Tells if an output is as wanted; null: the terminal is offline. */
  isAsWanted(terminal: number, output: number): boolean | null;
  /** Called once when an output has failed, and once when it works again. */
  failed(terminal: number, output: number, has: boolean): void;
  failedMs?: number;
}

/** Faults of single lines: outputs that do not switch, wiring that is open or short-circuited. */
export function createLineFaults(deps: LineFaultsDeps) {
  const timers = new Map<string, NodeJS.Timeout>();
  const failed = new Set<string>();
  const subjectOf = (terminal: number, number: number) => `${terminal}:${number}`;

  function open(kind: 'input_line' | 'output_failed', id: number, number: number, more = {}): void {
    const terminal = deps.terminal(id);
    if (terminal === undefined) return;
    const { row } = terminal;
    const direction: IoLive['direction'] = kind === 'input_line' ? 'input' : 'output';
    const line = lineName(terminal, direction, number);
    const params = { name: row.dev_name2 || row.name, code: row.code, line, number, ...more };
    deps.faults.open({ kind, subject: subjectOf(id, number), terminal_id: id, org: row.org, params });
  }

  return {
    /** Checks an output after its wanted or its reported state has changed. */
    checkOutput(terminal: number, output: number): void {
      const subject = subjectOf(terminal, output);
      const is = deps.isAsWanted(terminal, output);
      if (is === false) {
        if (timers.has(subject)) return;
        const late = () => {
          timers.delete(subject);
          if (deps.isAsWanted(terminal, output) !== false) return;
          open('output_failed', terminal, output);
          if (failed.has(subject)) return;
          failed.add(subject);
          deps.failed(terminal, output, true);
        };
        timers.set(subject, setTimeout(late, deps.failedMs ?? FAILED_MS).unref());
        return;
      }
      clearTimeout(timers.get(subject));
      timers.delete(subject);
      if (!is) return;
      deps.faults.resolve('output_failed', subject);
      if (failed.delete(subject)) deps.failed(terminal, output, false);
    },
    hasFailed: (terminal: number, output: number) => failed.has(subjectOf(terminal, output)),
    /** Takes in the wiring state of an input; `ok` also where it is not supervised. */
    checkLine(terminal: number, input: number, state: 'ok' | 'open' | 'short'): void {
      if (state === 'ok') deps.faults.resolve('input_line', subjectOf(terminal, input));
      else open('input_line', terminal, input, { state });
    },
    close(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
export type LineFaults = ReturnType<typeof createLineFaults>;
