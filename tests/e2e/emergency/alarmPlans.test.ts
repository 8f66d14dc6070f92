import { expect, type Page } from '@playwright/test';
import { sine, wav } from '../../server/media/sounds.ts';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { write } from '../support/database.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import type { Hall } from '../support/hall.ts';
import { tone } from '../support/library.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';
import { test as ownHall } from '../support/ownHall.ts';
import { goTo } from '../support/walk.ts';

const test = ownHall.extend<{ message: number; panel: Loudspeaker }>({
  /** Sound file of a message, at a site with two loudspeakers. */
  message: async ({ hall }, use) => {
    await hall.speakers(['HALL-1', 'HALL-2']);
    const sound = wav({ rate: 8000, channels: 1, seconds: 3 }, sine(440, 0.3));
    await use(await hall.api.upload('Leave the building.wav', sound));
  },
  panel: async ({ hall: { api, server } }, use) => {
    const panel = new Loudspeaker(server.url, 'E2E-FIRE', server.dataDir, [
      ...['--role', 'fire', '--inputs', '2'],
    ]);
    await api.adopt(['E2E-FIRE']);
    await use(panel);
    await panel.kill();
  },
});
test.afterEach(({ page }) => expectNoComplaints(page));

const open = (page: Page, { server }: Hall, path: string) => openConsole(page, server, path);

/** Creates the linkage tasks of hall and yard; returns their ids. */
async function createTasks({ api }: Hall, message: number): Promise<number[]> {
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/device');
  const ids: number[] = [];
  for (const name of ['Evacuate the hall', 'Evacuate the yard']) {
    const body = { name, files: [message], devices: rows.map(({ id }) => id) };
    ids.push((await api.post<{ id: number }>('/v1/linkage_task', body)).id);
  }
  return ids;
}

