import { type Radio, radioEntity, radioGroupEntity } from '../../../contract/entities/sound/radio.ts';
import { type LibraryRow, type LibraryStore, libraryStore } from '../library/library.repository.ts';
import { groupsOfKind } from '../library/library.table.ts';
import { radio, radioGroupMember } from './radio.table.ts';

export type RadioRow = LibraryRow & Radio;
export type RadioStore = LibraryStore<RadioRow>;

export const radios: RadioStore = libraryStore<RadioRow>(
  { items: radio, link: radioGroupMember, ...groupsOfKind('radio') },
  radioEntity,
  radioGroupEntity,
);
