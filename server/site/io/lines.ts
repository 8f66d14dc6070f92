import type { LiveRow } from '../../../contract/api/live.ts';
import { defaultFireInput } from '../../../contract/entities/terminals/fireControlDevice.ts';
import { type IoLive, ioId } from '../../../contract/entities/terminals/io.ts';
import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { TerminalStatus } from '../../../contract/protocol/terminalStatus.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { AdoptedTerminal } from '../terminals/directory.ts';
import type { User } from '../uses/used.ts';
import type { WithUsers } from '../uses/usersView.ts';
import type { Wanted } from './outputs.ts';

type Direction = IoLive['direction'];
type LineState = NonNullable<IoLive['line']>;

/** Reported state of a line. */
export interface ReportedLine {
  direction: Direction;
  number: number;
  active: boolean;
  line: LineState | null;
}

/** Lines in a status: those of fire terminals, and the trigger inputs of capturers. */
export function reportedLines(status: TerminalStatus): ReportedLine[] {
  if (status.kind === 'capturer')
    return status.channels.flatMap(({ channel, io }) =>
      io === null ? [] : [{ direction: 'input' as const, number: channel, active: io, line: null }],
    );
  if (status.kind !== 'fire_control_device') return [];
  return [
    ...status.inputs.map(({ input, active, line }) => ({
      direction: 'input' as const,
      number: input,
      active,
      line,
    })),
    ...status.outputs.map(({ output, on }) => ({
      direction: 'output' as const,
      number: output,
      active: on,
      line: null,
    })),
  ];
}

/** Name of a line in the terminal's settings; empty: shown by its number. */
export function lineName(terminal: AdoptedTerminal, direction: Direction, number: number): string {
  const { kind, details } = terminal.row;
  if (kind === 'capturer') return settingsOf('capturer', details).channel_names[number - 1] ?? '';
  if (kind !== 'fire_control_device') return '';
  const { inputs, output_names } = settingsOf('fire_control_device', details);
  return direction === 'output' ? (output_names[number - 1] ?? '') : (inputs[number - 1]?.name ?? '');
}

export function isSupervised(terminal: AdoptedTerminal, input: number): boolean {
  if (terminal.row.kind !== 'fire_control_device') return false;
  const { inputs } = settingsOf('fire_control_device', terminal.row.details);
  return (inputs[input - 1] ?? defaultFireInput).supervised;
}

/** Lines named in the settings, reported or not. */
function configured(terminal: AdoptedTerminal): [Direction, number][] {
  if (terminal.row.kind !== 'fire_control_device') return [];
  const { inputs, output_names } = settingsOf('fire_control_device', terminal.row.details);
  return [
    ...inputs.map((_, i): [Direction, number] => ['input', i + 1]),
    ...output_names.map((_, i): [Direction, number] => ['output', i + 1]),
  ];
}

/** A line as the server holds it: the reader's scope decides which users are named. */
export type LineRow = WithUsers<IoLive, 'used_by', 'used_elsewhere'> & LiveRow & Record<string, unknown>;

export interface LinesDeps {
  topic: Topic<LineRow>;
  terminal(id: number): AdoptedTerminal | undefined;
  isOnline(id: number): boolean;
  /** End of the test of an input, epoch ms; null: none runs. */
  testUntil(terminal: number, input: number): number | null;
  hasFailed(terminal: number, output: number): boolean;
  wanted(terminal: number, output: number): Wanted;
  heldAt(terminal: number): number[];
  /** Users of a line. */
  usedBy(id: number): User[];
}

interface Line extends ReportedLine {
  /** True when reported since the terminal connected; else the state from before. */
  fresh: boolean;
}

/** Lines of every terminal as last reported, and their live rows. */
export class Lines {
  readonly #deps: LinesDeps;
  readonly #lines = new Map<number, Map<number, Line>>();
  readonly #changes = new Map<number, { at: number; by: string }>();
  /** Ids of the rows of each terminal. */
  readonly #shown = new Map<number, Set<number>>();

  constructor(deps: LinesDeps) {
    this.#deps = deps;
  }

  get(terminal: number, direction: Direction, number: number): Readonly<Line> | undefined {
    return this.#lines.get(terminal)?.get(ioId(terminal, direction, number));
  }

