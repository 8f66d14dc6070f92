import type { UnknownMessages } from '../../../../contract/entities/terminals/terminal.ts';

/** Maximum types that are listed; further ones are only counted, as a terminal may send any text as type. */
const MAX_TYPES = 8;
const TYPE_LENGTH = 40;

/** Counts messages of a terminal in unknown types, and remembers the first of the types. */
export class UnknownTypes {
  #view: UnknownMessages | null = null;

  /** Counts for display; the same object until something is counted. Null: nothing was counted. */
  get view(): UnknownMessages | null {
    return this.#view;
  }

  /** Counts a message; returns true if its type is newly listed. */
  count(type: string): boolean {
    const { count, types } = this.#view ?? { count: 0, types: [] };
    const named = type
      .toWellFormed()
      .replace(/\p{Cc}/gu, '')
      .slice(0, TYPE_LENGTH);
    const isNew = types.length < MAX_TYPES && !types.includes(named);
    this.#view = { count: count + 1, types: isNew ? [...types, named] : types };
    return isNew;
  }

  reset(): void {
    this.#view = null;
  }
}
