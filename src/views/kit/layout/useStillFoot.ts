import { useEffect, useRef } from 'react';

/**
 * Keeps the foot of a dialog, with its buttons, in place: after the first press or key in it the dialog grows
 * and shrinks at its top, and scrolls when there is no more room. Before that it is centred, because its
 * content may still be loading. Another `step` is other content, for which it is centred again.
 */
export function useStillFoot(step: unknown) {
  const surface = useRef<HTMLDivElement | null>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    surface.current?.style.removeProperty('margin-bottom');
    surface.current?.style.removeProperty('--tocsinFoot');
  }, [step]);
  function hold(): void {
    const element = surface.current;
    if (element === null || element.style.marginBottom !== '') return;
    // Used value of the margin that centres the dialog at this height.
    const { marginBottom } = getComputedStyle(element);
    if (!marginBottom.endsWith('px')) return;
    element.style.marginBottom = marginBottom;
    element.style.setProperty('--tocsinFoot', marginBottom);
  }
  return {
    ref: (element: HTMLDivElement | null) => {
      surface.current = element;
    },
    onPointerDownCapture: hold,
    onKeyDownCapture: hold,
  };
}
