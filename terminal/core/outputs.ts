import type { OutputSetting, StatusOf } from '../../contract/terminalStatus.ts';

type OutputState = StatusOf<'fire_control_device'>['outputs'];

/** Sets a real output; without one the output exists in this program alone. */
export type Relay = (output: number, on: boolean) => void;

/**
 * The outputs of a fire terminal (docs/terminal-protocol.md, "Outputs"), numbered from 1. Pulses end by the local clock;
 * the state is asked ten times a second or more, which is what ends them.
 */
export class Outputs {
  /** Of each output the local time until which it is on, µs: the past, a pulse's end, or for ever. */
  readonly #until: number[];
  readonly #set: boolean[];
  /** Outputs that do not follow, and what they are instead. */
  readonly #stuck = new Map<number, boolean>();
  readonly #relay: Relay;

  constructor(count: number, relay: Relay = () => {}) {
    this.#until = Array.from({ length: count }, () => Number.NEGATIVE_INFINITY);
    this.#set = Array.from({ length: count }, () => false);
    this.#relay = relay;
  }

  get count(): number {
    return this.#until.length;
  }

  /** What the server says, at local time µs. Numbers that there are not are ignored. */
  set(settings: readonly OutputSetting[], nowUs: number): void {
    for (const { output, on, pulse_ms } of settings) {
      if (this.#until[output - 1] === undefined) continue;
      const end = pulse_ms === undefined ? Number.POSITIVE_INFINITY : nowUs + pulse_ms * 1e3;
      this.#until[output - 1] = on ? end : Number.NEGATIVE_INFINITY;
    }
    this.status(nowUs);
  }

  /** The output no longer follows: it is `as`, whatever is said; null: it follows again. False: no such output. */
  setStuck(output: number, as: boolean | null): boolean {
    if (this.#until[output - 1] === undefined) return false;
    if (as === null) this.#stuck.delete(output);
    else this.#stuck.set(output, as);
    return true;
  }

  /** What they are at local time µs; a pulse that is over ends here. */
  status(nowUs: number): OutputState {
    return this.#until.map((until, i) => {
      const on = nowUs < until;
      if (on !== this.#set[i]) {
        this.#set[i] = on;
        this.#relay(i + 1, on);
      }
      return { output: i + 1, on: this.#stuck.get(i + 1) ?? on };
    });
  }
}
