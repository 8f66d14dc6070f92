import { expect, type Page, test } from '@playwright/test';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectMessage, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { pressAction } from '../support/gridRows.ts';
import { goTo } from '../support/walk.ts';

let server: TestServer;
const terminals: Terminal[] = [];
test.beforeAll(async () => {
  server = await startServer();
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  for (const code of ['ADM-1', 'ADM-2'])
    terminals.push(createTerminal({ server: server.url, code, administration: { consent: 'yes' } }));
  await api.adopt(['ADM-1', 'ADM-2']);
  await terminals[0]?.until((t) => t.session.phase === 'welcomed');
  await terminals[1]?.until((t) => t.session.phase === 'welcomed');
});
test.afterAll(async () => {
  for (const terminal of terminals) terminal.stop();
  await server?.stop();
});

const pick = (page: Page, name: string) =>
  page.getByRole('row', { name }).getByRole('checkbox').first().check();

test("remote administration is set with the site's defaults, and its state is shown with the terminal", async ({
  page,
}) => {
  await openConsole(page, server, '/system');
  await page
    .getByRole('textbox', { name: 'Remote-management server: IP address or host name' })
    .fill('127.0.0.1');
  await page.getByRole('spinbutton', { name: 'Remote-management server: port (0: not set)' }).fill('9');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();

  await goTo(page, 'menu_device_management');
  await pick(page, 'ADM-1');
  await pressAction(page, 'Remote administration');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toHaveValue('127.0.0.1');
  await expect(dialog.getByRole('spinbutton')).toHaveValue('9');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set' }).click();
  await pressAction(page, 'Details');
  await expect(page.getByText('Connecting - 127.0.0.1:9')).toBeVisible();
  expectNoComplaints(page);
});

test('an offline terminal stops the action before anything is sent, and is named in the message', async ({
  page,
}) => {
  terminals[1]?.stop();
  await openConsole(page, server, '/menu_device_management');
  await expect(page.getByRole('row', { name: 'ADM-2' }).getByText('Offline')).toBeVisible();
  await pick(page, 'ADM-1');
  await pick(page, 'ADM-2');
  await page.getByRole('button', { name: 'Server parameters' }).click();
  await expectMessage(page, 'ADM-2 - ADM-2 offline');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
