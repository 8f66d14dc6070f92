import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

/** Minified: every document compiles it again, and the full text (`axe.source`) takes twice as long. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules of axe about colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Resolves when no dialog is opening or closing: until it has closed, the page behind it is hidden from assistive
 * technology.
 */
async function dialogsAtRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isMoving = document
      .getAnimations()
      // Without transitions of values, which may go on.
      .some(
        (one) =>
          one.constructor === Animation &&
          one.playState === 'running' &&
          one.effect !== null &&
          one.effect.getTiming().iterations !== Number.POSITIVE_INFINITY &&
          (one.effect as KeyframeEffect).target?.closest('[role=dialog], [role=alertdialog]') != null,
      );
    const isHidden = document.getElementById('root')?.getAttribute('aria-hidden') === 'true';
    return !isMoving && (!isHidden || document.querySelector('[role=dialog], [role=alertdialog]') !== null);
  });
}

/** Rules of axe that are checked: all, only those about colours, or all others. */
export type AxeRules = 'all' | 'colours' | 'structure';

const optionsOf: Record<AxeRules, RunOptions> = {
  all: {},
  colours: { runOnly: { type: 'rule', values: colourRules } },
  structure: { rules: Object.fromEntries(colourRules.map((id) => [id, { enabled: false }])) },
};

/**
 * Lists the violations that axe finds on a page, one line per rule with its elements. Only violations of one frame are collected (there are no others), which is several
 * times as fast with the same results. axe stays loaded until the page is reloaded, as loading it takes as
 * long as a check.
 */
export async function accessibilityFaults(page: Page, rules: AxeRules = 'all'): Promise<string[]> {
  await dialogsAtRest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(
      // Fluent's focus guards are focusable and hidden on purpose: they pass the focus on.
      { exclude: ['[data-tabster-dummy]'] },
      { resultTypes: ['violations'], ...options },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  }, optionsOf[rules]);
}
