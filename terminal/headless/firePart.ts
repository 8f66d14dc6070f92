import { AlarmLines, type LineState } from '../protocol/alarmLines.ts';
import { type GpioPins, openGpio } from './gpio.ts';
import type { Part } from './partTypes.ts';
import { monotonicUs } from './time.ts';

const lineStates: readonly LineState[] = ['ok', 'open', 'short'];

/**
 * A fire terminal whose contacts and wiring are set by lines (`in 3 on`, `line 3 open`), whose outputs can be stuck
 * for a test (`stuck 2`, `free 2`); with `pins` it uses the GPIO pins of the machine.
 */
export function fire(inputs: number, outputs: number, pins: GpioPins | null = null): Part {
  const lines: AlarmLines = new AlarmLines(inputs, outputs, (output, on) => gpio?.set(output, on));
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  const gpio =
    pins === null
      ? null
      : openGpio(pins, {
          contacts(closed) {
            for (const input of numbers(inputs)) {
              // Unreadable inputs are reported as an open line where the input is supervised.
              lines.setLine(input, closed === null ? 'open' : 'ok');
              if (closed !== null) lines.setContact(input, closed[input - 1] ?? false, monotonicUs());
            }
          },
          held(isHeld) {
            for (const output of numbers(outputs)) lines.outputs.setStuck(output, isHeld ? null : false);
          },
          log: (text) => process.stderr.write(`${text}\n`),
        });
  return {
    role: 4,
    status: (settings) => ({
      type: 'status',
      kind: 'fire_control_device',
      ...lines.status(settings.fire_control_device, monotonicUs()),
    }),
    // Ends a pulse in time.
    pump: (nowUs) => void lines.outputs.status(nowUs),
    outputs: (set) => lines.outputs.set(set, monotonicUs()),
    line([word, number, state]) {
      const n = Number(number);
      if (word === 'in' && (state === 'on' || state === 'off'))
        return lines.setContact(n, state === 'on', monotonicUs());
      if (word === 'stuck') return lines.outputs.setStuck(n, state === 'on');
      if (word === 'free') return lines.outputs.setStuck(n, null);
      const line = lineStates.find((one) => one === state);
      return word === 'line' && line !== undefined && lines.setLine(n, line);
    },
    stop: () => gpio?.stop(),
  };
}
