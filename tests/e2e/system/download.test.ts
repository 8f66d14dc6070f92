import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import {
  expectAccessible,
  expectNoComplaints,
  openConsole,
  watchForComplaints,
} from '../support/consolePage.ts';

let server: TestServer;
const name = 'management_client-2.3.1107-windows.exe';
const content = Buffer.from('a program');
test.beforeAll(async () => {
  server = await startServer();
  const folder = join(server.dataDir, 'downloads');
  mkdirSync(folder);
  writeFileSync(join(folder, name), content);
});
test.afterAll(() => server?.stop());

const tab = (page: Page) => page.getByRole('navigation', { name: 'Open screens' }).getByText('Downloads');

test('from the login page, without a login: versions, dates, a saved file, the web apps and the terminal package', async ({
  page,
}) => {
  watchForComplaints(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  await page.goto(`${server.url}/login`);
  await page.getByRole('link', { name: 'Downloads' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible();
  const manager = page.getByRole('article', { name: 'Terminal management client' });
  await expect(manager).toContainText('Version 2.3.1107, 2023-11-07');
  await expect(manager).toContainText(createHash('sha256').update(content).digest('hex'));
  const saved = page.waitForEvent('download');
  await manager.getByRole('link', { name }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(name);
  expect(readFileSync(await download.path()).equals(content)).toBe(true);

  const station = page.getByRole('article', { name: 'Sub-control client' });
  await expect(station).toContainText('Version 2.3.1109, 2023-11-09');
  await expect(station.getByRole('link')).toHaveAttribute('href', '/terminal/?role=caster');
  await expect(manager.getByRole('link', { name: 'Open program' })).toHaveAttribute('href', '/');
  const headless = page.getByRole('article', { name: 'Terminal without a browser' });
  await expect(headless.getByRole('link', { name: /^headless_terminal-.*tgz$/ })).toBeVisible();
  await expect(page.getByText(`npm run terminal -- --server ${server.url}`)).toBeVisible();
  await expect(page.getByRole('link', { name: `${server.url}/terminal` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expectNoComplaints(page);
});

if (isLong)
  test('from the account menu it is a screen like others', async ({ page }) => {
    await openConsole(page, server, '/menu_home_page');
    await page.getByTestId('account').click();
    await page.getByRole('menuitem', { name: 'Downloads' }).click();
    await expect(page).toHaveURL(/\/download$/);
    await expect(tab(page)).toBeVisible();
    await expect(page.getByRole('article', { name: 'Terminal management client' })).toBeVisible();
    // A new tab of a logged-in user has the shell at once.
    await page.reload();
    await expect(tab(page)).toBeVisible();
    await expect(page.getByTestId('account')).toBeVisible();
    await expectAccessible(page);
    expectNoComplaints(page);
  });

test('any other screen still requires the login', async ({ page }) => {
  await page.goto(`${server.url}/menu_device_management`);
  await expect(page).toHaveURL(/\/login$/);
});
