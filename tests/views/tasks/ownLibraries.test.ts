import { expect, test } from 'vitest';
import { ownFirst, ownLibraries } from '../../../src/views/shared/media/ownLibraries.ts';
import { device } from '../terminals/rows.ts';

/** docs/rules/media.md#the-own-library-of-a-terminal */
const zones = [
  { id: 1, parent_id: null, name: 'Site' },
  { id: 2, parent_id: 1, name: 'North' },
  { id: 3, parent_id: 2, name: 'Hall' },
] as never;
const rows = [
  device({ id: 10, org: 3, file_group: 7 }),
  device({ id: 11, org: 3, file_group: 8 }),
  device({ id: 12, org: 1, file_group: 8, groups: [5] }),
  device({ id: 13, org: 1, file_group: null, groups: [5] }),
];
const nowhere = { devices: [], orgs: [], groups: [] };

test('the own libraries of the targets: by terminal, zone with those below it, and group; most used first', () => {
  expect(ownLibraries(rows, zones, nowhere)).toEqual([]);
  expect(ownLibraries(rows, zones, { ...nowhere, devices: [10, 13] })).toEqual([7]);
  expect(ownLibraries(rows, zones, { ...nowhere, orgs: [2] })).toEqual([7, 8]);
  expect(ownLibraries(rows, zones, { ...nowhere, groups: [5] })).toEqual([8]);
  expect(ownLibraries(rows, zones, { ...nowhere, orgs: [1] })).toEqual([8, 7]);
});

test('own libraries come first, the others keep their order; unknown ones are left out', () => {
  const groups = [{ id: 6 }, { id: 7 }, { id: 8 }];
  expect(ownFirst(groups, [])).toBe(groups);
  expect(ownFirst(groups, [8, 99]).map(({ id }) => id)).toEqual([8, 6, 7]);
});
