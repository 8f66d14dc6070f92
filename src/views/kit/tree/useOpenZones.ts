import { useEffect, useRef, useState } from 'react';
import { ancestors, childrenOf, type Zone } from './zones.ts';

/**
 * Which zones are open: the roots at first, and everything above the selected one. `room`: so many rows are seen at
 * once; where all zones fit, all are open.
 */
export function useOpenZones(zones: readonly Zone[], selected: number | undefined, room = 0) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const isFresh = useRef(true);
  useEffect(() => {
    if (!isFresh.current || zones.length === 0) return;
    isFresh.current = false;
    const first = zones.length <= room ? zones : (childrenOf(zones).get(null) ?? []);
    setOpen((old) => new Set([...old, ...first.map((zone) => zone.id)]));
  }, [zones, room]);
  // Live counts give a new array all the time; only another selection is a reason to open what lies above it.
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
