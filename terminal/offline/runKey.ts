import type { OfflineProgramme } from '../../contract/protocol/offline.ts';

/** Key of a run. */
export const runKey = (task: number, start_s: number) => `${task}:${start_s}`;

/** Ids of the items of a list. */
export function itemsOf(list: Pick<OfflineProgramme, 'before' | 'list' | 'after'>): Set<string> {
  const parts = [...list.before, ...list.list, ...list.after];
  return new Set(parts.flatMap(({ item }) => item ?? []));
}
