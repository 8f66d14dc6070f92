import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';
import { Hall } from '../support/hall.ts';

/** Zones of terminals. */
let hall: Hall;
let upstairs: number | undefined;
test.beforeAll(async () => {
  hall = await Hall.open();
  const speakers = await hall.speakers(['INSIDE', 'OUTSIDE', 'UPSTAIRS']);
  for (const [i, name] of ['Inside', 'Outside', 'Upstairs'].entries())
    await hall.api.patch(`/v1/device/${speakers[i]?.id}`, { name });
  upstairs = speakers[2]?.id;
});
test.afterAll(() => hall?.close());

const tick = (page: Page, grid: string, text: string) =>
  gridRow(page, grid, text).locator('.ag-selection-checkbox input').check();
const action = (page: Page, name: string) =>
  page.getByTestId('selection-bar').getByRole('button', { name, exact: true });

test('a zone is created, gets a terminal, is moved, and is deleted only when empty', async ({ page }) => {
  await openConsole(page, hall.server, '/menu_client_management');
  await expect(gridRow(page, 'member', 'Inside')).toBeVisible();
  await expectAccessible(page);
  const dialog = page.getByRole('dialog');
  const heading = page.getByTestId('zone-head').getByRole('heading');
  const top = (await heading.textContent()) ?? '';
  for (const [name, code] of [
    ['North', 'N'],
    ['South', 'S'],
  ] as const) {
    await page.getByRole('treeitem', { level: 1 }).click();
    await expect(heading).toHaveText(top);
    await page.getByRole('button', { name: 'New sub-zone' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Code').fill(code);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(heading).toHaveText(name);
  }
  const south = page.getByRole('treeitem', { name: 'South' });
  await page.getByRole('button', { name: 'Assign terminals' }).first().click();
  await tick(page, 'assign', 'Inside');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Assign 1' }).click();
  await expect(gridRow(page, 'member', 'Inside')).toBeVisible();
  await expect(south).toContainText('1');

  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await dialog.getByRole('treeitem', { name: 'North' }).click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByTestId('zone-head')).toContainText('North / South');

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toContainText('Zone South is not empty');
  await expect(dialog).toContainText('Inside');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await tick(page, 'member', 'Inside');
  await action(page, 'Move to another zone').click();
  await dialog.getByRole('treeitem', { name: 'North' }).click();
  await dialog.getByRole('button', { name: 'Move to zone' }).click();
  await expect(gridRow(page, 'member', 'Inside')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete zone' }).click();
  await expect(south).toHaveCount(0);
  await expect(heading).toHaveText('North');
  expectNoComplaints(page);
});

test('the zone tree and the grid work by keyboard', async ({ page }) => {
  const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/partition');
  // The first of the zones below the top zone: they are ordered by their names.
  const zone = { name: 'Attic', code: 'A', parent_id: rows[0]?.id };
  const { id } = await hall.api.post<{ id: number }>('/v1/partition', zone);
  await hall.api.patch(`/v1/device/${upstairs}`, { org: id });
  await openConsole(page, hall.server, '/menu_device_management');
  await expect(gridRow(page, 'device', 'Upstairs')).toBeVisible();
  await page.getByRole('tree').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/org=\d+/);
  await expect(gridRow(page, 'device', 'Outside')).toHaveCount(0);
  await gridRow(page, 'device', 'Upstairs').locator('[col-id=name]').focus();
  await page.keyboard.press('Space');
  await expect(page.getByTestId('selection-bar')).toContainText('1 selected');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('device-panel')).toContainText('UPSTAIRS');
  expectNoComplaints(page);
});
