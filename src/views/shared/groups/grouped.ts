import type { ReactElement } from 'react';
import type { EntityContract } from '../../../../contract/entities/entity.ts';
import type { GroupMember } from '../../../../contract/entities/terminals/group.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { Collection } from '../../../streams/collection.ts';
import type { Feeds } from '../../../streams/feeds.ts';
import type { StatusName } from '../../kit/status/status.ts';

/** Fields common to all rows that lie in zones and groups and are edited here. */
export interface GroupedRow {
  id: number;
  name: string;
  org: number | null;
  rev: number;
}

/** A kind of entities listed live, with its zones and groups at the left. */
export interface GroupedKind<Row extends GroupedRow> {
  member: Exclude<GroupMember, TerminalKind>;
  entity: EntityContract;
  feed: (streams: Feeds) => Collection<Row>;
  stateOf: (row: Row) => StatusName;
  /** Counters above the list, in their order. */
  states: readonly StatusName[];
  /** Texts that the search looks through. */
  text: (row: Row) => readonly string[];
  /** Further filters: tests by their name in the address. */
  passes: Readonly<Record<string, (row: Row, value: string) => boolean>>;
  /** True while an alarm uses it: it can be neither changed nor deleted. */
  locked: (row: Row) => boolean;
  icon: ReactElement;
  /** Locale keys of the texts of the screen. */
  words: {
    create: string;
    search: string;
    noneTitle: string;
    noneWhy: string;
    /** Parameter `items`: number of rows. */
    deleteTitle: string;
    deleteWhy: string;
  };
}

/** The open form: a new row, a copy, or a change. */
export type GroupedForm<Row> = { kind: 'create' } | { kind: 'edit' | 'copy'; row: Row };
