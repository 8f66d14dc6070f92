import type { FileLive } from '../../../../contract/entities/sound/file.ts';

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

export function countFiles(rows: readonly FileLive[], group: number | null | undefined): LibraryCounts {
  const byGroup = new Map<number | null, number>();
  const byStatus = { waiting: 0, building: 0, built: 0, failed: 0 };
  let shown = 0;
  for (const { group_id, build_status } of rows) {
    byGroup.set(group_id, (byGroup.get(group_id) ?? 0) + 1);
    if (group !== undefined && group_id !== group) continue;
    shown += 1;
    byStatus[build_status] += 1;
  }
  return { all: rows.length, byGroup, byStatus, shown };
}
