import { expect, type Page, test } from '@playwright/test';
import { expectMessage, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';
import { Hall } from '../support/hall.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';

/** Entities of a running alarm cannot be changed, on any screen. */
const words = 'Alarm in progress, currently not modifiable';
let hall: Hall;
let panel: Loudspeaker;
test.beforeAll(async () => {
  hall = await Hall.open();
  const [speaker] = await hall.speakers(['TOWER']);
  panel = new Loudspeaker(hall.server.url, 'FACP', hall.server.dataDir, ['--role', 'fire', '--inputs', '2']);
  await hall.api.adopt(['FACP']);
  const id = async (path: string, body: object) => (await hall.api.post<{ id: number }>(path, body)).id;
  const devices = await hall.api.get<{ rows: { id: number }[] }>('/v1/fire_control_device');
  const text = await id('/v1/preset_text', { name: 'Leave now', textContent: 'Leave the tower now.' });
  const zones = await hall.api.get<{ rows: { id: number }[] }>('/v1/partition');
  const zone = (name: string) => id('/v1/partition', { name, code: name, parent_id: zones.rows[0]?.id });
  const tower = await zone('Tower');
  await zone('Annex');
  await hall.api.post('/v1/device/batch', { ids: [speaker?.id], action: 'zone', org: tower });
  const group = await id('/v1/device_group', { name: 'Tower group', device_ids: [speaker?.id] });
  const task = await id('/v1/linkage_task', {
    name: 'Clear the tower',
    audio_source: 1,
    preset_text: text,
    groups: [group],
  });
  const plan = await id('/v1/alarm_plan', {
    name: 'Tower fire',
    fire_control_device: devices.rows[0]?.id,
    input_nums: [1],
    linkage_task_ids: [task],
  });
  await hall.api.post(`/v1/alarm_plan/${plan}/start`, {});
});
test.afterAll(async () => {
  await panel?.kill();
  await hall?.close();
});
test.afterEach(({ page }) => expectNoComplaints(page));

const open = (page: Page, path: string) => openConsole(page, hall.server, path, { refusals: true });

for (const [path, grid, name] of [
  ['/menu_alarm_plan', 'alarm_plan', 'Tower fire'],
  ['/menu_linkage_task', 'linkage_task', 'Clear the tower'],
] as const)
  test(`${path}: edit and delete are not offered, and say why`, async ({ page }) => {
    await open(page, path);
    await gridRow(page, grid, name).dblclick();
    const details = page.getByTestId('grouped-panel');
    for (const action of ['Edit', 'Delete']) {
      const button = details.getByRole('button', { name: action, exact: true });
      await expect(button).toHaveAttribute('title', words);
      await expect(button).toHaveAttribute('aria-disabled', 'true');
    }
  });

test('the real-time task list leads to alarm control instead of offering pause and stop', async ({
  page,
}) => {
  await open(page, '/menu_task_status');
  const row = page.getByTestId('grid-task').locator('.ag-row').filter({ hasText: 'Tower fire' });
  await expect(row).toBeVisible();
  await expect(row.locator('[data-action=stop], [data-action=pause]')).toHaveCount(0);
  // Stops broadcasts that are no alarms.
  await page.getByRole('button', { name: 'Stop all' }).click();
  await expectMessage(page, 'Nothing was on the air or about to begin');
  await expect(row).toBeVisible();
  await row.locator('[col-id=name]').dblclick();
  const details = page.getByTestId('task-panel');
  await expect(details).toContainText('Played by an alarm');
  await expect(details.getByRole('button', { name: /^(Stop|Pause)/ })).toHaveCount(0);
  await details.getByRole('link', { name: 'Open alarm control' }).press('Enter');
  await expect(page.getByTestId('alarm-view')).toContainText('Tower fire');
});

test('a change of its spoken text is refused with the standard message, and the typed text stays', async ({
  page,
}) => {
  await open(page, '/menu_preset_text');
  await gridRow(page, 'preset_text', 'Leave now').dblclick();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Leave at once');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText(words);
  // The typed text stays.
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Leave at once');
});

test('the alarm terminal, group and zone of a running alarm cannot be changed, and typed values stay there', async ({
  page,
}) => {
  await open(page, '/menu_fire_control_device');
  await gridRow(page, 'fire_control_device', 'FACP').locator('[col-id=name]').dblclick();
  await page.getByTestId('device-panel').getByRole('button', { name: 'Edit' }).click();
  const settings = page.getByRole('dialog');
  await settings.getByRole('spinbutton', { name: 'Trigger delay' }).fill('20');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toContainText(words);
  await expect(settings.getByRole('spinbutton', { name: 'Trigger delay' })).toHaveValue('20');

  await page.goto(`${hall.server.url}/menu_device_management`);
  await page.getByRole('option', { name: /Tower group/ }).dblclick();
  const group = page.getByRole('dialog');
  await group.getByRole('textbox', { name: 'Name' }).fill('Spire group');
  await group.getByRole('button', { name: 'Save' }).click();
  await expect(group).toContainText(words);
  await expect(group.getByRole('textbox', { name: 'Name' })).toHaveValue('Spire group');

  await page.goto(`${hall.server.url}/menu_client_management`);
  const tree = page.getByRole('tree');
  await tree.getByRole('treeitem', { name: /^Tower / }).click();
  await tree.press('Control+x');
  await tree.getByRole('treeitem', { name: /^Annex / }).click();
  await tree.press('Control+v');
  const move = page.getByRole('dialog', { name: 'Move zone Tower' });
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText(words).first()).toBeVisible();
});
