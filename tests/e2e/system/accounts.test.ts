import { expect, type Locator, type Page, test } from '@playwright/test';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';

let server: TestServer;
let api: ApiClient;
let north: number;
const terminals: Terminal[] = [];

test.beforeAll(async () => {
  server = await startServer();
  api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const zones = await api.get<{ rows: { id: number }[] }>('/v1/partition');
  for (const [name, code] of [
    ['North', 'N'],
    ['South', 'S'],
  ] as const) {
    const zone = await api.post<{ id: number }>('/v1/partition', {
      name,
      code,
      parent_id: zones.rows[0]?.id,
    });
    terminals.push(createTerminal({ server: server.url, code: `E2E-${code}`, name: `${name} hall` }));
    const [device] = await api.adopt([`E2E-${code}`]);
    await api.post('/v1/device/batch', { ids: [device], action: 'zone', org: zone.id });
    if (code === 'N') north = zone.id;
  }
});
test.afterAll(async () => {
  for (const terminal of terminals) terminal.stop();
  await server?.stop();
});

function row(page: Page, grid: string, text: string): Locator {
  return page.getByTestId(`grid-${grid}`).locator('.ag-row').filter({ hasText: text });
}

/**
 * Creates a role that sees terminals, and an account of the zone North with it. `fresh`: it still has to choose its own
 * password.
 */
async function createGuard(name: string, fresh = false): Promise<{ username: string; password: string }> {
  const code = name.toLowerCase();
  const keys = ['menu_home_page', 'menu_device_management', 'list_device', 'list_partition'];
  const role = await api.post<{ id: number }>('/v1/role', { code, name: `Staff ${name}`, permissions: keys });
  const account = { username: `${code}1`, password: 'North-gate-7' };
  await api.post('/v1/user', {
    ...{ code: account.username, name, password: account.password, role_id: role.id, groups: [north] },
    must_change_password: fresh,
  });
  return account;
}

test('a role is created in the permission matrix, from a preset', async ({ page }) => {
  await openConsole(page, server, '/menu_role_management');
  await expect(row(page, 'role', 'operator')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Gate staff');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('gate');
  await dialog.getByRole('button', { name: 'Operator' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Devices: View' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Accounts: View' })).not.toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
  await row(page, 'role', 'operator').locator('.ag-selection-checkbox input').check();
  await expect(page.getByTestId('selection-bar')).toContainText('Built-in roles cannot be deleted');
  expectNoComplaints(page);
});

test('an account of one zone is created: the form shows faults beside their fields', async ({ page }) => {
  const guard = { username: 'guard1', password: 'North-gate-7' };
  await api.post('/v1/role', { code: 'staff', name: 'Staff', permissions: ['list_device'] });
  await openConsole(page, server, '/menu_user_management');
  await expect(row(page, 'user', 'admin')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Account').fill('guard 1');
  await dialog.getByLabel('Name').fill('Guard');
  await dialog.getByLabel(/^Password/).fill('weak');
  await dialog.getByLabel('Confirm password').fill('other');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Digits or letters only')).toBeVisible();
  await expect(dialog.getByText('Please enter a role!')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Account').fill(guard.username);
  await dialog.getByLabel(/^Password/).fill(guard.password);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Staff', exact: true }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Please select a partition')).toBeVisible();
  await expect(dialog.getByText('The two passwords differ')).toBeVisible();
  await dialog.getByLabel('Confirm password').fill(guard.password);
  await dialog.getByRole('treeitem', { name: 'North' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, 'user', guard.username)).toContainText('North');
  expectNoComplaints(page);
});

test('the first login of an account asks for a new password, and then continues to the requested screen', async ({
  browser,
}) => {
  const guard = await createGuard('Fresh', true);
  const other = await browser.newContext();
  const page = await other.newPage();
  await openConsole(page, server, '/menu_device_management', { account: guard, refusals: true });
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(guard.password);
  await page.getByLabel(/^New password/).fill('north-gate');
  await page.getByLabel('Confirm new password').fill('north-gate');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^New password/)).toHaveAttribute('aria-invalid', 'true');
  const password = 'South-door-8';
  await page.getByLabel(/^New password/).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/menu_device_management/);
  await expect(row(page, 'device', 'North hall')).toBeVisible();
  expectNoComplaints(page);
  await other.close();
});

test('a zone account sees its zone only, and loses its rows without a reload when the permission is revoked', async ({
  browser,
  page,
}) => {
  const guard = await createGuard('Revoked');
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await openConsole(theirs, server, '/menu_device_management', { account: guard, refusals: true });
  await expect(row(theirs, 'device', 'North hall')).toBeVisible();
  await expect(row(theirs, 'device', 'South hall')).toHaveCount(0);

  await openConsole(page, server, '/menu_role_management');
  await row(page, 'role', 'Staff Revoked').locator('[col-id=name]').dblclick();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Devices: View' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Menu: devices' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(theirs, 'device', 'North hall')).toHaveCount(0);
  // The screen is replaced without a reload.
  await expect(theirs.getByText('No permission to open')).toBeVisible();
  await other.close();
  expectNoComplaints(page);
});
