import type { Wall } from './wallModel.ts';

/** Index of the first page with a sounding alarm; null: none. */
export function alarmPage({ pages }: Wall): number | null {
  const found = pages.findIndex(({ isAlarm }) => isAlarm);
  return found < 0 ? null : found;
}

/** Index of the page after another one: in an alarm of those on which it sounds, otherwise of all. */
export function pageAfter({ pages }: Wall, page: number): number {
  const isInAlarm = pages.some(({ isAlarm }) => isAlarm);
  for (let step = 1; step <= pages.length; step++) {
    const next = (page + step) % pages.length;
    if (!isInAlarm || pages[next]?.isAlarm === true) return next;
  }
  return page;
}
