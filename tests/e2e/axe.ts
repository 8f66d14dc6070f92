import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rules of axe that look at colours, of those that it applies. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong on a page, a line for each rule with the elements. `colours`: only what a change of colours can
 * change. Only violations are gathered, in one frame (we have no others): several times as fast, with the same finds.
 */
export async function accessibilityFaults(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Fluent's focus guards are focusable and hidden on purpose: they pass the focus on at once.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('[data-tabster-dummy]');
  axe.options({
    resultTypes: ['violations'],
    ...(rules === 'colours' ? { runOnly: { type: 'rule', values: colourRules } } : {}),
  });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
