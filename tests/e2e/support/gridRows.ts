import { expect, type Locator, type Page } from '@playwright/test';

/** Row of a grid that contains a text. */
export function gridRow(page: Page, grid: string, text: string): Locator {
  return page.getByTestId(`grid-${grid}`).locator('.ag-row').filter({ hasText: text });
}

/** Cell of such a row. */
export function gridCell(page: Page, grid: string, text: string, column: string): Locator {
  return gridRow(page, grid, text).locator(`[col-id="${column}"]`);
}

/** Presses an action on the selected rows: in their bar or, where it has no room there, in the menu of the bar. */
export async function pressAction(page: Page, name: string): Promise<void> {
  const bar = page.getByTestId('selection-bar');
  const button = bar.getByRole('button', { name, exact: true });
  const limit = { timeout: 2_000 };
  // The bar finds out after it is shown what has room in it.
  await expect(async () => {
    if (await button.isVisible()) return button.click(limit);
    await bar.getByTestId('more-actions').click(limit);
    await page.getByRole('menuitem', { name, exact: true }).click(limit);
  }).toPass();
}
