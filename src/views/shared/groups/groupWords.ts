import { type GroupMember, isTerminalGroup } from '../../../../contract/entities/terminals/group.ts';

/** Locale keys of the texts for one kind of groups. */
export interface GroupWords {
  createTitle: string;
  search: string;
  /** Empty state: what groups are for. */
  none: string;
  /** Some members lie outside the user's zones: text in the dialog, and reason why it cannot be deleted. */
  others: string;
  notWhole: string;
  /** Name of the missing right. */
  needsMembers: string;
  deleteWhy: string;
  /** Number of members, `n`. */
  size: string;
}

const terminals: GroupWords = {
  createTitle: 'groups.create',
  search: 'groups.search',
  none: 'groups.noneWhyOther',
  others: 'groups.others',
  notWhole: 'groups.notWhole',
  needsMembers: 'groups.needsDevices',
  deleteWhy: 'groups.deleteWhy',
  size: 'groups.deleteDetail',
};
const devices: GroupWords = { ...terminals, createTitle: 'groups.createTitle', none: 'groups.noneWhy' };
const things: GroupWords = {
  createTitle: 'groups.create',
  search: 'groups.searchThings',
  none: 'groups.noneWhyThings',
  others: 'groups.othersThings',
  notWhole: 'groups.notWholeThings',
  needsMembers: 'groups.needsThings',
  deleteWhy: 'groups.deleteWhyThings',
  size: 'groups.sizeThings',
};

export function groupWords(kind: GroupMember): GroupWords {
  if (kind === 'device') return devices;
  return isTerminalGroup(kind) ? terminals : things;
}
