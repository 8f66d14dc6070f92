import { fileGroupEntity } from '../../../../contract/entities/sound/file.ts';
import { presetTextGroupEntity } from '../../../../contract/entities/sound/presetText.ts';
import { radioGroupEntity } from '../../../../contract/entities/sound/radio.ts';

/** A kind of media groups, with the locale keys of its texts. */
export interface GroupKind {
  entity: typeof fileGroupEntity | typeof presetTextGroupEntity | typeof radioGroupEntity;
  title: string;
  /** Name of its items, above their numbers. */
  things: string;
  all: string;
  /** Empty state: what groups are for. */
  hint: string;
  /** Consequence of deleting an empty group, or one with items (`files`: their number). */
  empties: string;
  full: string;
  count: string;
}

export const fileGroups: GroupKind = {
  entity: fileGroupEntity,
  title: 'panel.file_group',
  things: 'file.files',
  all: 'file.allFiles',
  hint: 'file.noGroupsHint',
  empties: 'file.deleteGroupWhy',
  full: 'file.deleteGroupFull',
  count: 'file.filesIn',
};

export const presetTextGroups: GroupKind = {
  entity: presetTextGroupEntity,
  title: 'panel.text_group',
  things: 'presetText.texts',
  all: 'presetText.all',
  hint: 'presetText.groupsHint',
  empties: 'presetText.deleteGroupWhy',
  full: 'presetText.deleteGroupFull',
  count: 'presetText.textsIn',
};

export const radioGroups: GroupKind = {
  entity: radioGroupEntity,
  title: 'panel.radio_group',
  things: 'radio.stations',
  all: 'radio.all',
  hint: 'radio.groupsHint',
  empties: 'radio.deleteGroupWhy',
  full: 'radio.deleteGroupFull',
  count: 'radio.stationsIn',
};
