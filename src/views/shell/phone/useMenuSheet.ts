import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Menu of a phone, which covers the screen: closed by its key, by Escape, and by opening a screen. */
export function useMenuSheet(): { id: string; isOpen: boolean; toggle: () => void } {
  const id = useId();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes it
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setOpen(false);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);
  return { id, isOpen, toggle: () => setOpen(!isOpen) };
}
