import type { z } from 'zod';
import type { errorCode, MessageKey } from '../errors.ts';

type Failures = Partial<Record<keyof typeof errorCode, readonly MessageKey[]>>;

/** How the description of the API speaks of an entity; its operations get their texts from it. */
export interface EntityNoun {
  /** `alarm plan`, `alarm plans`: unique, for ids of operations are made of them. */
  one: string;
  many: string;
  /** A sentence that says what it is. */
  about: string;
  /** A sentence that says what becomes of things in use when one is deleted. */
  removal: string;
  /** Failures of its own when it is written and when it is deleted. */
  failures?: { write?: Failures; remove?: Failures };
}

/**
 * A plain entity as both sides know it: its path under `/v1`, the row as it goes out (extra columns such as
 * hashes are stripped by the schema), what may be written, and what lists may be sorted and filtered by.
 * Permission keys follow the pattern `list_`, `create_`, `edit_`, `delete_` + `key`.
 */
export interface EntityContract<
  Row extends z.ZodObject = z.ZodObject,
  Create extends z.ZodObject = z.ZodObject,
  Patch extends z.ZodObject = z.ZodObject,
  Filter extends z.ZodObject = z.ZodObject,
> {
  path: string;
  key: string;
  noun: EntityNoun;
  row: Row;
  create: Create;
  patch: Patch;
  /** Query parameters that narrow a list, each named like its field. */
  filter: Filter;
  sortable: readonly (keyof z.output<Row> & string)[];
  /** Text fields that `q` searches. */
  searchable: readonly (keyof z.output<Row> & string)[];
}

/** Keeps the literal types of a definition. */
export function defineEntity<
  Row extends z.ZodObject,
  Create extends z.ZodObject,
  Patch extends z.ZodObject,
  Filter extends z.ZodObject,
>(entity: EntityContract<Row, Create, Patch, Filter>) {
  return entity;
}

export type RowOf<E extends EntityContract> = z.output<E['row']>;
export type CreateOf<E extends EntityContract> = z.output<E['create']>;
export type PatchOf<E extends EntityContract> = z.output<E['patch']>;
