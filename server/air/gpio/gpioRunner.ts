import type { GpioOutput } from '../../../contract/entities/tasks/gpioTask.ts';
import type { IoOwner } from '../../../contract/entities/terminals/io.ts';
import type { Io } from '../../site/io/io.ts';
import type { OutputLine } from '../../site/io/outputs.ts';
import type { GpioLinks } from './gpioLinks.ts';
import type { GpioTaskRow } from './gpioTask.repository.ts';
import type { SavedRuns } from './savedRuns.ts';

export interface GpioRunnerDeps {
  io: Pick<Io, 'outputs' | 'pulse' | 'activeInputs'>;
  saved: Pick<SavedRuns, 'want' | 'keep' | 'release'>;
  /** Code of a terminal, for the task log. */
  codeOf(terminal: number): string;
  /** Called when the live row of a task has changed. */
  changed(task: GpioTaskRow): void;
  /** Epoch seconds. */
  now(): number;
}

/** Starters of a running task: `hand`, `input 3`, `alarm 7`; with the name that is shown. */
type Starters = Map<string, string>;

interface State {
  task: GpioTaskRow;
  starters: Starters;
  lastRunAt: number | null;
}

const HAND = 'hand';
const inputKey = (input: number) => `input ${input}`;
const ownerOf = ({ id, name }: GpioTaskRow): IoOwner => ({ kind: 'gpio_task', id, name });

/** Outputs of one mode, each with its pulse. */
function linesOf(task: GpioTaskRow, mode: GpioOutput['mode']): (OutputLine & { pulse_ms: number })[] {
  return task.outputs
    .filter((one) => one.mode === mode)
    .flatMap(({ fire_control_device: terminal_id, output_nums, pulse_ms }) =>
      output_nums.map((output) => ({ terminal_id, output, pulse_ms })),
    );
}
/** Tells if the task has an end: a task of pulses only is over at once. */
const lasts = (task: GpioTaskRow) => task.scheduled_task !== null || linesOf(task, 'hold').length > 0;

/**
 * Runs GPIO tasks in memory: outputs are held while the task has a starter; pulses are sent at each start and
 * each further edge. Waits for no query.
 */
export class GpioRunner implements GpioLinks {
  readonly #deps: GpioRunnerDeps;
  readonly #states = new Map<number, State>();

