import { type GroupMember, isTerminalGroup } from '../../../contract/entities/group.ts';

/** Locale keys of what is said of a kind of groups. */
export interface GroupWords {
  createTitle: string;
  search: string;
  /** Under no groups at all: what they are good for. */
  none: string;
  /** Some members lie outside the reader's zones: in the dialog, and why it cannot be deleted. */
  others: string;
  notWhole: string;
  /** Which right is missing. */
  needsMembers: string;
  deleteWhy: string;
  /** How many members, `n`. */
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
