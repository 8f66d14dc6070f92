import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makePng } from '../../support/png.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

test("titles and logo of the site replace the brand's on the login page, the console and the wall at once, and back", async ({
  page,
  browser,
}) => {
  const login = await browser.newPage();
  await login.addInitScript(() => localStorage.setItem('lang', 'en'));
  await login.goto(`${server.url}/login`);
  await expect(login).toHaveTitle('Tocsin IP Public Address');
  const wallContext = await browser.newContext();
  const wall = await wallContext.newPage();
  await openConsole(wall, server, '/fullscreen/index');

  await openConsole(page, server, '/system');
  await page.getByRole('textbox', { name: 'English' }).fill('Riverside School');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveTitle(/· Riverside School$/);
  await expect(login).toHaveTitle('Riverside School');
  await expect(wall).toHaveTitle(/· Riverside School$/);

  await page.getByRole('link', { name: 'Look', exact: true }).click();
  await page
    .getByTestId('upload-logo')
    .setInputFiles(png('logo.png', Buffer.from('\xff\xd8\xff\xe0JFIF', 'latin1')));
  await expect(page.getByText('Please upload PNG pictures')).toBeVisible();
  await page.getByTestId('upload-logo').setInputFiles(png('logo.png', makePng(200, 160)));
  await expect(page.getByText('The logo must be 3:1, length to width')).toBeVisible();
  await page.getByTestId('upload-logo').setInputFiles(png('logo.png', makePng(300, 100)));
  await expect(page.getByTestId('picture-logo')).toHaveAttribute('src', /^blob:/);
  await expect(login.getByRole('img', { name: 'Tocsin' })).toBeVisible();
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByTestId('picture-logo')).toHaveAttribute('src', /^\/v1\/site\/image\//);
  const shown = { name: 'Riverside School' };
  for (const at of [login, wall, page]) {
    const logo = at.getByRole('img', shown);
    await expect(logo).toBeVisible();
    // A picture is visible before it is loaded.
    await expect(logo).toHaveJSProperty('naturalWidth', 300);
  }
  await page.getByTestId('upload-shell').setInputFiles(png('shell.png', makePng(64, 36)));
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByTestId('picture-shell')).toHaveAttribute('src', /^\/v1\//);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Reset all to the brand' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('Riverside School')).toBeVisible();
  await dialog.getByRole('button', { name: 'Reset all to the brand' }).click();
  await expect(login).toHaveTitle('Tocsin IP Public Address');
  await expect(login.getByRole('img', { name: 'Tocsin' })).toBeVisible();
  await expect(page.getByRole('img', shown)).toHaveCount(0);
  expectNoComplaints(page);
  expectNoComplaints(wall);
  await login.close();
  await wallContext.close();
});

if (isLong)
  test('a backup is made, verified by a restore, and deleted at the screen', async ({ page }) => {
    // A backup and a trial restore, each with a database of its own.
    test.slow();
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-place-'));
    await openConsole(page, server, '/system?tab=backups', { refusals: true });
    await expect(page.getByRole('heading', { name: 'No backups in this folder yet' })).toBeVisible();
    const place = page.getByRole('textbox', { name: 'Folder on the server' });
    await place.fill(server.dataDir);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'outside the data folder' })).toBeVisible();
    await place.fill(folder);
    await page.getByRole('switch', { name: 'Automatic backups' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('All changes saved')).toBeVisible();

    await page.getByRole('button', { name: 'Back up now' }).click();
    const row = page.getByRole('table', { name: 'Backups in the folder' }).locator('tbody tr');
    await expect(row.getByText('Verified')).toBeVisible({ timeout: 60_000 });
    await expect(row.getByText('Not tested')).toBeVisible();
    await row.getByRole('button', { name: 'Trial restore' }).click();
    await expect(row.getByText(/^Passed, /)).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);

    await row.getByRole('button', { name: /^Delete tocsin-/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'No backups in this folder yet' })).toBeVisible();
    expectNoComplaints(page);
    rmSync(folder, { recursive: true });
  });
