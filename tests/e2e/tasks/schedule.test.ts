import { expect, type Page, test } from '@playwright/test';
import { sine, wav } from '../../server/media/sounds.ts';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { Hall, type Speaker } from '../support/hall.ts';
import { test as onOwnSite } from '../support/ownHall.ts';

/** Time zone in which it is about noon now, so that no test crosses midnight. */
const hours = 12 - new Date().getUTCHours();
const timeZone = hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
/** Date and time of the site, `seconds` from now. */
const siteTime = (seconds: number) =>
  new Date(Date.now() + (hours * 3600 + seconds) * 1000).toISOString().slice(0, 19).split('T') as [
    string,
    string,
  ];
const [today] = siteTime(0);

let hall: Hall;
let speakers: Speaker[];
let song: number;
test.beforeAll(async () => {
  // Builds minutes of sound.
  test.setTimeout(120_000);
  hall = await Hall.open({ TZ_SITE: timeZone });
  ({ speakers, song } = await equip(hall));
});
test.afterAll(() => hall?.close());
onOwnSite.use({ env: { TZ_SITE: timeZone } });
test.afterEach(({ page }) => expectNoComplaints(page));

/** Adds two loudspeakers and a long song to a site. */
async function equip(site: Hall): Promise<{ speakers: Speaker[]; song: number }> {
  const sound = wav({ rate: 8000, channels: 1, seconds: 120 }, sine(440, 0.3));
  return {
    speakers: await site.speakers(['HALL-1', 'HALL-2']),
    song: await site.api.upload('Long song.wav', sound),
  };
}

const open = (page: Page, path: string, site = hall) => openConsole(page, site.server, path);
const task = (name: string, more: object) =>
  hall.api.post<{ id: number }>('/v1/scheduled_task', {
    name,
    audio_source: 0,
    files: [song],
    devices: speakers.map((speaker) => speaker.id),
    start_date: today,
    start_time: siteTime(3600)[1],
    ...more,
  });

onOwnSite(
  'a bell is created in the form, rings on its second, is stopped, and is in the log with its proof',
  async ({ page, hall }) => {
    // Builds minutes of sound.
    test.setTimeout(120_000);
    const { speakers } = await equip(hall);
    await open(page, '/menu_task_management', hall);
    await expect(page.getByTestId('empty')).toContainText('No scheduled tasks yet');
    await page.getByRole('button', { name: 'New task' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New scheduled task' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Please select media');
    await expect(dialog).toContainText('Please select a device');

    await page.getByTestId('grid-pick-file').locator('.ag-row').filter({ hasText: 'Long song' }).dblclick();
    await dialog.getByRole('tab', { name: 'By terminal' }).click();
    await page.getByTestId('grid-pick-device').locator('.ag-row').filter({ hasText: 'HALL-1' }).dblclick();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Noon bell');
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'Start time' }).fill(siteTime(600)[1]);
    const preview = page.getByTestId('task-preview');
    await expect(preview).toHaveAttribute('data-kind', 'known');
    await expect(preview).toContainText('Reaches 1 of 1 terminal');
    await expect(preview).toContainText(today);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();

    await expect(gridCell(page, 'scheduled_task', 'Noon bell', 'validity')).toContainText('In effect');
    // Once it is shown as waiting it is moved to an earlier time.
    const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/scheduled_task?q=Noon');
    await hall.api.patch(`/v1/scheduled_task/${rows[0]?.id}`, { start_time: siteTime(15)[1] });
    await expect(gridCell(page, 'scheduled_task', 'Noon bell', 'validity')).toContainText('Executing', {
      timeout: 60_000,
    });
    await expect(gridCell(page, 'scheduled_task', 'Noon bell', 'play_status')).toContainText('Playing');
    await expect(page.getByTestId('counter-executing')).toContainText('1');
    await speakers[0]?.terminal.until(() => (speakers[0]?.heard.endUs ?? 0) > 0, 60_000);

    await gridRow(page, 'scheduled_task', 'Noon bell').click();
    await page.keyboard.press('Enter');
    const panel = page.getByTestId('schedule-panel');
    await expect(panel.getByRole('list', { name: 'Next runs' }).getByRole('listitem')).toHaveCount(6);
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Stop' }).click();
    await expect(gridCell(page, 'scheduled_task', 'Noon bell', 'play_status')).toContainText('Manual stop');

    await panel.getByRole('link', { name: 'Past runs' }).click();
    await expect(gridCell(page, 'task_log', 'Noon bell', 'result')).toContainText('Stopped manually');
    await expect(gridCell(page, 'task_log', 'Noon bell', 'heard')).toContainText('1 / 1');
    await gridRow(page, 'task_log', 'Noon bell').dblclick();
    const proof = page.getByTestId('task-log-panel');
    await expect(proof.getByTestId('target')).toContainText('HALL-1');
    await expect(proof.getByTestId('target')).toContainText('received');
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toContain('.csv');
  },
);

