import type { ReactElement } from 'react';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { GroupMember } from '../../../contract/entities/group.ts';
import type { TerminalKind } from '../../../contract/entities/terminal.ts';
import type { Collection } from '../../streams/collection.ts';
import type { Feeds } from '../../streams/feeds.ts';
import type { StatusName } from '../kit/status.ts';

/** What all rows have that lie in zones and groups, and are made and changed here. */
export interface GroupedRow {
  id: number;
  name: string;
  org: number | null;
  rev: number;
}

/** A kind of things that is listed live, with its zones and groups at the left. */
export interface GroupedKind<Row extends GroupedRow> {
  member: Exclude<GroupMember, TerminalKind>;
  entity: EntityContract;
  feed: (streams: Feeds) => Collection<Row>;
  stateOf: (row: Row) => StatusName;
  /** The counters above the list, in their order. */
  states: readonly StatusName[];
  /** What the search looks through. */
  text: (row: Row) => readonly string[];
  /** What else narrows the list: by its name in the address, what passes. */
  passes: Readonly<Record<string, (row: Row, value: string) => boolean>>;
  /** An alarm uses it: it can be neither changed nor deleted now (spec 5). */
  locked: (row: Row) => boolean;
  icon: ReactElement;
  /** Keys of the locale with the words of the screen. */
  words: {
    create: string;
    search: string;
    noneTitle: string;
    noneWhy: string;
    /** Gets `items`: how many. */
    deleteTitle: string;
    deleteWhy: string;
  };
}

/** Which form is open: a new row, a copy of one, or one that is changed. */
export type GroupedForm<Row> = { kind: 'create' } | { kind: 'edit' | 'copy'; row: Row };
