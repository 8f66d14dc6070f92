import type { MessageKey, MessageParams } from '../../../../contract/api/errors.ts';
import { codesIn, joinList, splitList } from '../listCell.ts';
import type { Names } from './thingNames.ts';

type Read = { value: unknown } | { key: MessageKey; params: MessageParams };

/** Conversion between a field and its cell; the rules of the field are applied afterwards. */
export interface Cell {
  column: string;
  field: string;
  text(value: unknown): string;
  read(text: string): Read;
}

export const texts = (column: string): Cell => ({
  column,
  field: column,
  text: (value) => String(value ?? ''),
  read: (value) => ({ value }),
});
export const numberIn = (text: string) => (/^-?\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : text);
export const number = (column: string): Cell => ({
  ...texts(column),
  read: (text) => ({ value: numberIn(text) }),
});
export const lines = (column: string): Cell => ({
  ...texts(column),
  text: (value) => (value as number[]).join(' '),
  read: (text) => ({ value: codesIn(text).map(numberIn) }),
});

/** Finds entities by name; returns the first name that is missing or ambiguous. */
export function idsOf(names: Names, wanted: readonly string[]): Read {
  const ids: number[] = [];
  for (const value of wanted) {
    const id = names.id(value);
    if (id == null) return { key: id === null ? 'transfer.several' : 'transfer.noSuch', params: { value } };
    ids.push(id);
  }
  return { value: ids };
}
export const one = (column: string, names: Names, field = column): Cell => ({
  column,
  field,
  text: (value) => (value === null ? '' : names.name(value as number)),
  read(text) {
    const found = idsOf(names, [text]);
    return 'key' in found ? found : { value: (found.value as number[])[0] };
  },
});
export const shown = (names: Names, ids: readonly number[]) =>
  ids.map(names.name).filter((name) => name !== '');
export const codes = (column: string, names: Names): Cell => ({
  column,
  field: column,
  text: (value) => shown(names, value as number[]).join(' '),
  read: (text) => idsOf(names, codesIn(text)),
});
export const named = (column: string, names: Names): Cell => ({
  column,
  field: column,
  text: (value) => joinList(shown(names, value as number[])),
  read: (text) => idsOf(names, splitList(text)),
});
