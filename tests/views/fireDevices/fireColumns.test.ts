import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { defaultFireInput } from '../../../contract/entities/terminals/fireControlDevice.ts';
import { type FireInput, inputsText, outputsText } from '../../../src/views/shared/terminals/fireColumns.ts';

const t = ((key: string, params: object = {}) =>
  [key, ...Object.values(params)].join(' ')) as unknown as TFunction;
const input = (n: number, change: Partial<FireInput> = {}): FireInput => ({
  input: n,
  active: false,
  line: 'ok',
  ...change,
});
const inputs = [{ ...defaultFireInput, name: 'Hall detector' }];

describe('columns of an alarm terminal', () => {
  it('active inputs by name come first, then broken lines, as a fault', () => {
    const status = {
      inputs: [input(1, { active: true }), input(2), input(3, { line: 'short' })],
      outputs: [],
    };
    expect(inputsText({ inputs, status }, t)).toEqual({
      main: 'fire.activeN Hall detectorkit.listCommafire.brokenN fire.inputN 3',
      detail: 'fire.inputCount 3',
      fault: true,
    });
  });

  it('only the number of inputs is shown while all is normal, and nothing while offline', () => {
    expect(inputsText({ inputs, status: { inputs: [input(1)], outputs: [] } }, t)).toEqual({
      main: '',
      detail: 'fire.inputCount 1',
    });
    expect(inputsText({ inputs, status: null }, t)).toEqual({ main: '', detail: '—' });
  });

  it('outputs that are on are shown by name', () => {
    const status = {
      inputs: [],
      outputs: [
        { output: 1, on: true },
        { output: 2, on: false },
      ],
    };
    expect(outputsText({ output_names: ['Siren'], status }, t)).toEqual({
      main: 'Siren',
      detail: 'fire.outputCount 2',
    });
  });
});
