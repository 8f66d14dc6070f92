/** A field that two people may have changed at the same time. */
export interface SharedField {
  name: string;
  label: string;
  /** A value in words; for a list, one of its items. */
  text: (value: unknown) => string;
  /** Its value is a list without an order: both changes can be had. */
  isList?: true;
  /** Its values are ids of this entity (path under `/v1`), whose names are asked for before they are shown. */
  path?: string;
}

export type Side = 'theirs' | 'mine' | 'both';

/** What somebody else has made of a field meanwhile, and what one has made of it oneself. */
export interface Difference {
  field: SharedField;
  base: unknown;
  theirs: unknown;
  mine: unknown;
  /** Lists that both changed: both changes, one on top of the other. */
  both?: readonly unknown[];
  /** What stands in the form at first: nothing of one's own is lost, nothing of theirs undone unseen. */
  side: Side;
}

type Row = Readonly<Record<string, unknown>>;

/** Equal for equal values: a form and the server may order the fields of an object in two ways. */
const keyOf = (value: unknown) =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What joined and what left a list. */
export function listChange(before: unknown, after: unknown) {
  const [was, is] = [new Set(items(before).map(keyOf)), new Set(items(after).map(keyOf))];
  return {
    joined: items(after).filter((one) => !was.has(keyOf(one))),
    left: items(before).filter((one) => !is.has(keyOf(one))),
  };
}

function same(field: SharedField, a: unknown, b: unknown): boolean {
  if (field.isList !== true) return keyOf(a) === keyOf(b);
  const { joined, left } = listChange(a, b);
  return joined.length + left.length === 0;
}

/** One's own change of a list on top of theirs. */
function combined(base: unknown, theirs: unknown, mine: unknown): unknown[] {
  const { joined, left } = listChange(base, mine);
  const gone = new Set(left.map(keyOf));
  const kept = items(theirs).filter((one) => !gone.has(keyOf(one)));
  const held = new Set(kept.map(keyOf));
  return [...kept, ...joined.filter((one) => !held.has(keyOf(one)))];
}

/** The fields that somebody else has changed since `base`, unless one has changed them to the same oneself. */
export function differencesOf(
  fields: readonly SharedField[],
  base: Row,
  mine: Row,
  theirs: Row,
): Difference[] {
  return fields.flatMap((field): Difference[] => {
    const [was, own, now] = [base[field.name], mine[field.name], theirs[field.name]];
    // Read anew, a row may lack what only its live form has.
    if (!(field.name in theirs) || same(field, was, now) || same(field, own, now)) return [];
    const difference = { field, base: was, theirs: now, mine: own };
    if (same(field, own, was)) return [{ ...difference, side: 'theirs' }];
    if (field.isList !== true) return [{ ...difference, side: 'mine' }];
    return [{ ...difference, both: combined(was, now, own), side: 'both' }];
  });
}

/** The value that a side stands for. */
export function sideValue(difference: Difference, side: Side): unknown {
  return side === 'both' ? difference.both : difference[side];
}
