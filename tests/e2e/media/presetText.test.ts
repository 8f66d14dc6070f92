import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow, pressAction } from '../support/gridRows.ts';
import { Hall } from '../support/hall.ts';
import { test as onOwnSite } from '../support/ownHall.ts';

let hall: Hall;
test.beforeAll(async () => {
  hall = await Hall.open();
});
test.afterAll(() => hall?.close());
test.afterEach(({ page }) => expectNoComplaints(page));

const open = (page: Page, query = '', site = hall) =>
  openConsole(page, site.server, `/menu_preset_text${query}`, { refusals: true });
/** Large forms are alert dialogs, small ones are not. */
const dialogOf = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"]');
const row = (page: Page, name: string) => gridRow(page, 'preset_text', name);
const state = (page: Page, name: string) => gridCell(page, 'preset_text', name, 'build_status');

async function need(name: string, textContent: string, group_id: number | null = null): Promise<number> {
  return (await hall.api.post<{ id: number }>('/v1/preset_text', { name, textContent, group_id })).id;
}

onOwnSite('written, built automatically, heard, changed, rebuilt and deleted', async ({ page, hall }) => {
  await open(page, '', hall);
  await expect(page.getByTestId('empty')).toContainText('No preset texts yet');
  await expectAccessible(page);
  await page.getByTestId('empty').getByRole('button', { name: 'New text' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Closing');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Please enter a text!');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('各位读者，图书馆即将闭馆。');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(state(page, 'Closing')).toHaveText('Built', { timeout: 60_000 });
  await expect(gridCell(page, 'preset_text', 'Closing', 'duration_ms')).toHaveText(/^[1-9] s$/);
  await expect(page.getByTestId('counter-built')).toContainText('1');

  await row(page, 'Closing').locator('[data-action="listen"]').click();
  await expect(page.getByTestId('player')).toHaveAttribute('data-status', 'playing');
  await page.getByTestId('player').getByRole('button', { name: 'Close' }).click();

  await gridCell(page, 'preset_text', 'Closing', 'name').press('Enter');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('……');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(state(page, 'Closing')).toHaveText('Failed', { timeout: 60_000 });
  await expect(row(page, 'Closing')).toContainText('The text contains nothing that can be spoken');
  await expect(row(page, 'Closing').locator('[data-action="listen"]')).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByTestId('counter-failed').click();
  await expect(page).toHaveURL(/build_status=failed/);
  await expectAccessible(page);

  await row(page, 'Closing').getByRole('checkbox').click();
  await pressAction(page, 'Delete');
  await expect(dialogOf(page).getByRole('listitem')).toHaveText([/Closing/]);
  await dialogOf(page).getByRole('button', { name: 'Delete 1' }).click();
  await expect(row(page, 'Closing')).toHaveCount(0);
});

test('groups: created, filled by drag, ordered by keyboard; search and group are in the address, CSV has all rows', async ({
  page,
}) => {
  for (const name of ['First', 'Second', 'Third']) await need(name, `${name} notice.`);
  await open(page);
  await expect(row(page, 'Third')).toBeVisible();
  await page.getByTestId('groups').getByRole('button', { name: 'New group' }).click();
  await dialogOf(page).getByRole('textbox', { name: 'Group name' }).fill('Bells');
  await page.getByRole('button', { name: 'Save' }).click();
  const bells = page.getByTestId('groups').getByRole('button', { name: /^Bells/ });
  await row(page, 'First').getByRole('checkbox').click();
  await row(page, 'Second').getByRole('checkbox').click();
  await gridCell(page, 'preset_text', 'First', 'name').locator('[draggable="true"]').dragTo(bells);
  await expect(bells).toContainText('2');
  await bells.click();
  await expect(page).toHaveURL(/group_id=\d+/);
  await expect(row(page, 'Third')).toHaveCount(0);

  await page.getByRole('button', { name: 'Order', exact: true }).click();
  const list = dialogOf(page).getByRole('list');
  await expect(list.getByRole('listitem')).toHaveText([/First/, /Second/]);
  await list.getByRole('button', { name: 'Move Second', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(list.getByRole('listitem')).toHaveText([/Second/, /First/]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(dialogOf(page)).toBeHidden();
  const { rows } = await hall.api.get<{ rows: { name: string }[] }>(
    `/v1/preset_text?sort=position&${new URL(page.url()).searchParams}`,
  );
  expect(rows.map((one) => one.name)).toEqual(['Second', 'First']);

  await page.getByRole('searchbox', { name: 'Name or text' }).fill('second');
  await expect(row(page, 'First')).toHaveCount(0);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = readFileSync(await (await saving).path(), 'utf8');
  expect(csv.trim().split('\n')).toHaveLength(2);
  expect(csv).toContain('Second notice.');
  await page.getByRole('searchbox', { name: 'Name or text' }).fill('nothing like it');
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(row(page, 'Third')).toBeVisible();
});

test('a preset text is played at terminals, and chosen in the start dialog', async ({ page }) => {
  const [speaker] = await hall.speakers(['TEXT-1']);
  await need('Evacuate', 'Please leave the building now.');
  await open(page);
  await expect(state(page, 'Evacuate')).toHaveText('Built', { timeout: 60_000 });
  await row(page, 'Evacuate').getByRole('checkbox').click();
  await pressAction(page, 'Play at…');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('radio', { name: 'Preset text' })).toBeChecked();
  await expect(dialog.getByTestId('grid-pick-preset-text').locator('.ag-row-selected')).toContainText(
    'Evacuate',
  );
  await dialog.getByRole('tab', { name: 'By terminal' }).click();
  await gridRow(page, 'pick-device', 'TEXT-1').getByRole('checkbox').click();
  await expect(dialog).toContainText('Would play at 1 of 1');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
  await speaker?.terminal.until(() => (speaker?.heard.endUs ?? 0) > 0, 60_000);
  const { rows } = await hall.api.get<{ rows: { name: string; audio_source: number }[] }>('/v1/task?limit=1');
  expect(rows).toMatchObject([{ name: 'Evacuate', audio_source: 1 }]);
});
