import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 12;

/**
 * Renders only the visible rows of a list whose rows have the same height, and its active row wherever it is: a screen
 * reader follows `aria-activedescendant` to it. Scrolls to the active row when `active.key` changes, and not when rows
 * come or go by themselves.
 * @param rowHeight px
 */
export function useVirtualRows(
  count: number,
  rowHeight: number,
  active: { key: string | number | undefined; index: number },
) {
  const scroller = useRef<HTMLDivElement>(null);
  const { index } = active;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      if (index < 0 || index >= count || visible.includes(index)) return visible;
      return [...visible, index].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that change by themselves must not scroll the list
  useEffect(() => {
    if (index >= 0 && index < count) virtual.scrollToIndex(index);
  }, [active.key]);
  return { scroller, rows: virtual.getVirtualItems(), height: virtual.getTotalSize() };
}
