import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { TARGET_PX, usePhone } from '../../theme/phone.ts';

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 12;

/**
 * Renders only the visible rows of a list whose rows have the same height, and its active row wherever it is: a screen
 * reader follows `aria-activedescendant` to it. Scrolls to the active row when `active.key` changes, and not when rows
 * come or go by themselves.
 * @param rowHeight px; on a phone at least that of a finger, as `target(rowHeight)` of theme/tokens.ts
 */
export function useVirtualRows(
  count: number,
  rowHeight: number,
  active: { key: string | number | undefined; index: number },
) {
  const scroller = useRef<HTMLDivElement>(null);
  const { index } = active;
  const size = Math.max(rowHeight, usePhone() ? TARGET_PX : 0);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are measured again when the height of all changes
  useEffect(() => virtual.measure(), [size]);
  return { scroller, rows: virtual.getVirtualItems(), height: virtual.getTotalSize() };
}
