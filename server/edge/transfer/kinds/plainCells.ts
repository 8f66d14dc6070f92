import { z } from 'zod';
import { readYesNo, type TransferKind, transfers } from '../../../../contract/api/transfer.ts';
import type { EntityContract } from '../../../../contract/entities/entity.ts';
import type { Language } from '../../../../contract/language.ts';
import { yesNoCell } from './casters.transfer.ts';
import { type Cell, numberIn, one, texts } from './cells.ts';
import type { ThingNames } from './thingNames.ts';

/** Yes or no, in the words of the reader. */
export const yesNo = (column: string, lang: Language): Cell => ({
  ...texts(column),
  text: (value) => yesNoCell(value === true, lang),
  read(text) {
    const value = readYesNo(text);
    return value === null ? { key: 'transfer.yesNo', params: {} } : { value };
  },
});

/** Type of a field without its default and without null. */
function bareType(type: unknown): unknown {
  const isWrapped =
    type instanceof z.ZodDefault || type instanceof z.ZodOptional || type instanceof z.ZodNullable;
  return isWrapped ? bareType(type.unwrap()) : type;
}

/** Cells of an entity without cells of its own, by the types of its fields: a zone, texts, numbers, yes or no. */
export function plainCells(
  kind: TransferKind,
  { create }: EntityContract,
  names: Pick<ThingNames, 'zones'>,
  lang: Language,
): Cell[] {
  return transfers[kind].columns.slice(1).map(({ key }) => {
    if (key === 'zone') return one('zone', names.zones, 'org');
    const type = bareType(create.shape[key]);
    if (type instanceof z.ZodBoolean) return yesNo(key, lang);
    return type instanceof z.ZodNumber
      ? { ...texts(key), read: (text) => ({ value: numberIn(text) }) }
      : texts(key);
  });
}
