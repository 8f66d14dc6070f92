import { readYesNo, yesNo } from '../../../../contract/api/transfer.ts';
import {
  defaultFireInput,
  type FireInputSettings,
  fireControlDeviceKind,
  fireInputSettings,
} from '../../../../contract/entities/terminals/fireControlDevice.ts';
import type { Language } from '../../../../contract/language.ts';
import type { InputRow } from '../columns.ts';
import { joinList, splitList } from '../listCell.ts';
import { numberOf } from '../numberOf.ts';
import type { Report } from '../report.ts';

/** Columns of a fire terminal's inputs: each holds one property of the inputs 1, 2, … in order. */
export const inputColumns = {
  input_names: 'name',
  input_contacts: 'contact',
  input_debounce_ms: 'debounce_ms',
  input_supervised: 'supervised',
} as const satisfies Record<string, keyof FireInputSettings>;
type Column = keyof typeof inputColumns;
const keys = Object.keys(inputColumns) as Column[];

/** Configuration of inputs as cells. */
export function inputCells(inputs: readonly FireInputSettings[], lang: Language): Record<Column, string> {
  const word = (value: string | number | boolean) =>
    typeof value === 'boolean' ? (value ? yesNo.true : yesNo.false)[lang] : value;
  const cell = (column: Column) => joinList(inputs.map((input) => word(input[inputColumns[column]])));
  return Object.fromEntries(keys.map((key) => [key, cell(key)])) as Record<Column, string>;
}

/**
 * Computes the inputs after a row. Properties without a cell are unchanged; the number of inputs is the
 * number of contacts, and without that column never less than before.
 * @returns undefined if the row has no cells of inputs
 */
export function readInputs(
  row: InputRow,
  before: readonly FireInputSettings[],
  report: Report,
): FireInputSettings[] | undefined {
  const given = new Map<Column, string[]>();
  for (const key of keys) {
    const parts = splitList(row.get(key) ?? '');
    if (parts.length > 0) given.set(key, parts);
  }
  if (given.size === 0) return undefined;
  const longestLength = Math.max(...[...given.values()].map((parts) => parts.length));
  const count = given.has('input_contacts') ? longestLength : Math.max(longestLength, before.length);
  const { inputs } = fireControlDeviceKind.settings.shape;
  // One fault is enough for a list that is too long.
  const longest = [...given.keys()].find((key) => given.get(key)?.length === longestLength) ?? 'input_names';
  const blank = Array.from({ length: count }, () => defaultFireInput);
  if (report.read(row, longest, inputs, blank) === undefined) return undefined;

  return blank.map((fresh, i) => {
    const input: Record<string, unknown> = { ...(before[i] ?? fresh) };
    for (const [column, parts] of given) {
      const part = parts[i] ?? '';
      const field = inputColumns[column];
      if (part === '' && field !== 'name') continue;
      const value =
        field === 'debounce_ms' ? numberOf(part) : field === 'supervised' ? readYesNo(part) : part;
      if (value === null) report.fault(row, column, 'transfer.yesNo');
      else
        input[field] =
          report.read<unknown>(row, column, fireInputSettings.shape[field], value) ?? fresh[field];
    }
    return input as FireInputSettings;
  });
}
