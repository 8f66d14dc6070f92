import { expect, test } from '@playwright/test';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible } from '../support/consolePage.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

test('the help opens from the login page in the language of the console, and in the others', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('lang', 'kr'));
  await page.goto(`${server.url}/login`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: '도움말' }).click();
  const help = await opened;
  await expect(help.locator('html')).toHaveAttribute('lang', 'ko');
  await expect(help.getByRole('heading', { level: 1 })).toHaveText('도움말');
  await expectAccessible(help);
  await help.getByRole('link', { name: 'English' }).click();
  await expect(help.getByRole('heading', { level: 1 })).toHaveText('Help');
  await expectAccessible(help);
});
