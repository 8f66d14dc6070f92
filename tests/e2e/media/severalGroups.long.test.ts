import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { Hall } from '../support/hall.ts';
import { need, openLibrary } from '../support/library.ts';

let hall: Hall;
test.beforeAll(async () => {
  hall = await Hall.open();
});
test.afterAll(() => hall?.close());
test.describe.configure({ timeout: 300_000 });
test.afterEach(({ page }) => expectNoComplaints(page));

const { SHOTS } = process.env;
const shot = async (page: Page, name: string) => {
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png` });
};

test('a file is added to a second group, shown in both, and taken out of one', async ({ page }) => {
  await need(hall, 'Gong', 2);
  const [bells] = [
    await hall.api.post<{ id: number }>('/v1/file_group', { name: 'Bells' }),
    await hall.api.post<{ id: number }>('/v1/file_group', { name: 'Notices' }),
  ];
  const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/file?q=Gong');
  await hall.api.post('/v1/file/batch', { action: 'move', ids: [rows[0]?.id], group_id: bells.id });

  await page.setViewportSize({ width: 1366, height: 768 });
  await openLibrary(page, hall);
  await gridRow(page, 'file', 'Gong').getByRole('checkbox').click();
  const bar = page.getByTestId('selection-bar');
  await expect(bar.getByRole('button', { name: 'Remove from group' })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Add to group…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Notices' }).click();
  await expectAccessible(page);
  await shot(page, 'join');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(gridCell(page, 'file', 'Gong', 'group_id')).toHaveText('Bells, Notices');
  const groups = page.getByTestId('groups');
  for (const name of ['Bells', 'Notices'])
    await expect(groups.getByRole('listitem').filter({ hasText: name })).toContainText('1');
  await shot(page, 'several');

  await groups.getByRole('button', { name: /^Bells/ }).click();
  await expect(page).toHaveURL(/group_id=\d+/);
  // The row is still ticked.
  await bar.getByRole('button', { name: 'Remove from group' }).click();
  await expect(gridRow(page, 'file', 'Gong')).toHaveCount(0);
  await groups.getByRole('button', { name: /^Notices/ }).click();
  await expect(gridCell(page, 'file', 'Gong', 'group_id')).toHaveText('Notices');
});

test('the form of a text has several groups', async ({ page }) => {
  for (const name of ['Morning', 'Evening']) await hall.api.post('/v1/preset_text_group', { name });
  await openConsole(page, hall.server, '/menu_preset_text', { refusals: true });
  await page.getByTestId('empty').getByRole('button', { name: 'New text' }).click();
  const dialog = page.locator('[role="dialog"], [role="alertdialog"]');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Welcome');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Welcome.');
  await dialog.getByRole('combobox', { name: 'Group' }).click();
  for (const name of ['Morning', 'Evening']) await page.getByRole('menuitemcheckbox', { name }).click();
  await dialog.getByRole('combobox', { name: 'Group' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Group' })).toHaveText('Morning, Evening');
  await shot(page, 'text-form');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(gridCell(page, 'preset_text', 'Welcome', 'group_id')).toHaveText('Morning, Evening');
});
