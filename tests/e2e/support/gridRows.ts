import type { Locator, Page } from '@playwright/test';

/** Row of a grid that contains a text. */
export function gridRow(page: Page, grid: string, text: string): Locator {
  return page.getByTestId(`grid-${grid}`).locator('.ag-row').filter({ hasText: text });
}

/** Cell of such a row. */
export function gridCell(page: Page, grid: string, text: string, column: string): Locator {
  return gridRow(page, grid, text).locator(`[col-id="${column}"]`);
}
