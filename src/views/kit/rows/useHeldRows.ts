import { type FocusEvent, useReducer, useRef } from 'react';

/** A row of a list that may be held in its place. */
export interface HeldRow<Row> {
  row: Row;
  /** Removed, and kept without its buttons while the list is in use. */
  isGone: boolean;
}

/**
 * Rows of a list in use: those of `shown` in their places, removed or not, with new ones below; none are
 * added if something follows below the list (`isInner`).
 */
export function heldRows<Row>(
  shown: readonly HeldRow<Row>[],
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  isInner = false,
): HeldRow<Row>[] {
  const left = new Map(rows.map((row) => [keyOf(row), row]));
  const kept = shown.map(({ row }) => {
    const fresh = left.get(keyOf(row));
    left.delete(keyOf(row));
    return { row: fresh ?? row, isGone: fresh === undefined };
  });
  if (isInner) return kept;
  return [...kept, ...[...left.values()].map((row) => ({ row, isGone: false }))];
}

/**
 * Keeps the rows of a small live list with buttons in place while the pointer is over the list or the focus
 * is in it, so that the pressed button is the one that was seen. `props` belong to the element around them.
 * `queryKey`: the user's choice, such as a filter; another choice takes effect at once. `outer`: the list in
 * which this one is expanded; while that is held, no row is added, because it would move the rows below.
 */
export function useHeldRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  queryKey?: unknown,
  outer?: { isHeld: boolean },
) {
  const by = useRef({ pointer: false, focus: false });
  const shown = useRef<HeldRow<Row>[]>([]);
  const [, paint] = useReducer((n: number) => n + 1, 0);
  const last = useRef(queryKey);
  const isUsed = by.current.pointer || by.current.focus;
  const isHeld = (isUsed || outer?.isHeld === true) && last.current === queryKey;
  last.current = queryKey;
  shown.current = heldRows(isHeld ? shown.current : [], rows, keyOf, isHeld && outer?.isHeld);
  const hold = (what: 'pointer' | 'focus', is: boolean) => {
    by.current[what] = is;
    if (!is) paint();
  };
  return {
    rows: shown.current,
    isHeld: isUsed,
    props: {
      onPointerEnter: () => hold('pointer', true),
      onPointerLeave: () => hold('pointer', false),
      onFocus: () => hold('focus', true),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hold('focus', false);
      },
    },
  };
}
