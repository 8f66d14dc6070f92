import { expect, test } from 'vitest';
import type { IoOwner } from '../../../contract/entities/terminals/io.ts';
import { werePulsesGiven } from '../../../server/air/emergency/machine/resumeAlarm.ts';
import { GpioRunner } from '../../../server/air/gpio/gpioRunner.ts';
import type { GpioTaskRow } from '../../../server/air/gpio/gpioTask.repository.ts';

const BEGAN = 1_000_000;
const PANEL = 7;
const fire: IoOwner = { kind: 'alarm', id: 1, name: 'Fire' };
const doors = {
  ...{ id: 3, name: 'Doors', gpio_type: 'link', activated: true, fire_control_device: null, input_nums: [] },
  outputs: [
    { fire_control_device: PANEL, output_nums: [1], mode: 'hold', pulse_ms: 0 },
    { fire_control_device: PANEL, output_nums: [2], mode: 'pulse', pulse_ms: 500 },
  ],
  ...{ scheduled_task: null, by_hand: null, rev: 1 },
} as unknown as GpioTaskRow;

/** Outputs that a restart switches, when an alarm goes on that began `ms` before. */
function switchedAfter(ms: number): string[] {
  const switched: string[] = [];
  const io = {
    outputs: {
      hold: (_: IoOwner, lines: readonly { output: number }[]) =>
        switched.push(...lines.map(({ output }) => `hold ${output}`)),
      release() {},
    },
    pulse: ({ output }: { output: number }) => switched.push(`pulse ${output}`),
    activeInputs: () => [],
  };
  const saved = { want() {}, release() {} };
  const deps = { io, saved, codeOf: () => '', changed() {}, now: () => 0 };
  const runner = new GpioRunner(deps as unknown as ConstructorParameters<typeof GpioRunner>[0], [doors]);
  const isGiven = werePulsesGiven({ alarming_at: BEGAN }, BEGAN + ms);
  runner.start(fire, [doors.id], () => isGiven);
  return switched;
}

test('a restart holds the outputs of an alarm again, and gives its pulses only if they may not have been sent', () => {
  expect(switchedAfter(3_000)).toEqual(['pulse 2', 'hold 1']);
  expect(switchedAfter(60_000)).toEqual(['hold 1']);
});
