import { expect, type Page, test } from '@playwright/test';
import { ApiClient } from '../../support/apiClient.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';
import { withManyTerminals } from '../support/manyTerminals.ts';

/** Terminals of each of five schools. */
const EACH = isLong ? 2000 : 200;
const SCHOOLS = 5;
const all = (SCHOOLS * EACH).toLocaleString('en');
const school = EACH.toLocaleString('en');
const left = (EACH - 1).toLocaleString('en');
let server: TestServer;
test.beforeAll(async () => {
  // Writes a thousand terminals.
  test.setTimeout(120_000);
  server = await startServer();
  await withManyTerminals(server, SCHOOLS, EACH);
});
test.afterAll(() => server?.stop());

const tick = (page: Page, grid: string, text: string) =>
  gridRow(page, grid, text).locator('.ag-selection-checkbox input').check();
const action = (page: Page, name: string) =>
  page.getByTestId('selection-bar').getByRole('button', { name, exact: true });

if (isLong)
  test(`a group of ${school} terminals is created in five keystrokes, filters the grid and is a broadcast target`, async ({
    page,
  }) => {
    await openConsole(page, server, '/menu_device_management');
    await page.getByRole('button', { name: 'New group' }).click();
    const dialog = page.getByRole('dialog', { name: 'New device group' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('School three');
    const search = dialog.getByRole('searchbox', { name: 'Name, code, IP or zone' });
    await search.focus();
    await expect(dialog.getByRole('tab', { name: `All ${all}` })).toBeVisible();
    for (const key of ['s', '0', '3', 'Enter']) await page.keyboard.press(key);
    await expect(dialog.getByRole('status')).toContainText(`${school} selected, ${school} found`);
    await expectAccessible(page);

    // Removes one of them, by keyboard only.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('status')).toContainText(`${left} selected`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();

    const group = page.getByRole('option', { name: 'School three' });
    await expect(group).toHaveAttribute('aria-selected', 'true');
    await expect(group).toContainText(left);
    await expect(page).toHaveURL(/group=\d+\b/);
    await expect(page.getByText(`Showing ${left} of ${all}`)).toBeVisible();
    await expectAccessible(page);

    await page.reload();
    await expect(page.getByText(`Showing ${left} of ${all}`)).toBeVisible();
    await page.getByRole('button', { name: 'Actions of the group' }).click();
    await page.getByRole('menuitem', { name: 'Start a broadcast' }).click();
    const start = page.getByRole('dialog', { name: 'Start a real-time task' });
    await expect(start.getByRole('checkbox', { name: 'School three' })).toBeChecked();
    await start.getByRole('radio', { name: 'TTS text' }).check();
    await start.getByRole('textbox', { name: 'Text' }).fill('Good morning');
    await expect(start.getByText(new RegExp(`Would play at 0 of ${left.replace(',', ',?')}`))).toBeVisible();
    await start.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Actions of the group' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete group' }).click();
    await expect(group).toBeHidden();
    await expect(page.getByText(`Showing ${all} of ${all}`)).toBeVisible();
    expectNoComplaints(page);
  });

test('selected terminals are put into a new group, and into an existing one beside its members', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_device_management');
  const add = async (name: string, choose: () => Promise<void>) => {
    await tick(page, 'device', name);
    await action(page, 'Add to group').click();
    await choose();
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await gridRow(page, 'device', name).locator('.ag-selection-checkbox input').uncheck();
  };
  await add('S01-T0001', () => page.getByRole('dialog').getByLabel('Name').fill('Choir'));
  const choir = page.getByRole('radio', { name: 'Choir' });
  await add('S01-T0002', () => choir.check());
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const [group] = (await api.get<{ rows: { id: number; name: string }[] }>('/v1/device_group')).rows;
  expect(group?.name).toBe('Choir');
  const { device_ids } = await api.get<{ device_ids: number[] }>(`/v1/device_group/${group?.id}`);
  expect(device_ids).toHaveLength(2);
  expectNoComplaints(page);
});
