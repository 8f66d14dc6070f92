import { defaultFireInput } from '../../contract/entities/terminals/fireControlDevice.ts';
import type { SettingsOf } from '../../contract/entities/terminals/kinds.ts';
import type { StatusOf } from '../../contract/protocol/terminalStatus.ts';
import { Outputs, type Relay } from './outputs.ts';

export type LineState = StatusOf<'fire_control_device'>['inputs'][number]['line'];
type Settings = SettingsOf<'fire_control_device'>;

/** One input: its raw contact and its debounced state. */
class Input {
  closed = false;
  /** Local time of its last change, µs. */
  changedUs = Number.NEGATIVE_INFINITY;
  line: LineState = 'ok';
  /** Debounced contact; null before the first reading. */
  counted: boolean | null = null;
}

/**
 * The inputs and outputs of a fire terminal: contacts are debounced and read with the settings of the site
 * (docs/protocols/terminal-protocol.md, `fire_control_device`). Inputs are numbered from 1.
 */
export class AlarmLines {
  readonly #inputs: readonly Input[];
  readonly outputs: Outputs;

  constructor(inputs: number, outputs: number, relay?: Relay) {
    this.#inputs = Array.from({ length: inputs }, () => new Input());
    this.outputs = new Outputs(outputs, relay);
  }

  /** Sets the contact of an input at local time µs; false: no such input. */
  setContact(input: number, closed: boolean, nowUs: number): boolean {
    const one = this.#inputs[input - 1];
    if (one === undefined) return false;
    if (one.closed !== closed) one.changedUs = nowUs;
    one.closed = closed;
    return true;
  }

  /** Sets the line state of an input; false: no such input. */
  setLine(input: number, line: LineState): boolean {
    const one = this.#inputs[input - 1];
    if (one === undefined) return false;
    one.line = line;
    return true;
  }

  /** Raw contacts and line states, for the terminal's screen. */
  get raw(): { closed: boolean; line: LineState }[] {
    return this.#inputs.map(({ closed, line }) => ({ closed, line }));
  }

  /** Status to report at local time µs. */
  status(settings: Pick<Settings, 'inputs'> | undefined, nowUs: number): StatusOf<'fire_control_device'> {
    return {
      inputs: this.#inputs.map((one, i) => {
        const { contact, debounce_ms, supervised } = settings?.inputs[i] ?? defaultFireInput;
        const line = supervised ? one.line : 'ok';
        const isSettled = nowUs - one.changedUs >= debounce_ms * 1e3;
        if (line === 'ok' && (isSettled || one.counted === null)) one.counted = one.closed;
        const counted = one.counted ?? contact === 'normally_closed';
        return { input: i + 1, active: counted === (contact === 'normally_open'), line };
      }),
      outputs: this.outputs.status(nowUs),
    };
  }
}
