import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules of axe that look at colours, of those that it applies. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Lists the violations that axe finds on a page, a line for each rule with the elements. `colours`: only what a change of
 * colours can change. Only violations are gathered, in one frame (we have no others): several times as fast, with the
 * same finds. A page keeps axe until it is loaded anew, for reading it takes as long as looking.
 */
export async function accessibilityFaults(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (only) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(
        // Fluent's focus guards are focusable and hidden on purpose: they pass the focus on at once.
        { exclude: ['[data-tabster-dummy]'] },
        {
          resultTypes: ['violations'],
          ...(only === null ? {} : { runOnly: { type: 'rule', values: only } }),
        },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    },
    rules === 'colours' ? colourRules : null,
  );
}
