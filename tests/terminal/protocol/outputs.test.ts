import { describe, expect, it } from 'vitest';
import { Outputs } from '../../../terminal/protocol/outputs.ts';

const ms = 1000;

describe('outputs of a fire terminal', () => {
  it('outputs are off at first, follow the server, and ignore unknown numbers', () => {
    const switched: [number, boolean][] = [];
    const outputs = new Outputs(2, (output, on) => switched.push([output, on]));
    outputs.set(
      [
        { output: 1, on: true },
        { output: 3, on: true },
      ],
      0,
    );
    expect(outputs.status(ms)).toEqual([
      { output: 1, on: true },
      { output: 2, on: false },
    ]);
    outputs.set([{ output: 1, on: false }], 2 * ms);
    expect(switched).toEqual([
      [1, true],
      [1, false],
    ]);
  });

  it('a pulse ends by the local clock, and a later command replaces it', () => {
    const outputs = new Outputs(1);
    const on = (at: number) => outputs.status(at)[0]?.on;
    outputs.set([{ output: 1, on: true, pulse_ms: 100 }], 0);
    expect([on(99 * ms), on(100 * ms)]).toEqual([true, false]);
    outputs.set([{ output: 1, on: true, pulse_ms: 100 }], 200 * ms);
    outputs.set([{ output: 1, on: true }], 250 * ms);
    expect(on(10_000 * ms)).toBe(true);
    outputs.set([{ output: 1, on: true, pulse_ms: 50 }], 10_000 * ms);
    expect(on(10_050 * ms)).toBe(false);
  });

  it('a stuck output is reported with its real state, and follows again when it is released', () => {
    const outputs = new Outputs(1);
    expect([outputs.setStuck(1, false), outputs.setStuck(2, false)]).toEqual([true, false]);
    outputs.set([{ output: 1, on: true }], 0);
    expect(outputs.status(ms)).toEqual([{ output: 1, on: false }]);
    outputs.setStuck(1, null);
    expect(outputs.status(2 * ms)).toEqual([{ output: 1, on: true }]);
  });
});
