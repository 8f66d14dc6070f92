import { useSyncExternalStore } from 'react';

/** Media query of a phone: a bar below the screen takes the place of the menu at its side. */
const phone = '(max-width: 640px)';
export const phoneScreen = `@media ${phone}` as const;

/** Smallest height and width of what a finger presses, px; `--tocsinTarget` of theme/global.css. */
export const TARGET_PX = 48;

/** Too narrow for a list beside another: a phone, or a screen of 1366 px at 200 %. */
const stacked = '(max-width: 800px)';

const subscribeTo = (query: string) => (changed: () => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};
const subscribePhone = subscribeTo(phone);
const subscribeStacked = subscribeTo(stacked);

/** Tells whether the window is as narrow as a phone. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribePhone, () => window.matchMedia(phone).matches);
}

/** Tells whether panels that are otherwise side by side open over each other. */
export function useStacked(): boolean {
  return useSyncExternalStore(subscribeStacked, () => window.matchMedia(stacked).matches);
}
