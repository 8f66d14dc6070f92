import type { ReactNode } from 'react';
import type { EntityContract } from '../../../../contract/entities/entity.ts';
import type { LibraryPlaces, MediaGroupLive } from '../../../../contract/entities/sound/library.ts';
import type { Collection } from '../../../streams/collection.ts';
import type { Feeds } from '../../../streams/feeds.ts';
import type { StatusName } from '../../kit/status/status.ts';
import type { GroupKind } from '../files/groupKind.ts';

/** A library item as its grid has it. */
export interface LibraryItem {
  id: number;
  rev: number;
  name: string;
  org: number | null;
  group_ids: readonly number[];
  position: number;
}
export interface LibraryLive extends LibraryPlaces {
  id: number;
  rev: number;
}

/** Definition of one kind of library; a constant of its module. */
export interface LibraryKind<Row extends LibraryItem, Live extends LibraryLive> {
  entity: EntityContract;
  groups: GroupKind;
  feed: (streams: Feeds) => Collection<Live>;
  groupFeed: (streams: Feeds) => Collection<MediaGroupLive>;
  /** Merges a row with its live fields. */
  merge: (row: Row, live: Live | undefined) => Row;
  stateOf: (live: Live) => string;
  /** Field of the address and the list for the filter by state; abnormal states come first. */
  stateField: string;
  states: readonly (readonly [key: string, look: StatusName])[];
  icon: ReactNode;
  words: {
    /** Locale keys. */
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
