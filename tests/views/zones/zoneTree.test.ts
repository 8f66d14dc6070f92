import { describe, expect, it } from 'vitest';
import { type PartitionLive, partitionForm } from '../../../contract/entities/site/partition.ts';
import { isTop, moveTargets, outermost, zonePath } from '../../../src/views/shared/zones/zoneTree.ts';

const zone = (id: number, name: string, parent_id: number | null): PartitionLive => ({
  id,
  org: id,
  name,
  code: name,
  parent_id,
  has_password: false,
  start_wait_s: 0,
  rev: 1,
  online: 0,
  offline: 0,
  behind_relay: 0,
  expected: 0,
});
/** Site (1) → School (2) → Block (3); Field (4) beside School. */
const zones = [zone(1, 'Site', null), zone(2, 'School', 1), zone(3, 'Block', 2), zone(4, 'Field', 1)];

describe('moving a zone', () => {
  it.each([
    [2, 4, true, 'beside itself'],
    [3, 1, true, 'up'],
    [3, 4, true, 'elsewhere'],
    [2, 2, false, 'into itself'],
    [2, 3, false, 'below itself'],
    [3, 2, false, 'to where it is'],
    [1, 4, false, 'the top zone stays'],
    [9, 4, false, 'one that does not exist'],
  ])('%i under %i: %s (%s)', (moved, to, allowed) => {
    expect(moveTargets(zones, [moved])(to)).toBe(allowed);
  });
});

describe('moving several', () => {
  it.each([
    [[3, 4], 1, true, 'one of them lies there already, the other comes'],
    [[2, 4], 3, false, 'below one of them'],
    [[2, 4], 1, false, 'all lie there already'],
    [[1, 4], 2, false, 'the top zone is among them'],
    [[], 1, false, 'none'],
  ])('%j under %i: %s (%s)', (moved, to, allowed) => {
    expect(moveTargets(zones, moved)(to)).toBe(allowed);
  });
  it('a zone within another of them moves along with it', () => {
    const ids = (marked: number[]) => outermost(zones, new Set(marked)).map(({ id }) => id);
    expect(ids([2, 3, 4])).toEqual([2, 4]);
    expect(ids([3, 4])).toEqual([3, 4]);
  });
});

describe('paths', () => {
  it('begin at the top visible zone', () => {
    expect(zonePath(zones, 3)).toEqual(['Site', 'School', 'Block']);
    const seen = zones.filter(({ id }) => id !== 1);
    expect(zonePath(seen, 3)).toEqual(['School', 'Block']);
    expect(zonePath(zones, null)).toEqual([]);
    expect(zonePath(zones, 9)).toEqual([]);
    expect(seen.filter((one) => isTop(seen, one)).map(({ id }) => id)).toEqual([2, 4]);
  });
});

describe('a partition, its password and the confirmation', () => {
  const body = { name: 'Hall', code: 'H-1', parent_id: 1 };
  const faults = (values: object) =>
    partitionForm
      .safeParse({ ...body, ...values })
      .error?.issues.map(({ path, message }) => [path[0], message]);
  it('the password may be blank', () => {
    expect(faults({ password: '', confirmPassword: '' })).toBeUndefined();
    expect(faults({})).toBeUndefined();
  });
  it('otherwise the confirmation is required', () => {
    expect(faults({ password: 'abc', confirmPassword: '' })).toEqual([
      ['confirmPassword', 'rules.confirmRequired'],
    ]);
    expect(faults({ password: 'abc', confirmPassword: 'abd' })).toEqual([
      ['confirmPassword', 'rules.confirmDiffers'],
    ]);
    expect(faults({ password: 'abc', confirmPassword: 'abc' })).toBeUndefined();
  });
});
