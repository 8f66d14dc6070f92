import type { ReactNode } from 'react';
import type { EntityContract } from '../../../../contract/entities/entity.ts';
import type { MediaGroupLive } from '../../../../contract/entities/shelf.ts';
import type { Collection } from '../../../streams/collection.ts';
import type { Feeds } from '../../../streams/feeds.ts';
import type { StatusName } from '../../kit/status.ts';
import type { GroupKind } from '../groupKind.ts';

/** A thing of a library as its grid has it. */
export interface ShelfItem {
  id: number;
  rev: number;
  name: string;
  org: number | null;
  group_id: number | null;
  position: number;
}
export interface ShelfLive {
  id: number;
  rev: number;
  group_id: number | null;
}

/** What one kind of library is made of; a module's constant. */
export interface ShelfKind<Row extends ShelfItem, Live extends ShelfLive> {
  entity: EntityContract;
  groups: GroupKind;
  feed: (streams: Feeds) => Collection<Live>;
  groupFeed: (streams: Feeds) => Collection<MediaGroupLive>;
  /** A row with what the live topic knows of it. */
  merge: (row: Row, live: Live | undefined) => Row;
  stateOf: (live: Live) => string;
  /** Field of the address and the list that a state filters by; what is wrong stands first. */
  stateField: string;
  states: readonly (readonly [key: string, look: StatusName])[];
  icon: ReactNode;
  words: {
    /** Keys of the locale. */
    screen: string;
    add: string;
    search: string;
    noneTitle: string;
    noneWhy: string;
    groupEmptyTitle: string;
    groupEmptyWhy: string;
    deleteTitle: string;
    deleteItems: string;
    deleteWhy: string;
    moveTitle: string;
  };
}
