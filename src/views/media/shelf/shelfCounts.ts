/** How many things there are: in all, in each group, and in each state among those that are looked at. */
export interface ShelfCounts {
  all: number;
  /** By group; null: in none. */
  byGroup: ReadonlyMap<number | null, number>;
  /** Within the chosen group. */
  byState: ReadonlyMap<string, number>;
  shown: number;
}

/** @param group the chosen one; null: things in none, undefined: all */
export function countShelf<Live extends { group_id: number | null }>(
  rows: readonly Live[],
  group: number | null | undefined,
  stateOf: (row: Live) => string,
): ShelfCounts {
  const byGroup = new Map<number | null, number>();
  const byState = new Map<string, number>();
  let shown = 0;
  for (const row of rows) {
    byGroup.set(row.group_id, (byGroup.get(row.group_id) ?? 0) + 1);
    if (group !== undefined && row.group_id !== group) continue;
    shown += 1;
    const state = stateOf(row);
    byState.set(state, (byState.get(state) ?? 0) + 1);
  }
  return { all: rows.length, byGroup, byState, shown };
}
