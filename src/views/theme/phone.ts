import { useSyncExternalStore } from 'react';

/** Media query of a phone: a bar below the screen takes the place of the menu at its side. */
const phone = '(max-width: 640px)';
export const phoneScreen = `@media ${phone}` as const;

/** Smallest height and width of what a finger presses, px; `--tocsinTarget` of theme/global.css. */
export const TARGET_PX = 48;

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(phone);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Tells whether the window is as narrow as a phone. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(phone).matches);
}
