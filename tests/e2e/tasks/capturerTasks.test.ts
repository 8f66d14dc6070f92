import { expect } from '@playwright/test';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';
import { test as ownHall } from '../support/ownHall.ts';

const roles = ['--role', 'capturer', '--channels', '2'];
/** Capturer at a site with two loudspeakers. `start`: starts its program again, after it was killed. */
const test = ownHall.extend<{ stage: { rack: Loudspeaker; start: () => void } }>({
  stage: async ({ hall }, use) => {
    await hall.speakers(['HALL-1', 'HALL-2']);
    const { url, dataDir } = hall.server;
    const stage = {
      rack: new Loudspeaker(url, 'STAGE', dataDir, roles),
      start: () => {
        stage.rack = new Loudspeaker(url, 'STAGE', dataDir, roles);
      },
    };
    await hall.api.adopt(['STAGE']);
    await use(stage);
    await stage.rack.kill();
  },
});

const grid = 'capturer_task';

test('a channel is started manually, its level is shown, and it is stopped', async ({
  page,
  hall,
  stage,
}) => {
  await openConsole(page, hall.server, '/menu_capturer_task');
  await expect(page.getByTestId('empty')).toContainText('No capturer tasks yet');
  await expectAccessible(page);
  await page.getByTestId('empty').getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Morning speech');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Please select a capturer');
  await dialog.getByRole('combobox', { name: 'Capturer' }).click();
  await page.getByRole('option', { name: 'STAGE' }).click();
  const channel = dialog.getByRole('combobox', { name: 'Channel' });
  await expect(channel).toHaveText('Channel 1');
  await channel.click();
  const tree = page.getByRole('tree', { name: 'Channel' });
  await expect(tree.getByRole('treeitem')).toHaveText(['STAGE', 'Channel 1', 'Channel 2']);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(channel).toHaveText('Channel 2');
  await channel.click();
  await tree.getByRole('treeitem', { name: 'Channel 1' }).click();
  await expect(channel).toHaveText('Channel 1');
  await dialog.getByRole('tab', { name: 'By terminal' }).click();
  for (const name of ['HALL-1', 'HALL-2'])
    await gridRow(page, 'pick-device', name).getByRole('checkbox').click();
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
  await stage.rack.kill();
  await expect(gridCell(page, grid, 'Morning speech', 'source')).toContainText('Offline');
  await expect(row.locator('[data-status=manual_playing]')).toBeVisible();
  stage.start();
  await expect(gridCell(page, grid, 'Morning speech', 'source')).not.toContainText('Offline');
  await row.getByRole('button', { name: 'Stop Morning speech' }).click();
  await expect(row.locator('[data-status=free]')).toBeVisible();
  expectNoComplaints(page);
});

test('in IO mode the input starts and ends its channel; a deleted task disappears', async ({
  page,
  hall: { api, server },
  stage: { rack },
}) => {
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/capturer');
  const devices = await api.get<{ rows: { id: number }[] }>('/v1/device');
  await api.patch(`/v1/capturer/${rows[0]?.id}`, { mode: 'io' });
  await api.post('/v1/capturer_task', {
    name: 'Morning speech',
    capturer: rows[0]?.id,
    capturer_channel: 1,
    devices: devices.rows.map(({ id }) => id),
  });
  await openConsole(page, server, '/menu_capturer_task');
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