  /**
   * @param rows stored tasks; those whose inputs were active when the server ended, or that a person has started, go on:
   *   no pulse is sent, and no saved task starts again
   */
  constructor(deps: GpioRunnerDeps, rows: readonly GpioTaskRow[]) {
    this.#deps = deps;
    for (const task of rows) {
      const state = this.#put(task);
      if (task.by_hand !== null) state.starters.set(HAND, task.by_hand);
      for (const input of this.#activeInputs(task)) state.starters.set(inputKey(input), String(input));
      if (state.starters.size > 0) this.#begin(state, false);
    }
  }

  tasks(): Iterable<GpioTaskRow> {
    return [...this.#states.values()].map((state) => state.task);
  }

  get(id: number): GpioTaskRow | undefined {
    return this.#states.get(id)?.task;
  }

  /** Fields of the live row beside the stored ones. */
  facts(id: number) {
    const state = this.#states.get(id);
    const starters = state?.starters ?? new Map<string, string>();
    const task = state?.task;
    const device = task?.fire_control_device ?? null;
    const active = device === null ? [] : this.#deps.io.activeInputs(device);
    return {
      running: starters.size > 0,
      active_inputs: active.filter((input) => task?.input_nums.includes(input)),
      started_by: [...starters].map(([key, name]) => (key.startsWith('input ') ? `#${name}` : name)),
      in_alarm: [...starters.keys()].some((key) => key.startsWith('alarm ')),
      last_run_at: state?.lastRunAt ?? null,
    };
  }

  /** Handles an edge of an input. */
  input(terminal: number, input: number, active: boolean): void {
    for (const state of this.#states.values()) {
      const { task } = state;
      if (task.fire_control_device !== terminal || !task.input_nums.includes(input)) continue;
      if (active && task.activated && task.gpio_type === 'ordinary')
        this.#run(state, inputKey(input), String(input));
      else if (!active) this.#end(state, inputKey(input));
      this.#deps.changed(task);
    }
  }

  start(owner: IoOwner, ids: readonly number[], isDone = (_terminal: number) => false): void {
    const key = `${owner.kind} ${owner.id}`;
    for (const state of this.#states.values())
      if (!ids.includes(state.task.id)) this.#end(state, key);
      else if (!state.starters.has(key) && state.task.activated) this.#run(state, key, owner.name, isDone);
  }

  stop(owner: IoOwner): void {
    this.start(owner, []);
  }

  /** Starts a task by hand; false: already started by hand. */
  startByHand(id: number, name: string): boolean {
    const state = this.#states.get(id);
    if (state === undefined || state.starters.has(HAND)) return false;
    this.#run(state, HAND, name);
    return true;
  }

  /** Stops a task, except for alarms; its inputs start it again with their next edge. */
  stopByHand(id: number): void {
    const state = this.#states.get(id);
    if (state === undefined) return;
    for (const key of [...state.starters.keys()]) if (!key.startsWith('alarm ')) this.#end(state, key);
  }

  /** Takes in a changed task: a running one continues with the new fields. */
  put(task: GpioTaskRow): void {
    const known = this.#states.get(task.id);
    if (known !== undefined && known.task.rev > task.rev) return;
    const before = known?.task;
    const wasRunning = (known?.starters.size ?? 0) > 0;
    const state = this.#put(task);
    if (before?.scheduled_task != null && before.scheduled_task !== task.scheduled_task)
      this.#deps.saved.release(before.scheduled_task, task.id);
    this.#followInputs(state);
    const isStart = !wasRunning || before?.scheduled_task !== task.scheduled_task;
    if (state.starters.size > 0) this.#begin(state, isStart);
    else this.#finish(state);
    this.#deps.changed(task);
  }

  /**
   * Follows the inputs of a terminal that a relay has heard, which has acted on their changes: outputs are held or
   * released, without a pulse, and no scheduled task starts.
   */
  follow(terminal: number): void {
    for (const state of this.#states.values()) {
      const { task } = state;
      if (task.fire_control_device !== terminal || task.gpio_type !== 'ordinary') continue;
      this.#followInputs(state);
      if (state.starters.size > 0) this.#deps.io.outputs.hold(ownerOf(task), linesOf(task, 'hold'));
      else this.#finish(state);
      this.#deps.changed(task);
    }
  }

  remove(id: number): void {
    const state = this.#states.get(id);
    if (state === undefined) return;
    this.#finish(state);
    this.#states.delete(id);
  }

  #put(task: GpioTaskRow): State {
    const state = this.#states.get(task.id) ?? { task, starters: new Map(), lastRunAt: null };
    state.task = task;
    this.#states.set(task.id, state);
    return state;
  }

  /** Active inputs that run the task. */
  #activeInputs(task: GpioTaskRow): number[] {
    const { fire_control_device: device, activated, gpio_type, input_nums } = task;
    if (device === null || !activated || gpio_type !== 'ordinary') return [];
    return this.#deps.io.activeInputs(device).filter((input) => input_nums.includes(input));
  }

  /** Makes the active inputs of a task its starters, beside persons and alarms. */
  #followInputs({ task, starters }: State): void {
    const active = new Set(this.#activeInputs(task).map(inputKey));
    for (const key of [...starters.keys()])
      if (key.startsWith('input ') && !active.has(key)) starters.delete(key);
    for (const key of active) starters.set(key, key.slice('input '.length));
  }

  #run(state: State, key: string, name: string, isDone = (_terminal: number) => false): void {
    const { task, starters } = state;
    state.lastRunAt = this.#deps.now();
    for (const line of linesOf(task, 'pulse'))
      if (!isDone(line.terminal_id)) this.#deps.io.pulse(line, line.pulse_ms, task.name);
    // A start by hand of pulses only has no end to wait for.
    if (lasts(task) || key !== HAND) {
      starters.set(key, name);
      this.#begin(state);
    }
    this.#deps.changed(task);
  }

  #end(state: State, key: string): void {
    if (!state.starters.delete(key)) return;
    if (state.starters.size === 0) this.#finish(state);
    this.#deps.changed(state.task);
  }

  /**
   * Holds outputs as needed; idempotent.
   *
   * @param isStart starts the saved task too; else it was started before, and ends with the last starter
   */
  #begin({ task, starters }: State, isStart = true): void {
    this.#deps.io.outputs.hold(ownerOf(task), linesOf(task, 'hold'));
    if (task.scheduled_task === null) return;
    const isUrgent = [...starters.keys()].some((key) => key.startsWith('alarm '));
    const [key = ''] = starters.keys();
    const device = task.fire_control_device;
    const isInput = key.startsWith('input ') && device !== null;
    const gpio_code = isInput ? `${this.#deps.codeOf(device)}/${key.slice('input '.length)}` : task.name;
    const { saved } = this.#deps;
    (isStart ? saved.want : saved.keep)(task.scheduled_task, task.id, { gpio_code, isUrgent });
  }

  #finish({ task }: State): void {
    this.#deps.io.outputs.release(ownerOf(task));
    if (task.scheduled_task !== null) this.#deps.saved.release(task.scheduled_task, task.id);
  }
}
