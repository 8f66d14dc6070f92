import { expect, type Locator, type Page, test } from '@playwright/test';
import { sine, wav } from '../server/media/sounds.ts';
import { expectAccessible, expectNoComplaints, openConsole } from './consolePage.ts';
import { gridCell, gridRow } from './gridRows.ts';
import { Hall, type Speaker } from './hall.ts';

let hall: Hall;
let speakers: Speaker[];
let long: number;
test.beforeAll(async () => {
  hall = await Hall.open();
  speakers = await hall.speakers(['HALL-1', 'HALL-2']);
  const tone = (seconds: number, hertz: number) =>
    wav({ rate: 8000, channels: 1, seconds }, sine(hertz, 0.3));
  long = await hall.api.upload('Long song.wav', tone(300, 440));
  await hall.api.upload('Second song.wav', tone(200, 330));
  await hall.api.upload('Third song.wav', tone(100, 220));
});
test.afterAll(() => hall?.close());
// axe looks at every screen twice, beside loudspeakers that decode: a slow machine needs its time.
test.describe.configure({ timeout: 300_000 });
test.afterEach(async ({ page }) => {
  expectNoComplaints(page);
  await hall.api.post('/v1/task/stop_all');
});

const screen = (page: Page, query = '', refusals = false) =>
  openConsole(page, hall.server, `/menu_task_status${query}`, { refusals });
const dialog = (page: Page): Locator => page.getByRole('alertdialog');
const panel = (page: Page): Locator => page.getByTestId('task-panel');
const dryRun = (page: Page): Locator => page.getByTestId('dry-run');
const devices = () => speakers.map((speaker) => speaker.id);

