import type { Texts } from '../language.ts';

/** Column of an import or export file. */
export interface TransferColumn {
  /** Key of the column, the same in every language. */
  key: string;
  label: Texts;
  /** Labels of earlier versions; files with them are still read. */
  earlier?: readonly string[];
  /** `in`: import only (passwords are never exported); `out`: export only, ignored at import. */
  way?: 'in' | 'out';
}

/** Import and export of an entity. */
export interface Transfer {
  /** Columns in the order of the file; the first one identifies a row. */
  columns: readonly TransferColumn[];
  /** Most rows of one file; fewer for entities with passwords, because each is hashed. */
  maxRows: number;
  /** Name of an exported file without its ending; absent: the key with an `s`. */
  file?: string;
  /** Entity whose permission keys apply; absent: its own. */
  rights?: string;
}

declare const row: unique symbol;
/** Marks live rows of a type, which exists at compile time only. */
export interface LiveRows<Row> {
  readonly [row]?: Row;
}

/** Declares that an entity has live rows of a type, under its key as the topic. */
export const rowsOf = <Row>(): LiveRows<Row> => ({});

/** Declaration of an entity: everything that the shared parts of server and console need to handle it. */
export interface Declaration {
  /** Name on the wire: in its path, permission keys and topic, and in the audit log. */
  key: string;
  /** Name of one, in each language; entities with this name appear in the audit log. */
  one?: Texts;
  /** Name of many, in the permission matrix and the menu. */
  many?: Texts;
  /** Set for entities with four permission keys of their own: `base` those of the fixed base set, `added` all others. */
  permissions?: 'base' | 'added';
  /** Its live rows; absent: none. */
  live?: LiveRows<unknown>;
  /** Permission keys of which any one opens the live rows; absent: `list_` and the key. Empty: every login. */
  liveFor?: readonly string[];
  /** Absent: it is neither imported nor exported. */
  transfer?: Transfer;
}