  /** Numbers of the lines that a terminal has reported. */
  numbers(terminal: number, direction: Direction): number[] {
    const lines = [...(this.#lines.get(terminal)?.values() ?? [])];
    return lines.flatMap((line) => (line.direction === direction ? [line.number] : []));
  }

  /** Takes in a report; returns the lines that changed, with their previous state. */
  take(
    terminal: number,
    reported: readonly ReportedLine[],
  ): { now: ReportedLine; was: Readonly<Line> | undefined }[] {
    const lines = this.#lines.get(terminal) ?? new Map<number, Line>();
    this.#lines.set(terminal, lines);
    const changes = reported.flatMap((now) => {
      const id = ioId(terminal, now.direction, now.number);
      const was = lines.get(id);
      if (was?.fresh === true && was.active === now.active && was.line === now.line) return [];
      lines.set(id, { ...now, fresh: true });
      return [{ now, was }];
    });
    const ids = new Set(reported.map((now) => ioId(terminal, now.direction, now.number)));
    const gone = [...lines.keys()].filter((id) => !ids.has(id));
    for (const id of gone) lines.delete(id);
    if (gone.length > 0) this.show(terminal);
    return changes;
  }

  /** Notes who changed a line, and when. */
  recordChange(id: number, at: number, by: string): void {
    this.#changes.set(id, { at, by });
  }

  /** Marks the lines of a terminal that has disconnected as stale. */
  stale(terminal: number): void {
    for (const line of this.#lines.get(terminal)?.values() ?? []) line.fresh = false;
    this.show(terminal);
  }

  forget(terminal: number): void {
    this.#lines.delete(terminal);
    for (const id of this.#shown.get(terminal) ?? []) {
      this.#changes.delete(id);
      this.#deps.topic.remove(id);
    }
    this.#shown.delete(terminal);
  }

  /** Publishes all lines of a terminal. */
  show(id: number): void {
    const terminal = this.#deps.terminal(id);
    if (terminal === undefined) return;
    const all = new Map<number, [Direction, number]>();
    const add = (direction: Direction, number: number) =>
      all.set(ioId(id, direction, number), [direction, number]);
    for (const line of this.#lines.get(id)?.values() ?? []) add(line.direction, line.number);
    for (const [direction, number] of configured(terminal)) add(direction, number);
    for (const output of this.#deps.heldAt(id)) add('output', output);
    for (const row of this.#shown.get(id) ?? []) if (!all.has(row)) this.#deps.topic.remove(row);
    this.#shown.set(id, new Set(all.keys()));
    for (const [direction, number] of all.values()) this.showLine(id, direction, number);
  }

  showLine(terminalId: number, direction: Direction, number: number): void {
    const { topic, isOnline, testUntil, wanted, usedBy } = this.#deps;
    const terminal = this.#deps.terminal(terminalId);
    if (terminal === undefined) return;
    const { row } = terminal;
    const id = ioId(terminalId, direction, number);
    const reported = this.#lines.get(terminalId)?.get(id);
    this.#shown.set(terminalId, (this.#shown.get(terminalId) ?? new Set()).add(id));
    const until = direction === 'input' ? testUntil(terminalId, number) : null;
    const want = direction === 'output' ? wanted(terminalId, number) : null;
    topic.upsert({
      id,
      org: row.org,
      terminal_id: terminalId,
      terminal_code: row.code,
      terminal_name: row.dev_name2 || row.name,
      kind: row.kind === 'capturer' ? 'capturer' : 'fire_control_device',
      online: isOnline(terminalId),
      direction,
      number,
      name: lineName(terminal, direction, number),
      active: reported?.fresh === true ? reported.active : null,
      line: reported?.fresh === true && isSupervised(terminal, number) ? reported.line : null,
      test: until !== null,
      test_until: until,
      wanted: want?.on ?? null,
      owners: want?.owners ?? [],
      failed: direction === 'output' && this.#deps.hasFailed(terminalId, number),
      until: want?.until ?? null,
      changed_at: this.#changes.get(id)?.at ?? null,
      changed_by: this.#changes.get(id)?.by ?? '',
      used_by: usedBy(id),
    });
  }
}
