import { useRef } from 'react';
import type { ZoneNode } from './zones.ts';

/**
 * Several marked zones, to be moved or deleted together; with fewer than two there is only the selected one.
 */
export interface ZoneMarks {
  ids: ReadonlySet<number>;
  set: (ids: readonly number[]) => void;
}

/** Changes the marks by pointer and keys, as in a file list: add one (Ctrl), extend (Shift). */
export function useTreeMarks(
  nodes: readonly ZoneNode[],
  marks: ZoneMarks | undefined,
  selected: number | undefined,
  select: (id: number) => void,
) {
  const anchor = useRef(selected);
  const several = marks !== undefined && marks.ids.size > 1;

  function mark(ids: readonly number[]): void {
    const [only] = ids;
    if (ids.length > 1) marks?.set(ids);
    else {
      marks?.set([]);
      if (only !== undefined && only !== selected) select(only);
    }
  }
  /** The top zone is never marked: it can be neither moved nor deleted. */
  const fixed = (node: ZoneNode) => node.zone.parent_id === null;

  return {
    isMarked: (id: number) => (several ? marks.ids.has(id) : id === selected),
    /** Zones that an action on this zone affects: all marked ones, if it is one of them. */
    with: (id: number): number[] => (several && marks.ids.has(id) ? [...marks.ids] : [id]),
    /** Resets the marks to the selected zone. @returns whether there were more */
    clear(id = selected): boolean {
      anchor.current = id;
      if (several) marks.set([]);
      return several;
    },
    toggle(id: number): boolean {
      if (marks === undefined) return false;
      anchor.current = id;
      if (nodes.some((node) => node.zone.id === id && fixed(node))) return true;
      const isMovable = nodes.some((node) => node.zone.id === selected && !fixed(node));
      const held = new Set(several ? marks.ids : isMovable && selected !== undefined ? [selected] : []);
      if (!held.delete(id)) held.add(id);
      mark([...held]);
      return true;
    },
    /** Extends the marks to a zone. @param from start of the range, unless there are marks already */
    extend(to: number, from?: number): boolean {
      if (marks === undefined) return false;
      if (!several) anchor.current = from ?? selected ?? to;
      const place = (id: number | undefined) => nodes.findIndex((node) => node.zone.id === id);
      const [a, b] = [place(anchor.current), place(to)].sort((x, y) => x - y);
      const range = nodes.slice(Math.max(0, a ?? 0), (b ?? 0) + 1).filter((node) => !fixed(node));
      mark(range.map((node) => node.zone.id));
      return true;
    },
    all(): boolean {
      mark(nodes.filter((node) => !fixed(node)).map((node) => node.zone.id));
      return marks !== undefined;
    },
  };
}
export type TreeMarks = ReturnType<typeof useTreeMarks>;