test('a linkage task is created, grouped and copied', async ({ page, hall, message: _ }) => {
  await open(page, hall, '/menu_linkage_task');
  await expect(page.getByTestId('empty')).toContainText('No linkage tasks yet');
  await page.getByRole('button', { name: 'New linkage task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New linkage task' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Please select media');
  await expect(dialog).toContainText('Please select a device');
  await page.getByTestId('grid-pick-file').locator('.ag-row').filter({ hasText: 'Leave' }).dblclick();
  await dialog.getByRole('button', { name: 'Listen to Leave the building' }).click();
  await dialog.getByRole('button', { name: 'Listen: tone and message' }).click();
  const player = dialog.getByTestId('player').filter({ hasText: 'Evacuate' });
  await expect(player).toHaveAttribute('data-status', /playing|paused/);
  await dialog.getByRole('tab', { name: 'By terminal' }).click();
  for (const name of ['HALL-1', 'HALL-2'])
    await page.getByTestId('grid-pick-device').locator('.ag-row').filter({ hasText: name }).dblclick();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Evacuate the hall');
  await expect(dialog).toContainText('Expanding the volume too high may cause audio damage');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(gridCell(page, 'linkage_task', 'Evacuate the hall', 'state')).toContainText('Ready');
  await expect(gridCell(page, 'linkage_task', 'Evacuate the hall', 'targets')).toContainText('all online');

  const details = page.getByTestId('grouped-panel');
  await expect(details).toContainText('Leave the building');
  await details.getByRole('button', { name: 'Copy' }).click();
  const copy = page.getByRole('dialog', { name: 'Copy Evacuate the hall' });
  await copy.getByRole('textbox', { name: 'Name', exact: true }).fill('Evacuate the yard');
  await copy.getByRole('button', { name: 'Save' }).click();
  await expect(copy).toBeHidden();

  await page.getByRole('button', { name: 'New group' }).click();
  const group = page.getByRole('dialog', { name: 'New group' });
  await group.getByRole('textbox', { name: 'Name', exact: true }).fill('Yard messages');
  await group.getByRole('option', { name: /Evacuate the yard/ }).click();
  await group.getByRole('button', { name: 'Save' }).click();
  await expect(group).toBeHidden();
  await expect(page.getByRole('option', { name: /Yard messages/ })).toContainText('1');
  await expect(page.getByText('Showing 1 of 2')).toBeVisible();
  await expectAccessible(page);
});

test('a plan is created step by step and becomes ready; its linkage task cannot be deleted while it is used', async ({
  page,
  hall,
  message,
  panel: _,
}) => {
  await createTasks(hall, message);
  await open(page, hall, '/menu_alarm_plan');
  await expect(page.getByTestId('empty')).toContainText('No alarm plans yet');
  await page.getByRole('button', { name: 'New alarm plan' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New alarm plan' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Please select a linkage task');

  await dialog.getByRole('combobox', { name: 'Alarm terminal' }).click();
  await page.getByRole('option', { name: 'E2E-FIRE' }).click();
  await dialog.getByRole('button', { name: /Input 2/ }).click();
  await expect(dialog.getByRole('button', { name: /Input 2/ })).toHaveAttribute('aria-pressed', 'true');
  const add = async (field: number, name: string) => {
    const box = dialog.getByRole('combobox', { name: 'Add a linkage task' }).nth(field);
    await box.click();
    await box.pressSequentially(name);
    await page.getByRole('option', { name }).click();
  };
  await add(0, 'Evacuate the hall');
  await dialog.getByRole('button', { name: 'Add a step' }).click();
  await dialog.getByRole('textbox', { name: 'Name of step 2' }).fill('Yard');
  await add(1, 'Evacuate the yard');
  await expect(dialog.getByRole('list', { name: 'Sequence' })).toContainText('+60 s');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Hall fire');
  const dryRun = page.getByTestId('plan-dry-run');
  await expect(dryRun).toHaveAttribute('data-kind', 'known');
  await expect(dryRun).toContainText('2 of 2 terminals would sound');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(gridCell(page, 'alarm_plan', 'Hall fire', 'state')).toContainText('Not started');
  await expect(gridCell(page, 'alarm_plan', 'Hall fire', 'input_nums')).toContainText('Input 2');

  await goTo(page, 'menu_linkage_task?q=hall');
  await expect(gridCell(page, 'linkage_task', 'Evacuate the hall', 'plans')).toContainText('Hall fire');
  await gridRow(page, 'linkage_task', 'Evacuate the hall').locator('.ag-selection-checkbox').click();
  await page.getByTestId('selection-bar').getByRole('button', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm).toContainText('used by Hall fire');
  await confirm.getByRole('button', { name: 'Delete 1' }).click();
  await expect(page.getByText(/Hall fire/).first()).toBeVisible();
  await expect(gridRow(page, 'linkage_task', 'Evacuate the hall')).toBeVisible();
});

test('a silent drill, then the real start by holding the button: its entities cannot be changed meanwhile', async ({
  page,
  hall,
  message,
}) => {
  const linkage_task_ids = await createTasks(hall, message);
  const body = { name: 'Hall fire', linkage_task_ids };
  const { id: plan } = await hall.api.post<{ id: number }>('/v1/alarm_plan', body);
  await open(page, hall, '/menu_alarm_plan?q=Hall');
  await gridRow(page, 'alarm_plan', 'Hall fire').dblclick();
  const details = page.getByTestId('grouped-panel');
  await details.getByRole('button', { name: 'Start as a drill' }).click();
  const drill = page.getByRole('dialog', { name: 'Drill of Hall fire' });
  await expect(drill.getByRole('radio', { name: 'Silent drill' })).toBeChecked();
  await drill.getByRole('button', { name: 'Start the drill' }).click();
  await expect(drill).toBeHidden();
  await expect(gridCell(page, 'alarm_plan', 'Hall fire', 'state')).toContainText('Drill');
  await expect(details.getByRole('link', { name: 'Drill report' })).toBeVisible();
  const end = async () => {
    await hall.api.post(`/v1/alarm_plan/${plan}/stop`);
    await expect(gridCell(page, 'alarm_plan', 'Hall fire', 'state')).toContainText('Not started');
  };
  await end();

  const start = details.getByRole('button', { name: /Start the alarm/ });
  await start.focus();
  // Released within the same turn of the page, which may otherwise be blocked longer than the required hold.
  const short = await start.evaluate(async (button) => {
    const key = (type: string) =>
      button.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }));
    key('keydown');
    for (let i = 0; i < 10; i++) await null;
    const text = button.textContent;
    key('keyup');
    return text;
  });
  expect(short).toContain('Keep holding');
  await expect(start).not.toContainText('Keep holding');
  await expect(gridCell(page, 'alarm_plan', 'Hall fire', 'state')).toContainText('Not started');
  await page.keyboard.down('Enter');
  await expect(gridCell(page, 'alarm_plan', 'Hall fire', 'state')).toContainText('In alarm');
  await page.keyboard.up('Enter');
  await expect(details.getByRole('button', { name: 'Edit' })).toHaveAttribute(
    'title',
    'Alarm in progress, currently not modifiable',
  );
  await expectAccessible(page);
  await end();
});

