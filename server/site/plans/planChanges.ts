type Values = Record<string, unknown>;

/** Content of an entry. The database returns the fields of an object in an order of its own. */
const textOf = (entry: unknown) => JSON.stringify(Object.entries(entry as object).sort());

/** Entries of a list that another one does not have, by their content. */
function without(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const there = new Set(other.map(textOf));
  return list.filter((one) => !there.has(textOf(one)));
}

/**
 * Fields that a change of a plan writes into the audit log: of marks and areas only those added, moved or removed, as
 * every save sends all of them.
 */
export function changesOf(row: Values, values: Values): { before: Values; after: Values } {
  const before: Values = {};
  const after: Values = {};
  for (const [field, now] of Object.entries(values)) {
    const old = row[field];
    const isList = Array.isArray(old) && Array.isArray(now);
    const [left, joined] = isList ? [without(old, now), without(now, old)] : [old, now];
    if (isList && (left as unknown[]).length + (joined as unknown[]).length === 0) continue;
    before[field] = left;
    after[field] = joined;
  }
  return { before, after };
}