test('nothing on the air: a task is started from the dialog and seen sounding, with its proof; then it is over', async ({
  page,
}) => {
  await screen(page);
  await expect(page.getByTestId('empty')).toContainText('Nothing on the air');
  await expectAccessible(page);
  await page.getByTestId('empty').getByRole('button', { name: 'New task' }).click();
  await expect(dryRun(page)).toHaveAttribute('data-kind', 'incomplete');

  const pick = page.getByTestId('grid-pick-file');
  for (const name of ['Second song', 'Long song'])
    await pick.locator('.ag-row').filter({ hasText: name }).locator('[data-action="add"]').click();
  const list = dialog(page).getByRole('list', { name: 'Play list' });
  await expect(list.getByRole('listitem')).toHaveText([/Second song/, /Long song/]);
  await list.getByRole('button', { name: 'Move Long song', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(list.getByRole('listitem')).toHaveText([/Long song/, /Second song/]);
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveAttribute(
    'placeholder',
    'Long song',
  );

  await dialog(page).getByRole('tab', { name: 'By terminal' }).click();
  await dialog(page).getByRole('searchbox', { name: 'Name, code, IP or zone' }).fill('HALL');
  await page.getByTestId('grid-pick-device').getByRole('checkbox').first().click();
  await expect(dryRun(page)).toContainText('Would play at 2 of 2');
  await expect(dryRun(page)).toContainText('for 8:20');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Start' }).click();
  await expect(dialog(page)).toBeHidden();

  await expect(gridCell(page, 'task', 'Long song', 'sounding').first()).toContainText('2 / 2');
  await expect(gridCell(page, 'task', 'Long song', 'state').first()).toContainText('Playing');
  await expect(gridCell(page, 'task', 'Long song', 'item')).toContainText('1 of 2');
  await expect(gridCell(page, 'task', 'Long song', 'level')).toHaveText(/−\d+/);
  await expect(page.getByTestId('counter-playing')).toContainText('1');
  const targets = panel(page).getByTestId('target');
  await expect(targets).toHaveCount(2);
  await expect(targets.first()).toHaveAttribute('data-state', 'sounding');
  await expect(targets.first()).toContainText(/received [1-9]\d*, lost \d+, late \d+/);
  await expect(targets.first()).toContainText(/\d\d:\d\d:\d\d\.\d\d\d/);
  await expectAccessible(page);

  await panel(page).getByRole('button', { name: 'Stop Long song' }).click();
  await expect(page.getByTestId('empty')).toContainText('Nothing on the air');
  await expect(panel(page)).toContainText('Ended');
  await page.getByRole('tab', { name: 'Ended' }).click();
  await expect(gridCell(page, 'task-ended', 'Long song', 'heard')).toContainText('2 / 2');
  await expect(gridCell(page, 'task-ended', 'Long song', 'end_reason')).toHaveText('stopped by hand');
  await gridRow(page, 'task-ended', 'Long song').dblclick();
  await expect(panel(page).getByTestId('target').first()).toContainText('heard to the end');
  await panel(page).getByRole('tab', { name: 'Details' }).click();
  await expect(panel(page)).toContainText('stopped by hand');
  await expectAccessible(page);
});

test('paused, resumed, next and previous, volume and stop, each as the state allows; not too fast', async ({
  page,
}) => {
  const { id } = await hall.start({
    name: 'Break music',
    files: [long, long],
    devices: devices(),
    resume_policy: 'position',
  });
  await screen(page, `?id=${id}`);
  const state = gridCell(page, 'task', 'Break music', 'state');
  const button = (name: string) => panel(page).getByRole('button', { name });
  await expect(gridCell(page, 'task', 'Break music', 'sounding')).toContainText('2 / 2');
  await expect(button('Resume Break music')).toHaveCount(0);

  await button('Pause Break music').click();
  await expect(state).toContainText('Paused');
  await expect(page.getByTestId('counter-paused')).toContainText('1');
  await expect(button('Pause Break music')).toHaveCount(0);
  await gridRow(page, 'task', 'Break music').locator('[data-action="resume"]').click();
  await expect(state).toContainText('Playing');

  await button('Next item of Break music').click();
  await expect(gridCell(page, 'task', 'Break music', 'item')).toContainText('2 of 2');
  await expect(button('Next item of Break music')).toHaveAttribute('aria-disabled', 'true');
  await button('Previous item of Break music').click();
  await button('Previous item of Break music').click();
  await expect(page.getByTestId('toasts')).toContainText('Do not operate too fast');
  await expect(gridCell(page, 'task', 'Break music', 'item')).toContainText('1 of 2');

  await button('own').click();
  await page.getByRole('switch', { name: /own volume/ }).click();
  await page.getByRole('spinbutton', { name: 'Volume' }).fill('95');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog')).toContainText(
    'Expanding the volume too high may cause audio damage',
  );
  await page.getByRole('button', { name: 'Set volume' }).click();
  await expect(gridCell(page, 'task', 'Break music', 'volume')).toHaveText('95');

  await gridRow(page, 'task', 'Break music').locator('[data-action="stop"]').click();
  await expect(page.getByTestId('empty')).toContainText('Nothing on the air');
});

test('a dry run names whom it would pre-empt and who cannot be reached; the one below says why it is silent', async ({
  page,
}) => {
  await hall.start({ name: 'Low music', files: [long], devices: devices(), priority: 10 });
  await screen(page);
  await page.getByRole('button', { name: 'New task' }).first().click();
  await page.getByTestId('grid-pick-file').locator('.ag-row').filter({ hasText: 'Third song' }).dblclick();
  await dialog(page).getByRole('tab', { name: 'By terminal' }).click();
  await page.getByTestId('grid-pick-device').getByRole('checkbox').first().click();
  await expect(dryRun(page)).toContainText('Pre-empts Low music at 2');
  const away = speakers[1];
  away?.terminal.stop();
  await expect(dryRun(page)).toContainText('Cannot reach 1');
  await dryRun(page).getByRole('button', { name: 'Which' }).click();
  await expect(page.getByRole('list', { name: 'Cannot reach 1' })).toContainText('offline');
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('High page');
  await dialog(page).getByRole('button', { name: 'Start' }).click();

  await expect(gridCell(page, 'task', 'High page', 'sounding')).toContainText('1 / 2');
  await expect(gridCell(page, 'task', 'High page', 'sounding')).toContainText('1 offline');
  await expect(gridCell(page, 'task', 'Low music', 'sounding')).toContainText('1 pre-empted');
  await gridCell(page, 'task', 'Low music', 'name').dblclick();
  await expect(panel(page).getByTestId('target').filter({ hasText: 'High page' })).toContainText(
    'pre-empted by High page',
  );
  await expect(panel(page).getByTestId('target').first()).not.toHaveAttribute('data-state', 'sounding');
  await page.getByRole('button', { name: 'Stop all' }).click();
  await expect(page.getByTestId('empty')).toContainText('Nothing on the air');
  await expect(page.getByTestId('toasts')).toContainText('Stop all: all 2 done');
});

test('what is missing is said beside its field, and everything typed stays; a text is heard before it is broadcast', async ({
  page,
}) => {
  await screen(page, '', true);
  await page.getByRole('button', { name: 'New task' }).first().click();
  await dialog(page).getByRole('switch', { name: 'End after the duration' }).click();
  await dialog(page).getByRole('button', { name: 'Start' }).click();
  for (const fault of [
    'Please select media',
    'Please select a device',
    'Please enter a name!',
    'The duration must be greater than 0',
  ])
    await expect(dialog(page)).toContainText(fault);
  await expectAccessible(page);
  await dialog(page).getByRole('radio', { name: 'TTS text' }).click();
  await dialog(page)
    .getByRole('textbox', { name: 'Text' })
    .fill('Attention please. The library closes soon.');
  await dialog(page).getByRole('button', { name: 'Hear it first' }).click();
  await expect(page.getByTestId('player')).toHaveAttribute('data-status', /playing|paused/);
  await dialog(page).getByRole('textbox', { name: 'Duration' }).fill('1:30');
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Closing');
  await dialog(page).getByRole('tab', { name: 'By terminal' }).click();
  await page
    .getByTestId('grid-pick-device')
    .locator('.ag-row')
    .filter({ hasText: 'HALL-1' })
    .getByRole('checkbox')
    .click();

  await page.route('**/v1/task', (route) =>
    route.fulfill({ status: 400, json: { code: 999, message: 'Refused for the test', value: null } }),
  );
  await dialog(page).getByRole('button', { name: 'Start' }).click();
  await expect(dialog(page)).toContainText('Refused for the test');
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Closing');
  await expect(dialog(page).getByRole('textbox', { name: 'Duration' })).toHaveValue('00:01:30');
  await page.unroute('**/v1/task');
  await expect(async () => {
    await dialog(page).getByRole('button', { name: 'Start' }).click();
    await expect(dialog(page)).toBeHidden({ timeout: 3_000 });
  }).toPass();
  await expect(gridCell(page, 'task', 'Closing', 'sounding')).toContainText('1 / 1');
  await panel(page).getByRole('tab', { name: 'List' }).click();
  await expect(panel(page)).toContainText('The library closes soon.');
});

test('the list changes while it plays: added, moved, taken out; the last one stays', async ({ page }) => {
  const { id } = await hall.start({ name: 'Evening', files: [long], devices: [devices()[0]] });
  await screen(page, `?id=${id}`);
  await panel(page).getByRole('tab', { name: 'List' }).click();
  const items = panel(page).getByRole('list', { name: 'List' }).getByRole('listitem');
  await expect(items).toHaveText([/Long song/]);
  const last = panel(page).getByRole('button', { name: 'Remove Long song' });
  await expect(last).toHaveAttribute('aria-disabled', 'true');
  await expect(last).toHaveAttribute('title', 'The list cannot be emptied while a real-time task plays');

  await panel(page).getByRole('button', { name: 'Add' }).click();
  await page.getByTestId('grid-pick-file').locator('.ag-row').filter({ hasText: 'Third song' }).dblclick();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(items).toHaveText([/Long song/, /Third song/]);
  await panel(page).getByRole('button', { name: 'Move Third song', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(items).toHaveText([/Third song/, /Long song/]);
  await expect(items.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(gridCell(page, 'task', 'Evening', 'item')).toContainText('Long song');
  await expect(gridCell(page, 'task', 'Evening', 'item')).toContainText('2 of 2');
  await panel(page).getByRole('button', { name: 'Remove Third song' }).click();
  await expect(items).toHaveText([/Long song/]);
  await expect(gridCell(page, 'task', 'Evening', 'sounding')).toContainText('1 / 1');
});

test('when the server is gone the data is called stale and nothing can be started; afterwards all is as before', async ({
  page,
}) => {
  await hall.start({ name: 'Through the night', files: [long], devices: [devices()[0]], loop: 1 });
  await screen(page, '', true);
  await expect(gridCell(page, 'task', 'Through the night', 'sounding')).toContainText('1 / 1');
  await hall.server.kill9();
  await expect(page.getByTestId('stale')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New task' })).toHaveAttribute('aria-disabled', 'true');
  await expect(gridRow(page, 'task', 'Through the night').locator('[data-action="pause"]')).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await hall.server.start();
  await expect(page.getByTestId('stale')).toBeHidden();
  await expect(gridCell(page, 'task', 'Through the night', 'sounding')).toContainText('1 / 1');
  await expect(page.getByRole('button', { name: 'New task' })).toBeEnabled();
});