/** Imports a faulty file, then a valid one. */
async function importFile(
  page: Page,
  title: string,
  bad: string,
  reason: string,
  good: string,
): Promise<void> {
  await page.getByRole('button', { name: 'Import / export' }).click();
  await page.getByRole('menuitem', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  const choose = (text: string) =>
    dialog
      .getByTestId('import-input')
      .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(bad);
  await expect(dialog.getByRole('status').filter({ hasText: '1 invalid row' })).toBeVisible();
  await expect(dialog).toContainText(reason);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Select again' }).click();
  await choose(good);
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(dialog.getByText('Everything was imported.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

if (isLong)
  test('linkage tasks and plans are imported from files; unready ones are shown with their reasons', async ({
    page,
    hall,
    message,
  }) => {
    await open(page, hall, '/menu_linkage_task');
    const tasks = 'name,audio_source,files,devices\nCellar,0,Leave the building,';
    await importFile(page, 'Import linkage tasks', `${tasks}NOBODY\n`, 'NOBODY', `${tasks}HALL-1\n`);
    await expect(gridCell(page, 'linkage_task', 'Cellar', 'state')).toContainText('Ready');
    await goTo(page, 'menu_alarm_plan');
    const plans = 'name,priority,linkage_task_ids\nCellar fire,70,';
    await importFile(page, 'Import alarm plans', `${plans}Nothing\n`, 'Nothing', `${plans}Cellar\n`);
    await expect(gridCell(page, 'alarm_plan', 'Cellar fire', 'targets')).toContainText('1');

    // Its sound is frozen: only a newly chosen file can be unplayable.
    const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/linkage_task?q=Cellar');
    const play = (file: number) => hall.api.patch(`/v1/linkage_task/${rows[0]?.id}`, { files: [file] });
    await play(await hall.api.upload('Stay calm.wav', tone(1)));
    await write(hall.server, `update file set build_status = 'failed' where id = ${message}`);
    await play(message);
    await goTo(page, 'menu_linkage_task');
    await expect(gridCell(page, 'linkage_task', 'Cellar', 'state')).toContainText('Not ready');
    await gridRow(page, 'linkage_task', 'Cellar').locator('[col-id=name]').dblclick();
    const lacking = page.getByTestId('linkage-lacking');
    await expect(lacking).toContainText('“Leave the building” is not ready yet');
    await expect(lacking).toContainText('the attention tone would replace the missing part');
    await goTo(page, 'menu_fire_gpio_task');
    await page.getByRole('navigation', { name: 'Alarm plans' }).getByText('Cellar fire').click();
    await expect(page.getByTestId('plan-idle')).toContainText('Messages not ready: Cellar');
  });
