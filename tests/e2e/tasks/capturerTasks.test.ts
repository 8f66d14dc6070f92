import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { Hall } from '../support/hall.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';

let hall: Hall;
let rack: Loudspeaker;
test.beforeAll(async () => {
  hall = await Hall.open();
  await hall.speakers(['HALL-1', 'HALL-2']);
  const roles = ['--role', 'capturer', '--channels', '2'];
  rack = new Loudspeaker(hall.server.url, 'STAGE', hall.server.dataDir, roles);
  await hall.api.adopt(['STAGE']);
});
test.afterAll(async () => {
  await rack?.kill();
  await hall?.close();
});
test.describe.configure({ timeout: 300_000 });

const grid = 'capturer_task';

test('a channel is started manually, its level is shown, and it is stopped', async ({ page }) => {
  await openConsole(page, hall.server, '/menu_capturer_task');
  await expect(page.getByTestId('empty')).toContainText('No capturer tasks yet');
  await expectAccessible(page);
  await page.getByTestId('empty').getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Morning speech');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Please select a capturer');
  await dialog.getByRole('combobox', { name: 'Capturer' }).click();
  await page.getByRole('option', { name: 'STAGE' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Channel' })).toHaveText('Channel 1');
  await dialog.getByRole('tab', { name: 'By terminal' }).click();
  await page.getByTestId('grid-pick-device').getByRole('checkbox').first().click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);

  const row = gridRow(page, grid, 'Morning speech');
  await expect(gridCell(page, grid, 'Morning speech', 'source')).toContainText('STAGE · Channel 1');
  await expect(gridCell(page, grid, 'Morning speech', 'targets')).toContainText('reaches 2');
  await row.getByRole('button', { name: 'Start now Morning speech' }).click();
  await expect(row.locator('[data-status=manual_playing]')).toBeVisible();
  await expect(gridCell(page, grid, 'Morning speech', 'targets')).toContainText('2 / 2');
  await expectAccessible(page);

  // Without its capturer the task reports that, and continues.
  await rack.kill();
  await expect(gridCell(page, grid, 'Morning speech', 'source')).toContainText('Offline');
  await expect(row.locator('[data-status=manual_playing]')).toBeVisible();
  rack = new Loudspeaker(hall.server.url, 'STAGE', hall.server.dataDir, [
    '--role',
    'capturer',
    '--channels',
    '2',
  ]);
  await expect(gridCell(page, grid, 'Morning speech', 'source')).not.toContainText('Offline');
  await row.getByRole('button', { name: 'Stop Morning speech' }).click();
  await expect(row.locator('[data-status=free]')).toBeVisible();
  expectNoComplaints(page);
});

test('in IO mode the input starts and ends its channel; a deleted task disappears', async ({ page }) => {
  const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/capturer');
  await hall.api.patch(`/v1/capturer/${rows[0]?.id}`, { mode: 'io' });
  await openConsole(page, hall.server, '/menu_capturer_task');
  const row = gridRow(page, grid, 'Morning speech');
  await expect(gridCell(page, grid, 'Morning speech', 'trigger')).toContainText('IO mode');
  rack.line('io 1 on');
  await expect(gridCell(page, grid, 'Morning speech', 'trigger')).toContainText('IO on');
  await expect(row.locator('[data-status=playing]')).toBeVisible();
  rack.line('io 1 off');
  await expect(row.locator('[data-status=free]')).toBeVisible();
  await row.locator('.ag-selection-checkbox input').check();
  const bar = page.getByTestId('selection-bar');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByTestId('empty')).toContainText('No capturer tasks yet');
  expectNoComplaints(page);
});
