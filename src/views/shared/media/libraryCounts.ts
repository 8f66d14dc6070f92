import type { FileLive } from '../../../../contract/entities/sound/file.ts';
import { isInGroup, type LibraryPlaces } from '../../../../contract/entities/sound/library.ts';

export type BuildStatus = FileLive['build_status'];

/** Number of files: in all, per group, and per build status of the selected group. */
export interface LibraryCounts {
  all: number;
  /** Counts by group; null: files without a group. */
  byGroup: ReadonlyMap<number | null, number>;
  /** Within the selected group. */
  byStatus: Readonly<Record<BuildStatus, number>>;
  shown: number;
}

/** Parses the group filter of the address: a group, none (null), or all files (undefined). */
export function readGroup(filter: string | undefined): number | null | undefined {
  if (filter === undefined || filter === '') return undefined;
  return filter === 'none' ? null : Number(filter);
}

/** Returns the group filter as the address has it; empty: all files. */
export function writeGroup(group: number | null | undefined): string {
  return group === undefined ? '' : String(group ?? 'none');
}

/** Counts an item in each of its groups; null: in none. */
export function addToGroups(
  byGroup: Map<number | null, number>,
  { places }: Pick<LibraryPlaces, 'places'>,
): void {
  const groups = places.length === 0 ? [null] : places.map(([group]) => group);
  for (const group of groups) byGroup.set(group, (byGroup.get(group) ?? 0) + 1);
}

export function countFiles(rows: readonly FileLive[], group: number | null | undefined): LibraryCounts {
  const byGroup = new Map<number | null, number>();
  const byStatus = { waiting: 0, building: 0, built: 0, failed: 0 };
  let shown = 0;
  for (const row of rows) {
    addToGroups(byGroup, row);
    if (!isInGroup(row, group)) continue;
    shown += 1;
    byStatus[row.build_status] += 1;
  }
  return { all: rows.length, byGroup, byStatus, shown };
}
