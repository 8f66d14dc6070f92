import { useState, useSyncExternalStore } from 'react';

const key = 'menu.collapsed';
/** Media query for the wide menu: below 1400 px it is 48 px wide unless the user opens it. */
const wide = '(min-width: 1400px)';

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(wide);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** State of the side menu: as the user chose in this browser, else by the width of the window. */
export function useMenuWidth(): { collapsed: boolean; toggle: () => void } {
  const isWide = useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
  const [chosen, setChosen] = useState(() => localStorage.getItem(key));
  const collapsed = chosen === null ? !isWide : chosen === '1';
  return {
    collapsed,
    toggle() {
      const next = collapsed ? '0' : '1';
      localStorage.setItem(key, next);
      setChosen(next);
    },
  };
}
