import { describe, expect, it } from 'vitest';
import { byName, type Candidate, findMembers, withMembers } from '../../../src/views/kit/picker/members.ts';

const one = (id: number, name: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  name,
  code: `C${id}`,
  zone: 1,
  zoneName: 'Hall',
  status: 'free',
  state: 'free',
  text: `${name}\nc${id}\nhall`.toLowerCase(),
  ...more,
});
const ids = (found: readonly Candidate[]) => found.map(({ id }) => id);

describe('picking members', () => {
  const all = [
    one(1, 'Gate 2'),
    one(2, 'Gate 10', { zone: 2, state: 'offline' }),
    one(3, 'Yard', { zone: null }),
  ];

  it('sorts by name with numeric order, and keeps the order while only states change', () => {
    expect(ids(byName([all[1], all[0], all[2]] as Candidate[], []))).toEqual([1, 2, 3]);
    const changed = all.map((each) => ({ ...each, state: 'offline' }));
    const again = byName(changed.toReversed(), all);
    expect(ids(again)).toEqual([1, 2, 3]);
    expect(again.every((each) => each.state === 'offline')).toBe(true);
    expect(ids(byName([...all, one(4, 'Gate 3')], all))).toEqual([1, 4, 2, 3]);
  });

  it('finds by every word, zone, state, and among the selected', () => {
    expect(ids(findMembers(all, { q: 'GATE hall' }))).toEqual([1, 2]);
    expect(ids(findMembers(all, { q: ' c3 ' }))).toEqual([3]);
    expect(ids(findMembers(all, { q: 'gate yard' }))).toEqual([]);
    expect(ids(findMembers(all, { q: '', zones: new Set([1, 2]) }))).toEqual([1, 2]);
    expect(ids(findMembers(all, { q: '', state: 'offline' }))).toEqual([2]);
    expect(ids(findMembers(all, { q: '', only: new Set([3]) }))).toEqual([3]);
  });

  it('adds and removes matches, and keeps other members', () => {
    const chosen = new Set([9, 1]);
    expect([...withMembers(chosen, all, true)].sort()).toEqual([1, 2, 3, 9]);
    expect([...withMembers(chosen, all, false)]).toEqual([9]);
    expect([...chosen]).toEqual([9, 1]);
  });
});
