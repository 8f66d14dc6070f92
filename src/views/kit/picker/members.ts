import type { StatusName } from '../status/status.ts';

/** A possible member. */
export interface Candidate {
  id: number;
  name: string;
  code: string;
  /** Zone of the member, and its name; null and empty: none. */
  zone: number | null;
  zoneName: string;
  status: StatusName;
  /** State that the filter compares. */
  state: string;
  /** All text that the search looks through, in lower case. */
  text: string;
}

export interface MemberFilter {
  /** Words, each of which must occur. */
  q: string;
  zones?: ReadonlySet<number> | undefined;
  state?: string | undefined;
  /** Restricts the result to these ids. */
  only?: ReadonlySet<number> | undefined;
}

const names = new Intl.Collator(undefined, { numeric: true });

/** Sorts candidates by name. `before`: the previous order, kept if nobody was added, removed or renamed. */
export function byName(found: readonly Candidate[], before: readonly Candidate[]): readonly Candidate[] {
  const known = new Map(found.map((one) => [one.id, one]));
  const isSame =
    before.length === found.length && before.every((one) => known.get(one.id)?.name === one.name);
  if (isSame) return before.map((one) => known.get(one.id) ?? one);
  return found.toSorted((a, b) => names.compare(a.name, b.name) || a.id - b.id);
}

/** Candidates that pass the filter, in their order. */
export function findMembers(candidates: readonly Candidate[], filter: MemberFilter): readonly Candidate[] {
  const words = filter.q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const { zones, state, only } = filter;
  if (words.length === 0 && zones === undefined && state === undefined && only === undefined)
    return candidates;
  return candidates.filter(
    (one) =>
      (only === undefined || only.has(one.id)) &&
      (zones === undefined || (one.zone !== null && zones.has(one.zone))) &&
      (state === undefined || one.state === state) &&
      words.every((word) => one.text.includes(word)),
  );
}

/** Returns the selection with these ids added or removed. */
export function withMembers(
  chosen: ReadonlySet<number>,
  members: readonly Candidate[],
  isIn: boolean,
): ReadonlySet<number> {
  const next = new Set(chosen);
  for (const { id } of members) {
    if (isIn) next.add(id);
    else next.delete(id);
  }
  return next;
}
