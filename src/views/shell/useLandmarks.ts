import { useEffect } from 'react';

/** Parts of the page, in reading order; the names of navigations and banners tell them apart. */
const landmarks = 'header, nav, main, aside, section[aria-label]:not(main section)';
const pressable = 'a[href], button:not(:disabled), input, select, textarea, [tabindex="0"]';

const isShown = (element: HTMLElement) =>
  element.getClientRects().length > 0 && element.closest('[inert]') === null;

/** Element of a part that takes the focus: the last one that had it, its first control, or the part itself. */
function entryOf(part: HTMLElement, last: WeakMap<HTMLElement, HTMLElement>): HTMLElement {
  const before = last.get(part);
  if (before !== undefined && part.contains(before) && isShown(before)) return before;
  if (part.tabIndex >= 0 || part.hasAttribute('tabindex')) return part;
  // The controls of a part within it are its own: from it, Shift+F6 would lead back to it.
  const isOwn = (control: HTMLElement) => control.closest(landmarks) === part && isShown(control);
  return [...part.querySelectorAll<HTMLElement>(pressable)].find(isOwn) ?? part;
}

/**
 * Moves the focus by F6 to the next part of the page, by Shift+F6 to the previous one, and back to where it was in that
 * part. An open dialog keeps the focus.
 */
export function useLandmarks(): void {
  useEffect(() => {
    const last = new WeakMap<HTMLElement, HTMLElement>();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
      if (document.querySelector('[role=dialog],[role=alertdialog]') !== null) return;
      event.preventDefault();
      const parts = [...document.querySelectorAll<HTMLElement>(landmarks)].filter(isShown);
      const { activeElement } = document;
      const at = parts.findLastIndex((part) => part.contains(activeElement));
      const from = parts[at];
      if (from !== undefined && activeElement instanceof HTMLElement) last.set(from, activeElement);
      const step = event.shiftKey ? -1 : 1;
      const next = parts[(Math.max(at, event.shiftKey ? 0 : -1) + step + parts.length) % parts.length];
      if (next !== undefined) entryOf(next, last).focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
