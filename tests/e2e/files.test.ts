import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { sine, wav } from '../server/media/sounds.ts';
import { expectAccessible, expectNoComplaints, openConsole } from './consolePage.ts';
import { gridCell, gridRow } from './gridRows.ts';
import { Hall } from './hall.ts';

let hall: Hall;
test.beforeAll(async () => {
  hall = await Hall.open();
});
test.afterAll(() => hall?.close());
// axe looks at every screen twice: a slow machine needs its time.
test.describe.configure({ timeout: 300_000 });

test.afterEach(({ page }) => expectNoComplaints(page));

const tone = (seconds: number) => wav({ rate: 16_000, channels: 1, seconds }, sine(440, 0.3));
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/wav', buffer });
/** A file of this name is in the library; its id. */
async function need(name: string, seconds: number): Promise<number> {
  const { rows } = await hall.api.get<{ rows: { id: number; name: string }[] }>('/v1/file?limit=100');
  return rows.find((row) => row.name === name)?.id ?? hall.api.upload(`${name}.wav`, tone(seconds));
}
const library = (page: Page) => openConsole(page, hall.server, '/menu_file_management', { refusals: true });
const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByTestId('upload-input').first().setInputFiles(files);
const upload = (page: Page, name: string) => page.getByTestId('upload').filter({ hasText: name });
const group = (page: Page, name: string) =>
  page.getByTestId('groups').getByRole('listitem').filter({ hasText: name });

test('an empty library says what to do; several files go up at once, and what is refused keeps its reason', async ({
  page,
}) => {
  await library(page);
  await expect(page.getByTestId('empty')).toContainText('No music files yet');
  await expectAccessible(page);

  await choose(
    page,
    Array.from({ length: 11 }, (_, n) => file(`Many ${n}.wav`, tone(0.1))),
  );
  await expect(page.getByTestId('toasts')).toContainText('At most 10 files may be selected per upload');
  await expect(page.getByTestId('upload')).toHaveCount(0);

  await choose(page, [
    file('Morning bell.wav', tone(2)),
    file('Broken.mp3', Buffer.from('this is no sound at all')),
    file('Nothing.wav', Buffer.alloc(0)),
    file('晨间音乐.wav', tone(3)),
  ]);
  await expect(upload(page, 'Morning bell.wav')).toHaveAttribute('data-state', 'done');
  await expect(upload(page, '晨间音乐.wav')).toHaveAttribute('data-state', 'done');
  await expect(upload(page, 'Broken.mp3')).toContainText('The file holds no audio that can be read');
  await expect(upload(page, 'Nothing.wav')).toContainText('The file is empty');
  await expect(page.getByTestId('uploads')).toContainText('Uploads 2 of 4');
  for (const name of ['Morning bell', '晨间音乐'])
    await expect(gridCell(page, 'file', name, 'build_status').first()).toContainText('Built');
  await expect(gridCell(page, 'file', 'Morning bell', 'duration_ms')).toHaveText('0:02');
  await expect(gridCell(page, 'file', 'Morning bell', 'uploaded_by_name')).toHaveText('admin');
  await expect(gridCell(page, 'file', 'Morning bell', 'loudness')).toHaveText(/^−\d+\.\d$/);
  await expect(page.getByTestId('grid-file').locator('.ag-row')).toHaveCount(2);
  await expect(page.getByTestId('counter-built')).toContainText('2');

  await page.getByRole('button', { name: 'Try Nothing.wav again' }).click();
  await expect(upload(page, 'Nothing.wav')).toHaveAttribute('data-state', 'refused');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear finished' }).click();
  await expect(page.getByTestId('uploads')).toBeHidden();
});

test('an upload on a slow link shows how far it is; cancelled, it leaves nothing behind', async ({
  page,
}) => {
  await library(page);
  const link = await page.context().newCDPSession(page);
  await link.send('Network.enable');
  await link.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 100_000,
  });
  await choose(page, [file('Endless.wav', tone(120))]);
  const row = upload(page, 'Endless.wav');
  const bar = row.getByRole('progressbar');
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await expect(row).toContainText(/[kM]?B\/s/);
  await page.getByRole('button', { name: 'Cancel Endless.wav' }).click();
  await expect(row).toHaveAttribute('data-state', 'cancelled');
  const incoming = join(hall.server.dataDir, 'media', 'incoming');
  await expect.poll(() => readdirSync(incoming)).toEqual([]);
  const { total } = await hall.api.get<{ total: number }>('/v1/file?q=Endless');
  expect(total).toBe(0);
});

