import type { z } from 'zod';
import type { errorCode, MessageKey } from '../api/errors.ts';

type Failures = Partial<Record<keyof typeof errorCode, readonly MessageKey[]>>;

/** Wording of an entity in the description of the API, from which the texts of its operations are made. */
export interface EntityNoun {
  /** `alarm plan`, `alarm plans`: unique, because operation ids are made of them. */
  one: string;
  many: string;
  /** Sentence that describes the entity. */
  about: string;
  /** Sentence about the effect of a deletion on items in use. */
  removal: string;
  /** Additional failures of writing and deleting. */
  failures?: { write?: Failures; remove?: Failures };
}

/**
 * Definition of an entity shared by server and console: its path under `/v1`, the row in responses (extra columns
 * such as hashes are stripped by the schema), the writable fields, and the fields for sorting and filtering.
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
  /** Body of a creation, in the description of the API and for samples in tests; absent: it is not created by a request. */
  example?: z.input<Create>;
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
