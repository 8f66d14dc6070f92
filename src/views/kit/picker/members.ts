import type { StatusName } from '../status.ts';

/** Somebody who can be picked. */
export interface Candidate {
  id: number;
  name: string;
  code: string;
  /** Zone it stands in, and that zone's name; null and empty: none. */
  zone: number | null;
  zoneName: string;
  status: StatusName;
  /** What the filter by state compares. */
  state: string;
  /** All that the search looks through, in lower case. */
  text: string;
}

export interface MemberFilter {
  /** Words, each of which must occur. */
  q: string;
  zones?: ReadonlySet<number> | undefined;
  state?: string | undefined;
  /** Only these. */
  only?: ReadonlySet<number> | undefined;
}

const names = new Intl.Collator(undefined, { numeric: true });

/** Candidates by name. `before`: how they stood, which is kept if nobody came, went or has another name. */
export function byName(found: readonly Candidate[], before: readonly Candidate[]): readonly Candidate[] {
  const known = new Map(found.map((one) => [one.id, one]));
  const isSame =
    before.length === found.length && before.every((one) => known.get(one.id)?.name === one.name);
  if (isSame) return before.map((one) => known.get(one.id) ?? one);
  return found.toSorted((a, b) => names.compare(a.name, b.name) || a.id - b.id);
}

/** Those that pass, in their order. */
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

/** The chosen with these put in or taken out. */
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