test('files are dropped into a group; groups are made, filled by drag and by keyboard, renamed, ordered, deleted', async ({
  page,
}) => {
  await need('Morning bell', 2);
  await need('晨间音乐', 3);
  await library(page);
  const make = async (name: string) => {
    await page.getByRole('button', { name: 'Add group' }).click();
    await page.getByRole('textbox', { name: 'Group name' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(group(page, name)).toBeVisible();
  };
  await make('Bells');
  await make('Musik');
  await gridRow(page, 'file', 'Morning bell').locator('[draggable="true"]').dragTo(group(page, 'Bells'));
  await expect(group(page, 'Bells')).toContainText('1');
  await expect(gridCell(page, 'file', 'Morning bell', 'group_id')).toHaveText('Bells');

  await gridRow(page, 'file', '晨间音乐').getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await page.getByTestId('selection-bar').getByRole('button', { name: 'Move to …' }).press('Enter');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Group' }).press('ArrowDown');
  await page.keyboard.type('Mus');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await expect(gridCell(page, 'file', '晨间音乐', 'group_id')).toHaveText('Musik');

  await group(page, 'Musik').getByRole('button', { name: 'Actions on Musik' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Group name' }).fill('Music');
  await page.getByRole('button', { name: 'Save' }).click();
  await group(page, 'Music')
    .getByRole('button', { name: /^Music/ })
    .click();
  await expect(page).toHaveURL(/group_id=\d+/);
  await expect(gridRow(page, 'file', 'Morning bell')).toHaveCount(0);

  const dropped = await page.evaluateHandle(
    ([bytes]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes as number[])], 'Dropped.wav', { type: 'audio/wav' }));
      return transfer;
    },
    [[...tone(1)]],
  );
  const area = page.getByTestId('drop-area');
  await area.dispatchEvent('dragenter', { dataTransfer: dropped });
  await expect(area).toContainText('Drop to upload into “Music”');
  await area.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(gridCell(page, 'file', 'Dropped', 'group_id')).toHaveText('Music');

  await group(page, 'Music').getByRole('button', { name: 'Actions on Music' }).click();
  await page.getByRole('menuitem', { name: 'Delete group' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm).toContainText('Music');
  await confirm.getByRole('button', { name: 'Delete group' }).click();
  await expect(confirm).toContainText('still holds 2 files');
  await confirm.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`${hall.server.url}/menu_file_group`);
  const order = () => page.getByRole('list', { name: 'File groups' }).getByRole('listitem').allInnerTexts();
  await expect
    .poll(async () => (await order()).map((text) => text.replace(/\s+/g, ' ')))
    .toEqual(['1 Bells 1', '2 Music 2']);
  await page.getByRole('button', { name: 'Move Music' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => (await order())[0]).toContain('Music');
  await expect(page.getByText('Music is now 1 of 2')).toBeAttached();
  await page.reload();
  await expect.poll(async () => (await order())[0]).toContain('Music');
  const handle = await page.getByRole('button', { name: 'Move Bells' }).boundingBox();
  const [x, y] = [(handle?.x ?? 0) + 12, (handle?.y ?? 0) + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 36, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await order())[0]).toContain('Bells');
  await expectAccessible(page);
});

test('listening: plays, pauses by the keyboard, and says when it cannot', async ({ page }) => {
  await need('Morning bell', 2);
  await need('晨间音乐', 3);
  await library(page);
  await gridRow(page, 'file', '晨间音乐').locator('[data-action="listen"]').click();
  const player = page.getByTestId('player');
  await expect(player).toHaveAttribute('data-status', 'playing');
  await expect(player).toContainText('0:03');
  await player.getByRole('slider').focus();
  await page.keyboard.press('Space');
  await expect(player).toHaveAttribute('data-status', 'paused');
  await page.keyboard.press('Home');
  await expect(player.getByRole('slider')).toHaveAttribute('aria-valuetext', '0:00 of 0:03');
  await expectAccessible(page);
  await player.getByRole('button', { name: 'Close' }).click();

  await page.route('**/v1/file/*/listen?*', (route) => route.abort());
  await gridRow(page, 'file', 'Morning bell').locator('[data-action="listen"]').click();
  await expect(player).toContainText('Unable to play');
});

test('search and sort stand in the address; a link shows the same rows', async ({ page }) => {
  await need('Morning bell', 2);
  await need('晨间音乐', 3);
  await library(page);
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

test('renamed, downloaded, and deleted after being asked once; what is on the air stays and says why', async ({
  page,
}) => {
  const [speaker] = await hall.speakers(['FILES-1']);
  const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/file?q=Morning');
  const { id } = await hall.start({
    name: 'Lunch music',
    files: [rows[0]?.id],
    devices: [speaker?.id],
    loop: 1,
  });
  await library(page);
  const tick = (name: string) => gridRow(page, 'file', name).getByRole('checkbox').click();
  const bar = page.getByTestId('selection-bar');
  await tick('Dropped');
  await bar.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toContainText('Please enter a name!');
  await page.getByRole('textbox', { name: 'Name' }).fill('Gong');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(gridRow(page, 'file', 'Gong')).toBeVisible();
  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('Dropped.wav');

  await tick('Morning bell');
  await bar.getByRole('button', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm.getByRole('listitem')).toHaveText([/Gong/, /Morning bell/]);
  await confirm.getByRole('button', { name: 'Delete 2' }).click();
  await expect(page.getByTestId('batch-result')).toContainText('Lunch music');
  await expect(gridRow(page, 'file', 'Gong')).toHaveCount(0);
  await expect(gridRow(page, 'file', 'Morning bell')).toBeVisible();
  await hall.act(id, 'stop');
  await page.getByTestId('batch-result').getByRole('button', { name: 'Try 1 again' }).click();
  await expect(gridRow(page, 'file', 'Morning bell')).toHaveCount(0);
});

test('another console sees what this one does; a file whose building fails says why', async ({
  page,
  context,
}) => {
  await library(page);
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
  await page.goto(`${hall.server.url}/menu_file_management`);
  const failed = gridRow(page, 'file', 'Seen elsewhere');
  await expect(failed).toContainText('Failed');
  await expect(failed).toContainText('The original is gone from the server. Upload it again');
  await expect(page.getByTestId('counter-failed')).toContainText('1');
  await expect(failed.locator('[data-action="listen"]')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
});

test('without the right there is neither entry nor screen, and what one may not do says so', async ({
  page,
}) => {
  const { rows } = await hall.api.get<{ rows: { id: number; code: string }[] }>('/v1/role?limit=100');
  const roleOf = (code: string) => rows.find((row) => row.code === code)?.id;
  const password = 'Emergency-1';
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
