import { expect, type Page, test } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectMessage, expectNoComplaints } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { test as onOwnSite } from '../support/ownHall.ts';
import {
  dryRun,
  equipForTasks,
  openTasks,
  openTasksSite,
  startDialog,
  type TasksSite,
  taskPanel,
} from '../support/tasksSite.ts';

let site: TasksSite;
test.beforeAll(async () => {
  // Builds ten minutes of sound.
  test.setTimeout(120_000);
  site = await openTasksSite();
});
test.afterAll(() => site?.hall.close());
test.afterEach(async ({ page }) => {
  expectNoComplaints(page);
  await site.hall.api.post('/v1/task/stop_all');
});
/** Selects both terminals in the dialog. */
async function pickBoth(page: Page): Promise<void> {
  for (const name of ['HALL-1', 'HALL-2'])
    await gridRow(page, 'pick-device', name).getByRole('checkbox').click();
}
const devices = (from = site) => from.speakers.map((speaker) => speaker.id);

test('a task is started from the dialog and shown sounding, with its proof, until it ends', async ({
  page,
}) => {
  await openTasks(page, site);
  await expect(page.getByTestId('empty')).toContainText('Nothing on the air');
  await expectAccessible(page);
  await page.getByTestId('empty').getByRole('button', { name: 'New task' }).click();
  await expect(dryRun(page)).toHaveAttribute('data-kind', 'incomplete');

  const pick = page.getByTestId('grid-pick-file');
  for (const name of ['Second song', 'Long song'])
    await pick.locator('.ag-row').filter({ hasText: name }).locator('[data-action="add"]').click();
  const list = startDialog(page).getByRole('list', { name: 'Playlist' });
  await expect(list.getByRole('listitem')).toHaveText([/Second song/, /Long song/]);
  await list.getByRole('button', { name: 'Move Long song', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(list.getByRole('listitem')).toHaveText([/Long song/, /Second song/]);
  await expect(startDialog(page).getByRole('textbox', { name: 'Name' })).toHaveAttribute(
    'placeholder',
    'Long song',
  );

  await startDialog(page).getByRole('tab', { name: 'By terminal' }).click();
  await startDialog(page).getByRole('searchbox', { name: 'Name, code, IP or zone' }).fill('HALL');
  await pickBoth(page);
  await expect(dryRun(page)).toContainText('Would play at 2 of 2');
  await expect(dryRun(page)).toContainText('for 00:08:20');
  await expectAccessible(page);
  await startDialog(page).getByRole('button', { name: 'Start' }).click();
  await expect(startDialog(page)).toBeHidden();

  await expect(gridCell(page, 'task', 'Long song', 'sounding').first()).toContainText('2 / 2');
  await expect(gridCell(page, 'task', 'Long song', 'state').first()).toContainText('Playing');
  await expect(gridCell(page, 'task', 'Long song', 'item')).toContainText('1 of 2');
  await expect(gridCell(page, 'task', 'Long song', 'level')).toHaveText(/−\d+/);
  await expect(page.getByTestId('counter-playing')).toContainText('1');
  const targets = taskPanel(page).getByTestId('target');
  await expect(targets).toHaveCount(2);
  await expect(targets.first()).toHaveAttribute('data-state', 'sounding');
  await expect(targets.first()).toContainText(/received [1-9]\d*, lost \d+, late \d+/);
  await expect(targets.first()).toContainText(/\d\d:\d\d:\d\d\.\d\d\d/);
  await expectAccessible(page);

  await taskPanel(page).getByRole('button', { name: 'Stop Long song' }).click();
  await expect(page.getByTestId('empty')).toContainText('Nothing on the air');
  await expect(taskPanel(page)).toContainText('Ended');
  await page.getByRole('tab', { name: 'Ended' }).click();
  await expect(gridCell(page, 'task-ended', 'Long song', 'heard')).toContainText('2 / 2');
  await expect(gridCell(page, 'task-ended', 'Long song', 'end_reason')).toHaveText('stopped manually');
  await gridRow(page, 'task-ended', 'Long song').dblclick();
  await expect(taskPanel(page).getByTestId('target').first()).toContainText('heard to the end');
  await taskPanel(page).getByRole('tab', { name: 'Details' }).click();
  await expect(taskPanel(page)).toContainText('stopped manually');
  await expectAccessible(page);
});

if (isLong)
  onOwnSite(
    'a dry run lists pre-empted tasks and unreachable terminals; the pre-empted one shows why it is silent',
    async ({ page, hall }) => {
      // Builds ten minutes of sound.
      test.setTimeout(120_000);
      const site = await equipForTasks(hall);
      await hall.start({ name: 'Low music', files: [site.long], devices: devices(site), priority: 10 });
      await openTasks(page, site);
      await page.getByRole('button', { name: 'New task' }).first().click();
      await page
        .getByTestId('grid-pick-file')
        .locator('.ag-row')
        .filter({ hasText: 'Third song' })
        .dblclick();
      await startDialog(page).getByRole('tab', { name: 'By terminal' }).click();
      await pickBoth(page);
      await expect(dryRun(page)).toContainText('Pre-empts Low music at 2');
      const away = site.speakers[1];
      away?.terminal.stop();
      await expect(dryRun(page)).toContainText('1 terminal would not be heard');
      await dryRun(page).getByRole('button', { name: 'Which' }).click();
      // On a busy machine the other one may be offline for a moment as well.
      await expect(page.getByRole('list', { name: /would not be heard/ })).toContainText('offline');
      await page.keyboard.press('Escape');
      await startDialog(page).getByRole('textbox', { name: 'Name' }).fill('High page');
      await startDialog(page).getByRole('button', { name: 'Start' }).click();

      await expect(gridCell(page, 'task', 'High page', 'sounding')).toContainText('1 / 2');
      await expect(gridCell(page, 'task', 'High page', 'sounding')).toContainText('1 offline');
      await expect(gridCell(page, 'task', 'Low music', 'sounding')).toContainText('1 pre-empted');
      await gridCell(page, 'task', 'Low music', 'name').dblclick();
      await expect(taskPanel(page).getByTestId('target').filter({ hasText: 'High page' })).toContainText(
        'pre-empted by High page',
      );
      await expect(taskPanel(page).getByTestId('target').first()).not.toHaveAttribute(
        'data-state',
        'sounding',
      );
      await page.getByRole('button', { name: 'Stop all' }).click();
      await expect(page.getByTestId('empty')).toContainText('Nothing on the air');
      await expectMessage(page, 'Stop all: all 2 done');
    },
  );

if (isLong)
  test('missing values are shown beside their fields, and typed values stay; a text is previewed before broadcasting', async ({
    page,
  }) => {
    await openTasks(page, site, '', true);
    await page.getByRole('button', { name: 'New task' }).first().click();
    await startDialog(page).getByRole('switch', { name: 'End after the duration' }).click();
    await startDialog(page).getByRole('button', { name: 'Start' }).click();
    for (const fault of [
      'Please select media',
      'Please select a device',
      'Please enter a name!',
      'The duration must be greater than 0',
    ])
      await expect(startDialog(page)).toContainText(fault);
    await expectAccessible(page);
    await startDialog(page).getByRole('radio', { name: 'TTS text' }).click();
    await startDialog(page)
      .getByRole('textbox', { name: 'Text' })
      .fill('Attention please. The library closes soon.');
    await startDialog(page).getByRole('button', { name: 'Listen first' }).click();
    await expect(page.getByTestId('player')).toHaveAttribute('data-status', /playing|paused/);
    await startDialog(page).getByRole('textbox', { name: 'Duration' }).fill('1:30');
    await startDialog(page).getByRole('textbox', { name: 'Name' }).fill('Closing');
    await startDialog(page).getByRole('tab', { name: 'By terminal' }).click();
    await page
      .getByTestId('grid-pick-device')
      .locator('.ag-row')
      .filter({ hasText: 'HALL-1' })
      .getByRole('checkbox')
      .click();

    await page.route('**/v1/task', (route) =>
      route.fulfill({ status: 400, json: { code: 999, message: 'Refused for the test', value: null } }),
    );
    await startDialog(page).getByRole('button', { name: 'Start' }).click();
    await expect(startDialog(page)).toContainText('Refused for the test');
    await expect(startDialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Closing');
    await expect(startDialog(page).getByRole('textbox', { name: 'Duration' })).toHaveValue('00:01:30');
    await page.unroute('**/v1/task');
    // A press within a second after the refused one is ignored: repeated while the dialog is open.
    const start = startDialog(page).getByRole('button', { name: 'Start' });
    await expect
      .poll(async () => {
        await start.evaluateAll((all: HTMLElement[]) => {
          for (const one of all) one.click();
        });
        return start.count();
      })
      .toBe(0);
    await expect(gridCell(page, 'task', 'Closing', 'sounding')).toContainText('1 / 1');
    await taskPanel(page).getByRole('tab', { name: 'List' }).click();
    await expect(taskPanel(page)).toContainText('The library closes soon.');
  });
