import { describe, expect, it } from 'vitest';
import {
  defaultFireInput,
  type FireInputSettings,
} from '../../../contract/entities/terminals/fireControlDevice.ts';
import { AlarmLines } from '../../../terminal/protocol/alarmLines.ts';

const ms = 1000;
const input = (change: Partial<FireInputSettings>) => ({ inputs: [{ ...defaultFireInput, ...change }] });

describe('inputs of a fire terminal', () => {
  it('a contact is reported after it was stable for the debounce time; a bounce is not reported', () => {
    const lines = new AlarmLines(1, 0);
    const settings = input({ debounce_ms: 50 });
    const active = (at: number) => lines.status(settings, at).inputs[0]?.active;
    expect(active(0)).toBe(false);
    lines.setContact(1, true, 10 * ms);
    expect(active(59 * ms)).toBe(false);
    expect(active(60 * ms)).toBe(true);
    lines.setContact(1, false, 70 * ms);
    lines.setContact(1, true, 80 * ms);
    expect(active(200 * ms)).toBe(true);
    lines.setContact(1, false, 300 * ms);
    expect(active(349 * ms)).toBe(true);
    expect(active(350 * ms)).toBe(false);
  });

  it('a normally closed contact is active while it is open', () => {
    const lines = new AlarmLines(1, 0);
    const settings = input({ contact: 'normally_closed', debounce_ms: 0 });
    expect(lines.status(settings, 0).inputs[0]?.active).toBe(true);
    lines.setContact(1, true, ms);
    expect(lines.status(settings, 2 * ms).inputs[0]?.active).toBe(false);
  });

  it('a broken line is reported only if it is supervised, and keeps the previous contact state', () => {
    const lines = new AlarmLines(1, 0);
    const supervised = input({ supervised: true, debounce_ms: 0 });
    lines.setContact(1, true, 0);
    expect(lines.status(supervised, ms).inputs).toEqual([{ input: 1, active: true, line: 'ok' }]);
    lines.setLine(1, 'open');
    lines.setContact(1, false, 2 * ms);
    expect(lines.status(supervised, 3 * ms).inputs).toEqual([{ input: 1, active: true, line: 'open' }]);
    expect(lines.status(input({ debounce_ms: 0 }), 3 * ms).inputs).toEqual([
      { input: 1, active: false, line: 'ok' },
    ]);
  });

  it('only existing inputs are reported; inputs beyond the settings have the defaults', () => {
    const lines = new AlarmLines(2, 1);
    expect([lines.setContact(2, true, 0), lines.setContact(3, true, 0), lines.setLine(0, 'open')]).toEqual([
      true,
      false,
      false,
    ]);
    const { inputs, outputs } = lines.status(undefined, 100 * ms);
    expect(inputs).toEqual([
      { input: 1, active: false, line: 'ok' },
      { input: 2, active: true, line: 'ok' },
    ]);
    expect(outputs).toEqual([{ output: 1, on: false }]);
  });
});