if (isLong)
  test('batch: copied, disabled and deleted, with a result for each', async ({ page }) => {
    await task('First of two', {});
    await task('Second of two', {});
    await open(page, '/menu_task_management?q=of+two');
    await gridRow(page, 'scheduled_task', 'First of two').locator('.ag-selection-checkbox').click();
    const bar = page.getByTestId('selection-bar');
    await bar.getByRole('button', { name: 'Copy' }).click();
    const copy = page.getByRole('dialog', { name: 'Copy First of two' });
    await copy.getByRole('textbox', { name: 'Name' }).fill('Third of two');
    await copy.getByRole('button', { name: 'Copy' }).click();
    await expect(gridCell(page, 'scheduled_task', 'Third of two', 'validity')).toContainText('Not effective');

    await gridRow(page, 'scheduled_task', 'Second of two').locator('.ag-selection-checkbox').click();
    await bar.getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByTestId('counter-not_effective')).toContainText('3');
    await bar.getByRole('button', { name: 'Delete' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Delete 2?' });
    await expect(confirm).toContainText('Second of two');
    await confirm.getByRole('button', { name: 'Delete 2' }).click();
    await expect(page.getByText('Showing 1 of')).toBeVisible();
  });

if (isLong)
  test('the timeline shows runs that are never heard, also by keyboard, and as a table', async ({ page }) => {
    const [, start] = siteTime(1800);
    const [, within] = siteTime(1860);
    await task('Fire drill', { start_time: start, priority: 95, duration: 250 });
    await task('Eye exercises', { start_time: within, priority: 40, duration: 60 });
    await open(page, '/menu_task_management?view=timeline');
    const never = page.locator('[data-bar][data-kind="never"]').first();
    await expect(never).toHaveAttribute('aria-label', /Eye exercises never heard/);
    await expect(page.getByText('Eye exercises never heard').first()).toBeVisible();
    await expectAccessible(page);

    await page.getByTestId('timeline').focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-bar]:focus')).toHaveCount(1);
    await never.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('schedule-panel')).toContainText('Eye exercises');

    await page.getByRole('button', { name: 'Table' }).click();
    await expect(page.getByTestId('grid-timeline')).toContainText('Pre-empted by Fire drill');
    await page.getByRole('tab', { name: 'Week' }).click();
    await expect(page).toHaveURL(/span=week/);
  });

test('a plan skips its holidays; it is exported, and imported again with its tasks', async ({ page }) => {
  await open(page, '/menu_plan');
  await page.getByRole('button', { name: 'New plan' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New plan' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Term');
  await dialog.getByRole('button', { name: /Next year/ }).click();
  const year = Number(today.slice(0, 4)) + 1;
  await dialog.locator(`[data-date="${year}-05-01"]`).click();
  for (let day = 1; day < 5; day++) await page.keyboard.press('Shift+ArrowRight');
  await expect(dialog).toContainText(`${year}-05-01 to ${year}-05-05, 5 days`);
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Labour Day');
  await dialog.getByRole('button', { name: 'No tasks' }).click();
  await expect(dialog.getByRole('list', { name: 'Exceptions' })).toContainText('Labour Day');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(gridCell(page, 'plan', 'Term', 'exception_count')).toHaveText('1');

  const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/plan');
  await task('Term bell', { plan_id: rows[0]?.id });
  await expect(gridCell(page, 'plan', 'Term', 'task_count')).toHaveText('1');
  await gridRow(page, 'plan', 'Term').locator('.ag-selection-checkbox').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export plans' }).click(),
  ]);
  await page.getByRole('button', { name: 'Import' }).click();
  const importing = page.getByRole('dialog', { name: 'Import plans' });
  await importing.locator('input[type=file]').setInputFiles(await file.path());
  await expect(importing).toContainText('Tasks 1');
  await importing.getByRole('button', { name: 'Import' }).click();
  await expect(importing).toHaveCount(0);
  await expect(page.getByTestId('grid-plan').locator('.ag-row').filter({ hasText: 'Term' })).toHaveCount(2);
});
