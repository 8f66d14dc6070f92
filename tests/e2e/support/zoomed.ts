import { expect, type Page } from '@playwright/test';

/** A screen of 1366 × 768 at 200 %. */
const zoomed = { width: 683, height: 384 };

/** Names what cannot be reached: outside of the window, cut by an element that nobody can scroll, or below another one. */
function outOfReach(): string[] {
  const found: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  const main = document.querySelector('main');
  if (main !== null && main.scrollWidth > main.clientWidth + 1) found.push('the screen scrolls sideways');
  for (const one of document.querySelectorAll('main :is(button, a[href], input, [role=tab], h2, h3)')) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('.ag-root-wrapper') !== null)
      continue;
    const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
    if (width < 2) continue;
    const name = `${one.tagName} ${one.textContent || one.getAttribute('aria-label')}`;
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    const isHere = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    if (isHere && above !== null && above !== one && !one.contains(above) && !above.contains(one)) {
      const isOwnLabel = above.closest('label, .fui-Input, .fui-Checkbox, .fui-Switch, .fui-Radio');
      if (isOwnLabel === null) found.push(`${name} is below ${above.outerHTML.slice(0, 80)}`);
    }
    for (let above = one.parentElement; above !== null; above = above.parentElement) {
      const { overflowX } = getComputedStyle(above);
      if (overflowX === 'visible') continue;
      if (overflowX !== 'hidden' && overflowX !== 'clip') break;
      const frame = above.getBoundingClientRect();
      if (left >= frame.left - 2 && right <= frame.right + 2) continue;
      found.push(`${name} is cut`);
      break;
    }
  }
  for (const grid of document.querySelectorAll('main .ag-root-wrapper'))
    if (grid.getBoundingClientRect().height < 90) found.push('a grid has no room for rows');
  return found;
}

/** Shows the screen at 200 %, expects that nothing of it is lost, and returns to the window that was. */
export async function expectWholeAt200(page: Page): Promise<void> {
  const usual = page.viewportSize();
  await page.setViewportSize(zoomed);
  await expect.poll(() => page.evaluate(outOfReach)).toEqual([]);
  if (usual !== null) await page.setViewportSize(usual);
}
