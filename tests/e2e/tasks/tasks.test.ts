import { expect, test } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { expectMessage, expectNoComplaints } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { openTasks, openTasksSite, type TasksSite, taskPanel } from '../support/tasksSite.ts';

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
const devices = () => site.speakers.map((speaker) => speaker.id);

test('pause, resume, next, previous, volume and stop follow the state; repeated presses are debounced', async ({
  page,
}) => {
  const { id } = await site.hall.start({
    name: 'Break music',
    files: [site.long, site.long],
    devices: devices(),
    resume_policy: 'position',
  });
  await openTasks(page, site, `?id=${id}`);
  const state = gridCell(page, 'task', 'Break music', 'state');
  const button = (name: string) => taskPanel(page).getByRole('button', { name });
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
  // Both presses in one step: between two steps a slow machine may take more than a second.
  await button('Previous item of Break music').evaluate((one: HTMLElement) => {
    one.click();
    one.click();
  });
  await expectMessage(page, 'Do not operate too fast');
  await expect(gridCell(page, 'task', 'Break music', 'item')).toContainText('1 of 2');

  await button('own').click();
  await page.getByRole('switch', { name: 'Same volume for all' }).click();
  await page.getByRole('spinbutton', { name: 'Volume' }).fill('95');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog')).toContainText(
    'Expanding the volume too high may cause audio damage',
  );
  await page.getByRole('button', { name: 'Set volume' }).click();
  await expect(gridCell(page, 'task', 'Break music', 'volume')).toHaveText('95');

  await gridRow(page, 'task', 'Break music').locator('[data-action="stop"]').click();
  // A removed row keeps its place while the pointer is on it.
  await page.mouse.move(0, 0);
  await expect(page.getByTestId('empty')).toContainText('Nothing on the air');
});

test('the list changes while it plays: added, moved, removed; the last item stays', async ({ page }) => {
  const { id } = await site.hall.start({ name: 'Evening', files: [site.long], devices: [devices()[0]] });
  await openTasks(page, site, `?id=${id}`);
  await taskPanel(page).getByRole('tab', { name: 'List' }).click();
  const items = taskPanel(page).getByRole('list', { name: 'List' }).getByRole('listitem');
  await expect(items).toHaveText([/Long song/]);
  const last = taskPanel(page).getByRole('button', { name: 'Remove Long song' });
  await expect(last).toHaveAttribute('aria-disabled', 'true');
  await expect(last).toHaveAttribute('title', 'The list cannot be emptied while a real-time task plays');

  const add = taskPanel(page).getByRole('button', { name: 'Add' });
  await add.click();
  await page.getByTestId('grid-pick-file').locator('.ag-row').filter({ hasText: 'Third song' }).dblclick();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  // The closed dialog gives the focus back; keys pressed before that would go there.
  await expect(add).toBeFocused();
  await expect(items).toHaveText([/Long song/, /Third song/]);
  await taskPanel(page).getByRole('button', { name: 'Move Third song', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(items).toHaveText([/Third song/, /Long song/]);
  await expect(items.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(gridCell(page, 'task', 'Evening', 'item')).toContainText('Long song');
  await expect(gridCell(page, 'task', 'Evening', 'item')).toContainText('2 of 2');
  await taskPanel(page).getByRole('button', { name: 'Remove Third song' }).click();
  await expect(items).toHaveText([/Long song/]);
  await expect(gridCell(page, 'task', 'Evening', 'sounding')).toContainText('1 / 1');
});

if (isLong)
  test('when the server is gone the data is shown as stale and nothing can be started; afterwards all is as before', async ({
    page,
  }) => {
    await site.hall.start({
      name: 'Through the night',
      files: [site.long],
      devices: [devices()[0]],
      loop: 1,
    });
    await openTasks(page, site, '', true);
    await expect(gridCell(page, 'task', 'Through the night', 'sounding')).toContainText('1 / 1');
    await site.hall.server.kill9();
    await expect(page.getByTestId('stale')).toBeVisible();
    await expect(page.getByRole('button', { name: 'New task' })).toHaveAttribute('aria-disabled', 'true');
    await expect(gridRow(page, 'task', 'Through the night').locator('[data-action="pause"]')).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await site.hall.server.start();
    await expect(page.getByTestId('stale')).toBeHidden();
    await expect(gridCell(page, 'task', 'Through the night', 'sounding')).toContainText('1 / 1');
    await expect(page.getByRole('button', { name: 'New task' })).toBeEnabled();
  });
