import type { TFunction } from 'i18next';
import { type FireRow, inputName, outputName } from '../../shared/terminals/fireColumns.ts';

/** An input or output of a fire terminal as an option. */
export interface Line {
  num: number;
  name: string;
  /** Active (input) or on (output) now. */
  isActive: boolean;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Lists the inputs that a fire terminal has or has settings for, and those already chosen. */
export function inputLines(device: FireRow, chosen: readonly number[], t: TFunction): Line[] {
  const count = Math.max(device.inputs.length, device.status?.inputs.length ?? 0, 1, ...chosen);
  const active = new Set(device.status?.inputs.filter((one) => one.active).map((one) => one.input));
  return upTo(count).map((num) => ({ num, name: inputName(device, num, t), isActive: active.has(num) }));
}

/** Lists the outputs of a fire terminal in the same way. */
export function outputLines(device: FireRow, chosen: readonly number[], t: TFunction): Line[] {
  const count = Math.max(device.output_names.length, device.status?.outputs.length ?? 0, ...chosen, 0);
  const on = new Set(device.status?.outputs.filter((one) => one.on).map((one) => one.output));
  return upTo(count).map((num) => ({ num, name: outputName(device, num, t), isActive: on.has(num) }));
}
