import { expect, test } from '@playwright/test';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { withManyTerminals } from '../support/manyTerminals.ts';

let server: TestServer;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await startServer();
  await withManyTerminals(server, 5, 2000);
});
test.afterAll(() => server?.stop());

test('a group of 2,000 terminals is created in five keystrokes, filters the grid and is a broadcast target', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_device_management');
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'New device group' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('School three');
  const search = dialog.getByRole('searchbox', { name: 'Name, code, IP or zone' });
  await search.focus();
  await expect(dialog.getByRole('tab', { name: 'All 10,000' })).toBeVisible();
  for (const key of ['s', '0', '3', 'Enter']) await page.keyboard.press(key);
  await expect(dialog.getByRole('status')).toContainText('2,000 chosen, 2,000 found');
  await expectAccessible(page);

  // Removes one of them, by keyboard only.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('status')).toContainText('1,999 chosen');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  const group = page.getByRole('option', { name: 'School three' });
  await expect(group).toHaveAttribute('aria-selected', 'true');
  await expect(group).toContainText('1,999');
  await expect(page).toHaveURL(/group=1\b/);
  await expect(page.getByText('Showing 1,999 of 10,000')).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByText('Showing 1,999 of 10,000')).toBeVisible();
  await page.getByRole('button', { name: 'Actions of the group' }).click();
  await page.getByRole('menuitem', { name: 'Start a broadcast' }).click();
  const start = page.getByRole('alertdialog', { name: 'Start a real-time task' });
  await expect(start.getByRole('checkbox', { name: 'School three' })).toBeChecked();
  await start.getByRole('radio', { name: 'TTS text' }).check();
  await start.getByRole('textbox', { name: 'Text' }).fill('Good morning');
  await expect(start.getByText(/Would play at 0 of 1,?999/)).toBeVisible();
  await start.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Actions of the group' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete group' }).click();
  await expect(group).toBeHidden();
  await expect(page.getByText('Showing 10,000 of 10,000')).toBeVisible();
  expectNoComplaints(page);
});
