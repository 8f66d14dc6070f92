import { expect, type Page } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { atRest, expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { need, openLibrary, tone } from '../support/library.ts';
import { test } from '../support/ownHall.ts';
import { goTo } from '../support/walk.ts';

test.afterEach(({ page }) => expectNoComplaints(page));

const group = (page: Page, name: string) =>
  page.getByTestId('groups').getByRole('listitem').filter({ hasText: name });

test('files are dropped into a group; groups are created, filled by drag and by keyboard, renamed, ordered, deleted', async ({
  page,
  hall,
}) => {
  await need(hall, 'Morning bell', 2);
  await need(hall, '晨间音乐', 3);
  await openLibrary(page, hall);
  const make = async (name: string) => {
    await page.getByRole('button', { name: 'New group' }).click();
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
  await page.getByTestId('selection-bar').getByRole('button', { name: 'Move to group…' }).press('Enter');
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
  await expect(confirm).toContainText('still contains files (2)');
  await confirm.getByRole('button', { name: 'Cancel' }).click();

  await goTo(page, 'menu_file_group');
  const order = () => page.getByRole('list', { name: 'File groups' }).getByRole('listitem').allInnerTexts();
  await expect
    .poll(async () => (await order()).map((text) => text.replace(/\s+/g, ' ')))
    .toEqual(['1 Bells 1', '2 Music 2']);
  await page.getByRole('button', { name: 'Move Music' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => (await order())[0]).toContain('Music');
  await expect(page.getByText('Music is now at position 1 of 2')).toBeAttached();
  await page.reload();
  await expect.poll(async () => (await order())[0]).toContain('Music');
  const grip = page.getByRole('button', { name: 'Move Bells' });
  const handle = await atRest(page, () => grip.boundingBox());
  const [x, y] = [(handle?.x ?? 0) + 12, (handle?.y ?? 0) + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 36, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await order())[0]).toContain('Bells');

  await page
    .getByRole('list', { name: 'File groups' })
    .getByRole('button', { name: 'Music', exact: true })
    .click();
  const files = page.getByRole('list', { name: 'Order in “Music”' }).getByRole('listitem');
  const names = async () => (await files.allInnerTexts()).map((text) => text.split('\n').at(1));
  await expect(files).toHaveCount(2);
  const before = await names();
  await files.first().getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(names).toEqual([...before].reverse());
  await page.reload();
  await expect.poll(names).toEqual([...before].reverse());
  await expectAccessible(page);
});

if (isLong)
  test('a list scrolls on while a dragged row rests at its edge', async ({ page, hall }) => {
    for (let i = 0; i < 60; i++) await hall.api.post('/v1/file_group', { name: `Long list ${i}` });
    await openConsole(page, hall.server, '/menu_file_group', { refusals: true });
    const list = page.getByRole('list', { name: 'File groups' });
    await expect(list.getByText('Long list 59')).toBeAttached();
    const grip = page.getByRole('button', { name: 'Move Long list 0', exact: true });
    const handle = await atRest(page, () => grip.boundingBox());
    const frame = await list.boundingBox();
    if (handle === null || frame === null) throw new Error('no list');
    const x = handle.x + 12;
    await page.mouse.move(x, handle.y + 12);
    await page.mouse.down();
    await page.mouse.move(x, frame.y + frame.height - 4, { steps: 3 });
    const rest = () => list.evaluate((e) => e.scrollHeight - e.clientHeight - Math.ceil(e.scrollTop));
    await expect.poll(rest).toBeLessThanOrEqual(0);
    await page.mouse.up();
    await expect(list.getByRole('listitem').last()).toContainText('Long list 0');
  });
