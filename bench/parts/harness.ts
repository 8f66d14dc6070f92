import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Goal, goalOn, meets } from '../../tests/support/load/goals.ts';
import { median } from '../../tests/support/median.ts';
import { describeMachine, machineSpeed } from '../support/machine.ts';
import { allNotes } from '../support/notes.ts';

/**
 * Common parts of all benchmarks: the server with its database on one core, the load on another, a warm-up,
 * three runs, medians with their spread, and one line of JSON at the end.
 */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;
/** Number of runs that count. */
export const RUNS = 3;
/** Maximum load of the load generator's core: above it a run measures the generator. */
export const MAX_LOAD_BUSY = 0.85;

export type Figures = Record<string, number>;

export interface Result {
  name: string;
  baseline: Figures;
  measured: Figures;
  ratio: Figures;
  /** Limit of each figure in `measured` or `ratio` that has one. */
  goal: Record<string, Goal>;
  /** Reasons why the figures are invalid, one sentence each; empty: they are valid. */
  invalid: string[];
}

/** Command that pins a process to one core; empty where that is not possible. */
export function pinnedTo(core: number): string[] {
  const works = cpus().length > core && spawnSync('taskset', ['-c', String(core), 'true']).status === 0;
  return works ? ['taskset', '-c', String(core)] : [];
}

/**
 * Starts a module of bench as a process, with messages for communication.
 *
 * @param core that it is bound to; null: any
 * @param under command that starts it, such as `['chrt', '--rr', '50']`
 */
export function startPart(
  file: string,
  core: number | null,
  args: readonly string[] = [],
  under: readonly string[] = [],
): Part {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const pinned = core === null ? [] : pinnedTo(core);
  const [command = process.execPath, ...rest] = [...pinned, ...under, process.execPath, path, ...args];
  return new Part(
    spawn(command, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    `${file} ${args.join(' ')}`,
  );
}

/** Parent's side of a process that runs `serveCalls`. */
export class Part {
  readonly #child: ChildProcess;
  readonly #calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #last = 0;

  constructor(child: ChildProcess, name: string) {
    this.#child = child;
    child.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (error === undefined) call?.resolve(value);
      else call?.reject(new Error(`${name}: ${error}`));
    });
    child.on('exit', (code, signal) => {
      for (const call of this.#calls.values()) call.reject(new Error(`${name} ended with ${code ?? signal}`));
      this.#calls.clear();
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Calls an action of the process and waits for its result. */
  call<T>(action: string, argument: unknown = null): Promise<T> {
    this.#last += 1;
    const id = this.#last;
    return new Promise<T>((resolve, reject) => {
      this.#calls.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#child.send({ id, action, argument }, (error) => {
        if (error) reject(error);
      });
    });
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill();
    await gone;
  }
}

/** Answers, in a started part, the calls of its `Part`, and exits with its parent process. */
export function serveCalls(actions: Record<string, (argument: never) => unknown>): void {
  process.on('message', async ({ id, action, argument }: { id: number; action: string; argument: never }) => {
    try {
      const value = await actions[action]?.(argument);
      process.send?.({ id, value });
    } catch (error) {
      process.send?.({ id, error: String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
}

/** Percentile: the value below which this share (0–1) of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.ceil(share * sorted.length), sorted.length) - 1] ?? Number.NaN;
}

/** Runs once to warm up, then `RUNS` times; prints each run, and returns the median of every figure. */
export async function medians(what: string, run: () => Promise<Figures>): Promise<Figures> {
  print(`${what}: warm-up`);
  await run();
  const runs: Figures[] = [];
  for (let i = 1; i <= RUNS; i++) {
    const figures = await run();
    runs.push(figures);
    print(`${what}: run ${i} of ${RUNS}  ${written(figures)}`);
  }
  return medianOf(what, runs);
}

/** Median of every figure over some runs; the spread (minimum–maximum) is printed. */
export function medianOf(what: string, runs: readonly Figures[]): Figures {
  const result: Figures = {};
  for (const key of Object.keys(runs[0] ?? {})) {
    const values = runs.map((figures) => figures[key] ?? Number.NaN);
    result[key] = rounded(median(values));
    print(`${what}: ${key} ${result[key]} (${rounded(Math.min(...values))}–${rounded(Math.max(...values))})`);
  }
  return result;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints the last line. `holds`: all goals are met in a valid run. */
export function finish(result: Result): void {
  const { name, baseline, measured, ratio, invalid } = result;
  const figures: Figures = { ...measured, ...ratio };
  const valid = invalid.length === 0;
  const machine = describeMachine();
  const goal = Object.fromEntries(
    Object.entries(result.goal).map(([key, one]) => [key, goalOn(key, one, baseline[key], machineSpeed())]),
  );
  const met = Object.entries(goal).every(([key, one]) => meets(figures[key] ?? Number.NaN, one));
  for (const reason of invalid) print(`not valid: ${reason}`);
  const seconds = Math.round(performance.now() / 1000);
  const notes = allNotes();
  const holds = valid && met;
  print(JSON.stringify({ name, baseline, measured, ratio, goal, valid, holds, notes, seconds, machine }));
}

export function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

function written(figures: Figures): string {
  return Object.entries(figures)
    .map(([key, value]) => `${key} ${rounded(value)}`)
    .join('  ');
}
