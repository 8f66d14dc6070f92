import type { UnknownMessages } from '../../contract/entities/terminal.ts';

/** Types that are named; more are only counted, since a type is whatever the terminal makes of it. */
const MAX_TYPES = 8;
const TYPE_LENGTH = 40;

/** Counts what a terminal says in types that this server does not know, and remembers the first of the types. */
export class UnknownTypes {
  #view: UnknownMessages | null = null;

  /** For a screen; the same object until something is counted. Null: nothing was. */
  get view(): UnknownMessages | null {
    return this.#view;
  }

  /** Counts a message; whether its type is newly named. */
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
