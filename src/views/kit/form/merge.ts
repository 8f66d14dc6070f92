/** A field that two people may have changed at the same time. */
export interface SharedField {
  name: string;
  label: string;
  /** Describes a value; for a list, one of its items. */
  text: (value: unknown) => string;
  /** The value is an unordered list: both changes can be merged. */
  isList?: true;
  /** The values are ids of this entity (path under `/v1`), whose names are fetched before they are shown. */
  path?: string;
}

export type Side = 'theirs' | 'mine' | 'both';

/** Values of a field after a conflict: the other person's and the user's. */
export interface Difference {
  field: SharedField;
  base: unknown;
  theirs: unknown;
  mine: unknown;
  /** Merge of both changes, for lists that both changed. */
  both?: readonly unknown[];
  /** Side chosen at first, so that no change is lost or undone unnoticed. */
  side: Side;
}

type Row = Readonly<Record<string, unknown>>;

/** Same key for equal values: a form and the server may order the fields of an object differently. */
const keyOf = (value: unknown) =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Items added to and removed from a list. */
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

/** Applies the user's change of a list to the other person's version. */
function combined(base: unknown, theirs: unknown, mine: unknown): unknown[] {
  const { joined, left } = listChange(base, mine);
  const gone = new Set(left.map(keyOf));
  const kept = items(theirs).filter((one) => !gone.has(keyOf(one)));
  const held = new Set(kept.map(keyOf));
  return [...kept, ...joined.filter((one) => !held.has(keyOf(one)))];
}

/**
 * Fields that somebody else has changed since `base`, except those that the user changed to the same value.
 */
export function differencesOf(
  fields: readonly SharedField[],
  base: Row,
  mine: Row,
  theirs: Row,
): Difference[] {
  return fields.flatMap((field): Difference[] => {
    const [was, own, now] = [base[field.name], mine[field.name], theirs[field.name]];
    // A row that is read again may lack fields that only its live form has.
    if (!(field.name in theirs) || same(field, was, now) || same(field, own, now)) return [];
    const difference = { field, base: was, theirs: now, mine: own };
    if (same(field, own, was)) return [{ ...difference, side: 'theirs' }];
    if (field.isList !== true) return [{ ...difference, side: 'mine' }];
    return [{ ...difference, both: combined(was, now, own), side: 'both' }];
  });
}

/** Value of the chosen side. */
export function sideValue(difference: Difference, side: Side): unknown {
  return side === 'both' ? difference.both : difference[side];
}
