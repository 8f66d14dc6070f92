import { expect, type Page, test } from '@playwright/test';
import { type StreamServer, startStreamServer } from '../../server/radio/streamServer.ts';
import { isLong } from '../../support/random.ts';
import { startServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { Hall } from '../support/hall.ts';

let hall: Hall;
let streams: StreamServer;
test.beforeAll(async () => {
  streams = await startStreamServer();
  hall = new Hall(await startServer({ env: { STREAM_ALLOW: '127.0.0.1' } }));
  await hall.api.login('admin', hall.server.adminPassword);
});
test.afterAll(async () => {
  await hall?.close();
  await streams?.close();
});
test.afterEach(({ page }) => expectNoComplaints(page));

/** Large forms are alert dialogs, small ones are not. */
const dialogOf = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"]');
const row = (page: Page, name: string) => gridRow(page, 'radio', name);
const state = (page: Page, name: string) => gridCell(page, 'radio', name, 'state');

test('a station is entered, tested before saving, played, cut and restored, all shown live', async ({
  page,
}) => {
  await openConsole(page, hall.server, '/menu_radio_management', { refusals: true });
  await expect(page.getByTestId('empty')).toContainText('No radio stations yet');
  await page.getByTestId('empty').getByRole('button', { name: 'New station' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Harbour FM');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('rtsp://somewhere');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog).toContainText('begins with http:// or https://');
  /** A press within a second of the previous one is ignored, so it is repeated until the result is shown. */
  const gives = async (path: string, text: string) => {
    await dialog.getByRole('textbox', { name: 'Address' }).fill(streams.url + path);
    await expect
      .poll(async () => {
        const [result] = await dialog.getByRole('status').allTextContents();
        if (result !== text) await dialog.getByRole('button', { name: 'Test connection' }).click();
        return result;
      })
      .toBe(text);
  };
  await gives('/nothing', 'The server responded with HTTP 404');
  await gives('/live', 'MP3 · 128 kbit/s · Harbour 电台 · Morning — 晨曲');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(state(page, 'Harbour FM')).toHaveText('Not tested');
  await row(page, 'Harbour FM').locator('[data-action="test"]').click();
  await expect(state(page, 'Harbour FM')).toHaveText('Works');
  await expect(gridCell(page, 'radio', 'Harbour FM', 'codec')).toHaveText('MP3');

  const [speaker] = await hall.speakers(['RADIO-1']);
  await row(page, 'Harbour FM').getByRole('checkbox').click();
  await page.getByTestId('selection-bar').getByRole('button', { name: 'Play at…' }).click();
  const start = dialogOf(page);
  await expect(start.getByTestId('grid-pick-radio').locator('.ag-row-selected')).toContainText('Harbour FM');
  await start.getByRole('tab', { name: 'By terminal' }).click();
  await gridRow(page, 'pick-device', 'RADIO-1').getByRole('checkbox').click();
  await expect(start).toContainText('Would play at 1 of 1');
  await expectAccessible(page);
  await start.getByRole('button', { name: 'Start' }).click();
  await expect(start).toBeHidden();
  await expect(gridCell(page, 'radio', 'Harbour FM', 'broadcasts')).toHaveText('1');
  await speaker?.terminal.until(() => (speaker?.heard.endUs ?? 0) > 0, 60_000);
  streams.state.title = 'The news';
  await expect(gridCell(page, 'radio', 'Harbour FM', 'title')).toHaveText('The news', { timeout: 60_000 });

  streams.state.isUp = false;
  streams.cut();
  await expect(state(page, 'Harbour FM')).toHaveText('Fails', { timeout: 60_000 });
  await expect(row(page, 'Harbour FM')).toContainText(/HTTP 503|cut off/);
  await expect(page.getByTestId('counter-fails')).toContainText('1');
  await expectAccessible(page);
  streams.state.isUp = true;
  await expect(state(page, 'Harbour FM')).toHaveText('Works', { timeout: 60_000 });

  await page.getByTestId('selection-bar').getByRole('button', { name: 'Delete' }).click();
  await dialogOf(page).getByRole('button', { name: 'Delete 1' }).click();
  await expect(page.getByTestId('batch-result')).toContainText('is on the air: stop the task first');
  await hall.api.post('/v1/task/stop_all');
  await page.getByTestId('batch-result').getByRole('button', { name: 'Retry 1' }).click();
  await expect(row(page, 'Harbour FM')).toHaveCount(0);
});

if (isLong)
  test('without the permission there is neither menu entry nor screen', async ({ page }) => {
    const { rows } = await hall.api.get<{ rows: { id: number; code: string }[] }>('/v1/role?limit=100');
    const password = 'Night-owl-57';
    await hall.api.post('/v1/user', {
      code: 'emergency1',
      name: 'Emergency',
      password,
      role_id: rows.find((one) => one.code === 'emergency')?.id,
      all_zones: true,
    });
    for (const path of ['/menu_radio_management', '/menu_preset_text']) {
      await openConsole(page, hall.server, path, {
        refusals: true,
        account: { username: 'emergency1', password },
      });
      await expect(page.getByTestId('empty')).toContainText('No permission');
    }
  });
