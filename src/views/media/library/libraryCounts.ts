import { isInGroup, type LibraryPlaces } from '../../../../contract/entities/sound/library.ts';
import { addToGroups } from '../../shared/media/libraryCounts.ts';

/** Number of items: in all, per group, and per state in the selected group. */
export interface LibraryCounts {
  all: number;
  /** Counts by group; null: items without a group. */
  byGroup: ReadonlyMap<number | null, number>;
  /** Within the selected group. */
  byState: ReadonlyMap<string, number>;
  shown: number;
}

/** Counts the items. @param group the selected one; null: items without a group, undefined: all */
export function countLibrary<Live extends Pick<LibraryPlaces, 'places'>>(
  rows: readonly Live[],
  group: number | null | undefined,
  stateOf: (row: Live) => string,
): LibraryCounts {
  const byGroup = new Map<number | null, number>();
  const byState = new Map<string, number>();
  let shown = 0;
  for (const row of rows) {
    addToGroups(byGroup, row);
    if (!isInGroup(row, group)) continue;
    shown += 1;
    const state = stateOf(row);
    byState.set(state, (byState.get(state) ?? 0) + 1);
  }
  return { all: rows.length, byGroup, byState, shown };
}
