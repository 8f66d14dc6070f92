import type { OutputSetting, StatusOf } from '../../contract/protocol/terminalStatus.ts';

type OutputState = StatusOf<'fire_control_device'>['outputs'];

/** Sets a hardware output; without it the output exists in this program only. */
export type Relay = (output: number, on: boolean) => void;

/**
 * Outputs of a fire terminal (docs/protocols/terminal-protocol.md, "Outputs"), numbered from 1. Pulses end by the local clock
 * whenever the state is read, which must be at least ten times a second.
 */
export class Outputs {
  /** End of the on-state of each output in local time, µs: in the past, the end of a pulse, or infinite. */
  readonly #until: number[];
  readonly #relayed: boolean[];
  /** Outputs that do not follow requests, with their actual states. */
  readonly #stuck = new Map<number, boolean>();
  readonly #relay: Relay;

  constructor(count: number, relay: Relay = () => {}) {
    this.#until = Array.from({ length: count }, () => Number.NEGATIVE_INFINITY);
    this.#relayed = Array.from({ length: count }, () => false);
    this.#relay = relay;
  }

  get count(): number {
    return this.#until.length;
  }

  /** Applies settings of the server at local time µs. Unknown numbers are ignored. */
  set(settings: readonly OutputSetting[], nowUs: number): void {
    for (const { output, on, pulse_ms } of settings) {
      if (this.#until[output - 1] === undefined) continue;
      const end = pulse_ms === undefined ? Number.POSITIVE_INFINITY : nowUs + pulse_ms * 1e3;
      this.#until[output - 1] = on ? end : Number.NEGATIVE_INFINITY;
    }
    this.status(nowUs);
  }

  /** Makes an output stick at `as`; null: it follows requests again. Returns false for an unknown output. */
  setStuck(output: number, as: boolean | null): boolean {
    if (this.#until[output - 1] === undefined) return false;
    if (as === null) this.#stuck.delete(output);
    else this.#stuck.set(output, as);
    return true;
  }

  /** States at local time µs; ends pulses that are over. */
  status(nowUs: number): OutputState {
    return this.#until.map((until, i) => {
      const on = nowUs < until;
      if (on !== this.#relayed[i]) {
        this.#relayed[i] = on;
        this.#relay(i + 1, on);
      }
      return { output: i + 1, on: this.#stuck.get(i + 1) ?? on };
    });
  }
}
