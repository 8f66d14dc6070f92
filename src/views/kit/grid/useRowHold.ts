import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useMemo } from 'react';
import { RowHold } from './hold.ts';

/** Delay before a pointer counts as having left the rows, ms: between two rows it is over none. */
const graceMs = 200;

const isRow = (target: EventTarget | null) => target instanceof Element && target.closest('.ag-row') !== null;

/**
 * Holds the rows of a grid while the pointer is over one, one has the focus, or some are ticked. Removed rows
 * stay visible only under a pointer, which would otherwise hit the next one. A pointer that rests where a
 * dialog has just closed does not count until it moves.
 */
export function useRowHold<Row extends { id: number }>(
  api: GridApi<Row> | null,
  root: RefObject<HTMLElement | null>,
  isTicked: boolean,
): RowHold<Row> | null {
  const hold = useMemo(() => (api === null ? null : new RowHold(api)), [api]);
  const signs = useMemo(() => ({ isOver: false, isFocused: false, isTicked: false }), []);
  useEffect(() => {
    const element = root.current;
    if (hold === null || api === null || element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let at = '';
    const apply = () => {
      if (api.isDestroyed()) return;
      hold.set(signs.isOver || signs.isFocused || signs.isTicked, signs.isOver);
    };
    const update = () => {
      clearTimeout(timer);
      if (signs.isOver || signs.isFocused) apply();
      else timer = setTimeout(apply, graceMs);
    };
    const note = (name: 'isOver' | 'isFocused', is: boolean) => {
      if (signs[name] === is) return;
      signs[name] = is;
      update();
    };
    const onMove = (event: PointerEvent) => {
      const now = `${event.screenX} ${event.screenY}`;
      const isMoved = at !== '' && at !== now;
      at = now;
      if (isMoved || !isRow(event.target)) note('isOver', isRow(event.target));
    };
    const onLeave = () => {
      at = '';
      note('isOver', false);
    };
    const onDown = (event: PointerEvent) => note('isOver', isRow(event.target));
    const onFocusIn = (event: FocusEvent) => note('isFocused', isRow(event.target));
    const onFocusOut = (event: FocusEvent) => note('isFocused', isRow(event.relatedTarget));
    element.addEventListener('pointerover', onMove);
    element.addEventListener('pointermove', onMove, { passive: true });
    element.addEventListener('pointerdown', onDown, { capture: true });
    element.addEventListener('pointerleave', onLeave);
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointerover', onMove);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerdown', onDown, { capture: true });
      element.removeEventListener('pointerleave', onLeave);
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [api, hold, root, signs]);
  useEffect(() => {
    signs.isTicked = isTicked;
    if (hold === null || api === null || api.isDestroyed()) return;
    hold.set(signs.isOver || signs.isFocused || isTicked, signs.isOver);
  }, [api, hold, isTicked, signs]);
  return hold;
}
