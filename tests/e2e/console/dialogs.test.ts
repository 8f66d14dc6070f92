import { expect, test } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

test('Escape asks before discarding input, and the focus returns to the element where it was', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_client_management');
  const actions = page.getByRole('button', { name: 'Zone actions' });
  await actions.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'New sub-zone' }).press('Enter');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.focus();
  await page.keyboard.type('North');
  await page.keyboard.press('Escape');
  const question = page.getByText('There are unsaved changes');
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('North');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await expect(name).toHaveCount(0);
  await expect(actions).toBeFocused();

  // Nothing was typed: no question.
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'New sub-zone' }).press('Enter');
  await expect(name).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(name).toHaveCount(0);
  expectNoComplaints(page);
});

if (isLong)
  test('a table is imported by keyboard only: replacing the focused button keeps the focus in the dialog', async ({
    page,
  }) => {
    await openConsole(page, server, '/menu_device_management');
    await page.getByRole('button', { name: 'Import / export' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Import…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Import terminals' });
    const chosen = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Select a file' }).press('Enter');
    const buffer = Buffer.from('code,name,zone\nHALL-1,Hall,site\n');
    await (await chosen).setFiles({ name: 'terminals.csv', mimeType: 'text/csv', buffer });
    const start = dialog.getByRole('button', { name: 'Import 1' });
    await expect(start).toBeVisible();
    for (let i = 0; i < 20 && !(await start.evaluate((one) => one === document.activeElement)); i++) {
      await page.keyboard.press('Tab');
      await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
    await page.keyboard.press('Escape');
    // It has never connected, which is no fault.
    await expect(page.getByTestId('grid-device').getByText('Expected')).toBeVisible();
    expectNoComplaints(page);
  });
