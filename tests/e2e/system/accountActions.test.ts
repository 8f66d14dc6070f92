import { expect, type Page, test } from '@playwright/test';
import { ApiClient } from '../../support/apiClient.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';

let server: TestServer;
let api: ApiClient;
const password = 'North-gate-7';
test.beforeAll(async () => {
  server = await startServer();
  api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const { rows } = await api.get<{ rows: { id: number; code: string }[] }>('/v1/role');
  const role_id = rows.find(({ code }) => code === 'operator')?.id;
  for (const code of ['guard1', 'guard2', 'guard3'])
    await api.post('/v1/user', { code, name: code, password, role_id, groups: [], all_zones: true });
});
test.afterAll(() => server?.stop());

const account = (page: Page, code: string) => gridRow(page, 'user', code);
async function act(page: Page, code: string, name: string): Promise<void> {
  const box = account(page, code).locator('.ag-selection-checkbox input');
  if (!(await box.isChecked())) await box.check();
  await page.getByTestId('selection-bar').getByRole('button', { name, exact: true }).click();
}
const shows = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

if (isLong)
  test('ending a login logs its user out at once', async ({ browser, page }) => {
    const other = await browser.newContext();
    const theirs = await other.newPage();
    const login = { username: 'guard1', password };
    await openConsole(theirs, server, '/menu_device_management', { account: login, refusals: true });
    await expect(theirs.getByTestId('grid-device')).toBeVisible();

    await openConsole(page, server, '/menu_user_management');
    await expect(account(page, 'guard1')).toContainText('1');
    await act(page, 'guard1', 'Sessions');
    const dialog = page.getByRole('dialog', { name: 'Sessions of guard1' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'End' }).first().click();
    await expect(dialog).toContainText('Nobody is logged in with this account.');
    await expect(theirs).toHaveURL(/\/login/);
    await other.close();
    expectNoComplaints(page);
  });

test('a password reset voids the old password and enables the new one', async ({ page }) => {
  await openConsole(page, server, '/menu_user_management');
  await act(page, 'guard3', 'Reset password');
  const dialog = page.getByRole('dialog', { name: 'New password for guard3' });
  await dialog.getByLabel(/^Password/).fill('South-gate-8');
  await dialog.getByLabel('Confirm password').fill('South-gate-8');
  await dialog.getByRole('button', { name: 'Set password' }).click();
  await expect(dialog).toHaveCount(0);
  const guard = new ApiClient(server.url);
  await expect(guard.login('guard3', password)).rejects.toThrow(/login/i);
  await guard.login('guard3', 'South-gate-8');
  expectNoComplaints(page);
});

if (isLong)
  test('accounts are disabled, enabled and deleted in a batch, with a result each', async ({ page }) => {
    await openConsole(page, server, '/menu_user_management');
    await act(page, 'guard2', 'Disable');
    await expect(account(page, 'guard2')).toContainText('Disabled');
    const guard = new ApiClient(server.url);
    await expect(guard.login('guard2', password)).rejects.toThrow();
    await act(page, 'guard2', 'Enable');
    await expect(account(page, 'guard2')).toContainText('Enabled');
    await guard.login('guard2', password);
    await act(page, 'guard2', 'Delete');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('guard2');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete 1' }).click();
    await expect(account(page, 'guard2')).toHaveCount(0);
    expectNoComplaints(page);
  });

if (isLong)
  test('the last administrator can neither be deleted nor demoted', async ({ page }) => {
    await openConsole(page, server, '/menu_user_management', { refusals: true });
    await account(page, 'admin').locator('.ag-selection-checkbox input').check();
    const bar = page.getByTestId('selection-bar');
    for (const name of ['Disable', 'Delete'])
      await expect(bar.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true');
    await bar.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option').filter({ hasNotText: '管理员' }).first().click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('administrator');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await api.get('/v1/user');
    expectNoComplaints(page);
  });

if (isLong)
  test('accounts are imported from a table and listed at once', async ({ page }) => {
    await openConsole(page, server, '/menu_user_management');
    await page.getByRole('button', { name: 'Import / export' }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import accounts' });
    const table =
      'account,name,role code,all zones,password\nanna,Anna,operator,yes,West-gate-9\nbo,Bo,nobody,yes,West-gate-9\n';
    const file = (text: string) => ({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await dialog.getByTestId('import-input').setInputFiles(file(table));
    await expect(dialog.getByRole('status').filter({ hasText: '1 invalid row' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Select again' }).click();
    await dialog.getByTestId('import-input').setInputFiles(file(table.replace('nobody', 'emergency')));
    await dialog.getByRole('button', { name: 'Import 2' }).click();
    await shows(page, 'Everything was imported.');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(account(page, 'anna')).toBeVisible();
    await expect(account(page, 'bo')).toBeVisible();
    expectNoComplaints(page);
  });

if (isLong)
  test('a role created by another user appears without a reload', async ({ page }) => {
    await openConsole(page, server, '/menu_role_management');
    await expect(gridRow(page, 'role', 'operator')).toBeVisible();
    await api.post('/v1/role', { code: 'night', name: 'Night watch', permissions: ['menu_home_page'] });
    await expect(gridRow(page, 'role', 'Night watch')).toBeVisible();
    expectNoComplaints(page);
  });
