import { expect, test } from '@playwright/test';
import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { goTo } from '../support/walk.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

test('a code shown by the console and typed at the terminal page enrols the page', async ({
  page,
  browser,
}) => {
  await openConsole(page, server, '/menu_scan_device');
  await page.getByRole('button', { name: 'Pairing code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pairing code' });
  await dialog.getByRole('button', { name: 'Create code' }).click();
  await expect(dialog.getByTestId('pairing-code')).toHaveText(/^\d{6}$/);
  await expectAccessible(page);
  const code = await dialog.getByTestId('pairing-code').innerText();

  const context = await browser.newContext();
  const terminal = await context.newPage();
  await terminal.addInitScript(() => localStorage.setItem('lang', 'en'));
  await terminal.goto(`${server.url}/terminal`);
  await terminal.getByText('Enrol by pairing code').click();
  await terminal.getByLabel(/6 or 12 digits/).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await terminal.getByRole('button', { name: 'Enter' }).first().click();
  await expect(terminal.getByText('No task is playing')).toBeVisible();
  await expect(dialog.getByText(/used the code/)).toBeVisible();
  await context.close();
  expectNoComplaints(page);
});

test('the key beside a code is that of the server: a terminal that has pinned it is enrolled', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_scan_device');
  await page.getByRole('button', { name: 'Pairing code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pairing code' });
  await dialog.getByRole('button', { name: /^Create (new )?code$/ }).click();
  await expect(dialog.getByTestId('pairing-code')).toHaveText(/^\d{6}$/);
  await expect(dialog.getByRole('img', { name: 'QR code with address, pairing code and key' })).toBeVisible();
  const pairing = await dialog.getByTestId('pairing-code').innerText();
  const pin = (await dialog.getByTestId('pairing-pin').innerText()).replace(/\s/g, '');
  expect(pin).toMatch(/^[0-9a-f]{64}$/);
  const terminal = createTerminal({ server: server.httpsUrl, code: 'PINNED-1', decode: false, pairing, pin });
  await expect(dialog.getByText('Terminal PINNED-1 (PINNED-1) used the code')).toBeVisible();
  terminal.stop();
  expectNoComplaints(page);
});

test('with cloud control off the button explains why there are no codes', async ({ page }) => {
  await openConsole(page, server, '/system');
  await page.getByRole('switch', { name: 'Pairing codes' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await goTo(page, 'menu_scan_device');
  const button = page.getByRole('button', { name: 'Pairing code' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription('Cloud control is off');
});
