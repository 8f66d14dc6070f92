import type { OutputSetting, StatusOf } from '../../contract/terminalStatus.ts';

type OutputState = StatusOf<'fire_control_device'>['outputs'];

/** Sets a real output; without one the output exists in this program alone. */
export type Relay = (output: number, on: boolean) => void;

/**
 * The outputs of a fire terminal (docs/terminal-protocol.md, "Outputs"), numbered from 1. Pulses end by the local clock;
 * the state is asked ten times a second or more, which is what ends them.
 */
export class Outputs {
  /** Of each output: off, on, or the local time at which it goes off, µs. */
  readonly #until: number[];
  readonly #shown: boolean[];
  /** A relay that could not be set: the output is reported as it is. */
  readonly #relay: Relay;

  constructor(count: number, relay: Relay = () => {}) {
    this.#until = Array.from({ length: count }, () => Number.NEGATIVE_INFINITY);
    this.#shown = Array.from({ length: count }, () => false);
    this.#relay = relay;
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

  /** What they are at local time µs; a pulse that is over ends here. */
  status(nowUs: number): OutputState {
    return this.#until.map((until, i) => {
      const on = nowUs < until;
      if (on !== this.#shown[i]) {
        this.#shown[i] = on;
        this.#relay(i + 1, on);
      }
      return { output: i + 1, on };
    });
  }
}
