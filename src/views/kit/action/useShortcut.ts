import { useEffect, useRef } from 'react';

/**
 * Runs an action by a key of its own on every screen, also within a dialog. Function keys only: screen readers use
 * letters. A key that is kept down acts once.
 *
 * @param isOn false: the key keeps its meaning in the browser
 */
export function useShortcut(key: `F${number}`, isOn: boolean, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [key, isOn]);
}
