import type { KeyboardEvent } from 'react';

/**
 * Moves the focus over the bars of a timeline by arrow keys: left and right within a zone, up and down to the
 * nearest bar of the next zone with any. Bars have `data-bar`, the lanes of a zone `data-lanes`.
 */
export function walkBars(scroller: HTMLElement | null, event: KeyboardEvent): void {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || scroller?.contains(active) !== true) return;
  const all = [...scroller.querySelectorAll<HTMLElement>('[data-bar]')];
  const from = active.dataset.bar === undefined ? undefined : active;
  const go = (to: HTMLElement | undefined) => {
    to?.focus();
    event.preventDefault();
  };
  if (from === undefined) {
    if (event.key === 'ArrowRight' || event.key === 'ArrowDown') go(all[0]);
    return;
  }
  const lane = from.closest('[data-lanes]');
  const mine = all.filter((one) => one.closest('[data-lanes]') === lane).sort(byPlace);
  if (event.key === 'ArrowRight') go(mine[mine.indexOf(from) + 1]);
  else if (event.key === 'ArrowLeft') go(mine[mine.indexOf(from) - 1]);
  else if (event.key === 'Home') go(mine[0]);
  else if (event.key === 'End') go(mine.at(-1));
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const lanes = [...scroller.querySelectorAll('[data-lanes]')];
    const place = lanes.indexOf(lane as Element);
    const beyond = event.key === 'ArrowDown' ? lanes.slice(place + 1) : lanes.slice(0, place).reverse();
    const filled = beyond.find((one) => one.querySelector('[data-bar]') !== null);
    const away = (one: HTMLElement) => Math.abs(one.offsetLeft - from.offsetLeft);
    go(all.filter((one) => one.closest('[data-lanes]') === filled).sort((a, b) => away(a) - away(b))[0]);
  }
}

function byPlace(a: HTMLElement, b: HTMLElement): number {
  return a.offsetLeft - b.offsetLeft || a.offsetTop - b.offsetTop;
}
