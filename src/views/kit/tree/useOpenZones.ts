import { useEffect, useRef, useState } from 'react';
import { ancestors, childrenOf, type Zone } from './zones.ts';

const none: ReadonlySet<number> = new Set();
/** Largest number of ticked zones whose ancestors are opened: more are not visible at once. */
const MOST = 100;

/** Chosen zones whose parent is not chosen. */
function topmost(zones: readonly Zone[], checked: ReadonlySet<number>): number[] {
  const tops = zones.filter(({ id, parent_id }) => checked.has(id) && !checked.has(parent_id ?? 0));
  return tops.slice(0, MOST).map(({ id }) => id);
}

/**
 * State of the expanded zones: at first the roots, and the ancestors of the selected one. `room`: number of
 * rows visible at once; where all zones fit, all are expanded. `checked`: ancestors of these are expanded at
 * first, so that they are visible.
 */
export function useOpenZones(
  zones: readonly Zone[],
  selected: number | undefined,
  visibleRows = 0,
  checked: ReadonlySet<number> = none,
) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const isFresh = useRef(true);
  useEffect(() => {
    if (!isFresh.current || zones.length === 0) return;
    isFresh.current = false;
    const first = zones.length <= visibleRows ? zones : (childrenOf(zones).get(null) ?? []);
    const above = topmost(zones, checked).flatMap((id) => ancestors(zones, id));
    setOpen((old) => new Set([...old, ...first.map((zone) => zone.id), ...above]));
  }, [zones, visibleRows, checked]);
  // Live counts give a new array all the time; only another selection expands its ancestors.
  const latest = useRef(zones);
  latest.current = zones;
  const isKnown = selected !== undefined && zones.some((zone) => zone.id === selected);
  useEffect(() => {
    if (selected === undefined || !isKnown) return;
    setOpen((old) => new Set([...old, ...ancestors(latest.current, selected)]));
  }, [selected, isKnown]);
  const toggle = (id: number) =>
    setOpen((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return { open, toggle };
}
