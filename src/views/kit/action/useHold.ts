import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** Hold time, ms. */
export const HOLD_MS = 2000;
/** Update interval of the remaining time, ms. */
const stepMs = 100;
/** Two short presses within this time are from a user who cannot hold, or does not know about it, ms. */
const TWICE_MS = 1500;

const isKey = (event: KeyboardEvent) => event.key === 'Enter' || event.key === ' ';

/**
 * Handles holding a button by pointer, Enter or the space bar. `onHeld`: held long enough. `onConfirm`: activated
 * without holding, by assistive technology (a click without a pointer) or by two short presses; one short
 * press does nothing.
 */
export function useHold(props: { isOff: boolean; onHeld: () => void; onConfirm: () => void }) {
  const { isOff, onHeld, onConfirm } = props;
  /** Time held so far, ms; null: not held. */
  const [held, setHeld] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const short = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearInterval(timer.current), []);

  function drop(): void {
    clearInterval(timer.current);
    timer.current = undefined;
    setHeld(null);
  }
  function press(): void {
    if (isOff || timer.current !== undefined) return;
    const since = performance.now();
    setHeld(0);
    timer.current = setInterval(() => {
      const now = performance.now() - since;
      if (now < HOLD_MS) return setHeld(now);
      drop();
      onHeld();
    }, stepMs);
  }
  function release(): void {
    if (timer.current === undefined) return;
    drop();
    const now = performance.now();
    if (now - short.current < TWICE_MS) onConfirm();
    short.current = now;
  }
  return {
    held,
    /** Ends a hold without its action. */
    drop,
    handlers: {
      onPointerDown: (event: PointerEvent) => event.button === 0 && press(),
      onPointerUp: release,
      onPointerLeave: drop,
      onPointerCancel: drop,
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) press();
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (!isKey(event)) return;
        // Prevents the click of the space bar.
        event.preventDefault();
        release();
      },
      onBlur: drop,
      // Not by finger or mouse: a screen reader, a switch device or voice control.
      onClick: (event: MouseEvent) => event.detail === 0 && !isOff && onConfirm(),
    },
  };
}
