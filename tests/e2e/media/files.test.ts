import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow, pressAction } from '../support/gridRows.ts';
import { Hall } from '../support/hall.ts';
import { need, openLibrary, tone } from '../support/library.ts';
import { goTo } from '../support/walk.ts';

let hall: Hall;
test.beforeAll(async () => {
  hall = await Hall.open();
});
test.afterAll(() => hall?.close());
test.afterEach(({ page }) => expectNoComplaints(page));

test('listening: plays, pauses by keyboard, and reports when it cannot play', async ({ page }) => {
  await need(hall, 'Morning bell', 2);
  await need(hall, '晨间音乐', 60);
  await openLibrary(page, hall);
  await gridRow(page, 'file', '晨间音乐').locator('[data-action="listen"]').click();
  const player = page.getByTestId('player');
  await expect(player).toHaveAttribute('data-status', 'playing');
  await expect(player).toContainText('00:01:00');
  await player.getByRole('slider').focus();
  await page.keyboard.press('Space');
  await expect(player).toHaveAttribute('data-status', 'paused');
  await page.keyboard.press('Home');
  await expect(player.getByRole('slider')).toHaveAttribute('aria-valuetext', '0 s of 00:01:00');
  await expectAccessible(page);
  await player.getByRole('button', { name: 'Close' }).click();

  await page.route('**/v1/file/*/listen?*', (route) => route.abort());
  await gridRow(page, 'file', 'Morning bell').locator('[data-action="listen"]').click();
  await expect(player).toContainText('Unable to play');
});

test('search and sort are in the address; a link shows the same rows', async ({ page }) => {
  await need(hall, 'Morning bell', 2);
  await need(hall, '晨间音乐', 60);
  await openLibrary(page, hall);
  await page.getByRole('searchbox', { name: 'Name or original name' }).fill('bell');
  await expect(page).toHaveURL(/q=bell/);
  await expect(gridRow(page, 'file', '晨间音乐')).toHaveCount(0);
  await page.getByTestId('grid-file').getByRole('columnheader', { name: 'Length' }).click();
  await expect(page).toHaveURL(/sort=duration_ms/);
  await page.reload();
  await expect(gridRow(page, 'file', 'Morning bell')).toBeVisible();
  await expect(gridRow(page, 'file', '晨间音乐')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Name or original name' }).fill('nothing like it');
  await expect(page.getByTestId('empty')).toContainText('Nothing matches the filters');
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(gridRow(page, 'file', '晨间音乐')).toBeVisible();
});

test('renamed, downloaded, and deleted after one question; a file on the air is kept with the reason', async ({
  page,
}) => {
  const [speaker] = await hall.speakers(['FILES-1']);
  const song = await need(hall, 'Morning bell', 2);
  await need(hall, 'Dropped', 1);
  const { id } = await hall.start({ name: 'Lunch music', files: [song], devices: [speaker?.id], loop: 1 });
  await openLibrary(page, hall);
  const tick = (name: string) => gridRow(page, 'file', name).getByRole('checkbox').click();
  await tick('Dropped');
  await pressAction(page, 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toContainText('Please enter a name!');
  await page.getByRole('textbox', { name: 'Name' }).fill('Gong');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(gridRow(page, 'file', 'Gong')).toBeVisible();
  const download = page.waitForEvent('download');
  await pressAction(page, 'Download');
  expect((await download).suggestedFilename()).toBe('Dropped.wav');

  await tick('Morning bell');
  await pressAction(page, 'Delete');
  const confirm = page.getByRole('alertdialog');
  await expect(confirm.getByRole('listitem')).toHaveText([/Gong/, /Morning bell.*In use: Lunch music/]);
  await confirm.getByRole('button', { name: 'Delete 2' }).click();
  await expect(page.getByTestId('batch-result')).toContainText('Lunch music');
  await expect(gridRow(page, 'file', 'Gong')).toHaveCount(0);
  await expect(gridRow(page, 'file', 'Morning bell')).toBeVisible();
  await pressAction(page, 'Where used');
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(['Lunch music']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await hall.act(id, 'stop');
  await page.getByTestId('batch-result').getByRole('button', { name: 'Retry 1' }).click();
  await expect(gridRow(page, 'file', 'Morning bell')).toHaveCount(0);
});

if (isLong)
  test('another console sees the changes; a file whose build fails shows the reason', async ({
    page,
    context,
  }) => {
    await openLibrary(page, hall);
    const id = await hall.api.upload('Later.wav', tone(1));
    await expect(gridRow(page, 'file', 'Later')).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${hall.server.url}/menu_file_management`);
    await gridRow(other, 'file', 'Later').getByRole('checkbox').click();
    await other.getByTestId('selection-bar').getByRole('button', { name: 'Rename' }).click();
    await other.getByRole('textbox', { name: 'Name' }).fill('Seen elsewhere');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(gridRow(page, 'file', 'Seen elsewhere')).toBeVisible();
    await other.close();

    await hall.server.end();
    rmSync(join(hall.server.dataDir, 'media', 'file', String(id)), { recursive: true });
    await hall.server.start();
    await goTo(page, 'menu_file_management');
    const failed = gridRow(page, 'file', 'Seen elsewhere');
    await expect(failed).toContainText('Failed');
    await expect(failed).toContainText('The original is missing on the server. Upload it again');
    await expect(page.getByTestId('counter-failed')).toContainText('1');
    await expect(failed.locator('[data-action="listen"]')).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
  });

test('without the permission there is neither menu entry nor screen, and forbidden actions explain themselves', async ({
  page,
}) => {
  const { rows } = await hall.api.get<{ rows: { id: number; code: string }[] }>('/v1/role?limit=100');
  const roleOf = (code: string) => rows.find((row) => row.code === code)?.id;
  const password = 'Night-owl-57';
  await hall.api.post('/v1/user', {
    code: 'emergency1',
    name: 'Emergency',
    password,
    role_id: roleOf('emergency'),
    all_zones: true,
  });
  await openConsole(page, hall.server, '/menu_file_management', {
    refusals: true,
    account: { username: 'emergency1', password },
  });
  await expect(page.getByTestId('empty')).toContainText('No permission to open “Music files”');
  await expect(page.getByTestId('empty')).toContainText('menu_file');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Music files' })).toHaveCount(0);
});
