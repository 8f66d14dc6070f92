import { expect, test } from '@playwright/test';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { expectAccessible, expectMessage, expectNoComplaints, openConsole } from '../support/consolePage.ts';

/** docs/rules/terminals.md#licences-per-kind, docs/rules/sessions.md#id-card-numbers; a brand without the TTS screen */
let server: TestServer;
const clients: TerminalClient[] = [];

test.beforeAll(async () => {
  server = await startServer({ env: { BRAND: 'deepcall' } });
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const url = `${server.url.replace(/^http/, 'ws')}/v1/terminal`;
  for (const [code, role] of [
    ['LIC-ONE', 0],
    ['LIC-TTS', 3],
    ['LIC-TWO', 0],
  ] as const)
    clients.push(await TerminalClient.hello(url, { code, role, features: role === 3 ? ['speak'] : [] }));
  await api.adopt(['LIC-ONE', 'LIC-TTS']);
});
test.afterAll(async () => {
  for (const client of clients) await client.drop();
  await server?.stop();
});

test('licences of a kind are set, refuse the next adoption with the reason, and are shown on the version screen', async ({
  page,
}) => {
  await openConsole(page, server, '/system', { refusals: true });
  const licences = page.getByRole('region', { name: 'Licences for terminals' });
  await expect(licences).toContainText('1 in use');
  await licences.getByRole('spinbutton', { name: 'Sound column' }).fill('1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, 'System settings saved');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'TTS online authorization' }).click();
  const table = page.getByTestId('tts-authorization');
  await expect(table).toContainText('LIC-TTS');
  await expect(table).toContainText('Not opened');
  await expect(table).toContainText('Online');
  await expectAccessible(page);

  await page.goto(`${server.url}/menu_scan_device`);
  const found = page.getByTestId('grid-found').locator('.ag-row').filter({ hasText: 'LIC-TWO' });
  await found.getByRole('checkbox').click();
  await page.getByTestId('selection-bar').getByRole('button', { name: 'Adopt', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Adopt' }).click();
  await expect(page.getByText('All licences for Sound column are in use: 1').first()).toBeVisible();

  await page.goto(`${server.url}/menu_version_info`);
  await expect(page.getByTestId('terminal-licences').getByRole('row').nth(1)).toHaveText('Sound column11');
  await expect(page.getByTestId('latest-message')).toContainText('{"type":"frame"');
  await expectAccessible(page);
  expectNoComplaints(page);
});

test('an ID card number is checked in the form, and shown masked when the account is opened again', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_user_management');
  await page.getByRole('button', { name: 'New account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Account').fill('idcard1');
  await dialog.getByLabel('Name').fill('Ida');
  await dialog.getByLabel('ID card number').fill('1234');
  await dialog.getByLabel(/^Password/).fill('North-gate-7');
  await dialog.getByLabel('Confirm password').fill('North-gate-7');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Operator' }).click();
  await dialog.getByRole('treeitem').first().click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter a correct ID card number')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('ID card number').fill('11010519491231002X');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByTestId('grid-user').locator('.ag-row').filter({ hasText: 'idcard1' });
  await row.locator('[col-id=name]').dblclick();
  await expect(dialog.getByLabel('ID card number')).toHaveValue('**************002X');
  await dialog.getByLabel('Name').fill('Ida B');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Ida B');
  expectNoComplaints(page);
});
