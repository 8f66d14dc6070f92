import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectMessage, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { maker, packageOf, test, trusted, upgraded } from '../support/upgradeSite.ts';
import { goTo } from '../support/walk.ts';

/** Upgrade files and records in a real browser, with terminals that follow the upgrade protocol. */
test.afterEach(({ page }) => expectNoComplaints(page));

const SHOTS = process.env.SHOTS;
async function shots(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const choose = (page: Page, files: ReturnType<typeof file>[]) =>
  page.getByTestId('upload-input').first().setInputFiles(files);
const upload = (page: Page, name: string) => page.getByTestId('upload').filter({ hasText: name });
const panel = (page: Page) => page.getByTestId('upgrade-file-panel');

test('packages are uploaded, refused ones with their reasons, and one is trusted before it is rolled out', async ({
  page,
  hall,
  columns: { length },
}) => {
  await openConsole(page, hall.server, '/menu_update_upgrade_file_management', { refusals: true });
  await expect(page.getByTestId('empty')).toContainText('No upgrade packages yet');
  await expectAccessible(page);
  await choose(
    page,
    Array.from({ length: 11 }, (_, n) => file(`Many ${n}`, packageOf(`9.${n}`))),
  );
  await expectMessage(page, 'At most 10 files may be selected per upload');

  const damaged = packageOf('2.1');
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  await choose(page, [
    file('column-2.0.tocsin', packageOf('2.0')),
    file('holiday.jpg', Buffer.from('no package at all, but a picture of the sea')),
    file('damaged.tocsin', damaged),
  ]);
  await expect(upload(page, 'column-2.0.tocsin')).toHaveAttribute('data-state', 'done');
  await expect(upload(page, 'holiday.jpg')).toContainText('This is not an upgrade package');
  await expect(upload(page, 'damaged.tocsin')).toContainText('The signature of the package is invalid');
  const row = gridRow(page, 'upgrade_file', 'Column program');
  await expect(row).toContainText('2.0');
  await expect(row).toContainText('Sound column aoip.p');
  await expect(row).toContainText('Key not trusted');
  await expect(row).toContainText(`0 / ${length}`);
  await choose(page, [file('again.tocsin', packageOf('2.0'))]);
  await expect(upload(page, 'again.tocsin')).toContainText('already exists');
  await page.getByRole('button', { name: 'Clear finished' }).click();

  await row.locator('[col-id=version]').click();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByTestId('who-runs')).toContainText('1.0');
  await expect(panel(page).getByRole('button', { name: 'Roll out' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Trust this key' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(maker.publicKey);
  await dialog.getByRole('button', { name: 'Trust this key' }).click();
  await expect(dialog).toContainText(/please enter/i);
  await dialog.getByLabel('Name of the signer').fill('Linhai Audio');
  await dialog.getByRole('button', { name: 'Trust this key' }).click();
  await expect(row).toContainText('Linhai Audio');
  await shots(page, 'files');
  await expect(panel(page).getByRole('button', { name: 'Roll out' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('before an upgrade every selected terminal must be online and must support upgrades', async ({
  page,
  hall,
  columns,
  unfit: { old, away },
}) => {
  await openConsole(page, hall.server, `/menu_device_management?sel=${columns[0]?.id},${old.id}`);
  const bar = page.getByTestId('selection-bar');
  await expect(gridRow(page, 'device', 'AWAY')).toContainText('Offline');
  await bar.getByRole('button', { name: 'Upgrade' }).click();
  await expectMessage(page, 'OLDHORN - OLDHORN not supported upgrade');
  await page.goto(`${hall.server.url}/menu_device_management?sel=${columns[0]?.id},${away.id}`);
  await expect(gridRow(page, 'device', 'AWAY')).toContainText('Offline');
  await bar.getByRole('button', { name: 'Upgrade' }).click();
  await expectMessage(page, 'AWAY - AWAY offline');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a rollout in waves is paused, resumed, halted by a failure, retried, and completed', async ({
  page,
  hall,
  columns,
}) => {
  await trusted(hall, '2.0');
  const ids = columns.map((column) => column.id).join();
  await openConsole(page, hall.server, `/menu_device_management?sel=${ids}`);
  // A selection in the address applies once its rows are loaded.
  await expect(gridRow(page, 'device', 'COLUMN3')).toContainText('Free');
  await page.getByTestId('selection-bar').getByRole('button', { name: 'Upgrade' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Upgrade 3 terminals');
  await dialog.getByRole('combobox', { name: 'Upgrade package' }).click();
  await page.getByRole('option', { name: 'Column program 2.0' }).click();
  await dialog.getByLabel('Waves').fill('one');
  await dialog.getByRole('button', { name: 'Start upgrade' }).click();
  await expect(dialog).toContainText(/invalid|not valid/i);
  await dialog.getByLabel('Waves').fill('1');
  await expect(dialog.getByTestId('planned-waves')).toHaveText('Waves: 1 → 2, 3 terminals total');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Start upgrade' }).click();

  const head = page.getByTestId('upgrade-batch');
  await expect(head).toContainText('Column program 2.0');
  await expect(page.getByTestId('counter-updating')).toContainText('1');
  await expect(gridRow(page, 'upgrade_terminal', '40% downloaded')).toHaveCount(1);
  await expect(page.getByTestId('waves')).toContainText('waits for wave 1');
  await head.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByTestId('upgrade-why')).toContainText('Paused by ');
  await head.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByTestId('upgrade-why')).toBeHidden();

  // The third is in the middle of its download when the second fails: the batch is not over.
  const [first, second, third] = columns;
  first?.release();
  second?.release({ kind: 'bad', reason: 'block 17 is broken' });
  await expect(page.getByTestId('upgrade-why')).toContainText(
    'Paused automatically: 1 terminal was not upgraded',
  );
  const failed = gridRow(page, 'upgrade_terminal', 'COLUMN2');
  await expect(failed).toContainText('Upgrade failed');
  await expect(failed).toContainText('block 17 is broken');
  await expect(failed).toHaveAttribute('row-index', '0');
  await expectAccessible(page);
  await shots(page, 'halted');

  second?.release();
  third?.release();
  await head.getByRole('button', { name: 'Retry 1' }).click();
  await expect(head).toContainText('Ended', { timeout: 60_000 });
  await expect(page.getByTestId('counter-reboot_successful')).toContainText('3');
  await expect(head.getByRole('button', { name: 'Cancel the rest' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByTestId('counter-reboot_successful').click();
  await expect(page).toHaveURL(/status=reboot_successful/);
  await shots(page, 'over');

  await head.getByRole('button', { name: 'Upgrade records' }).click();
  await expect(gridCell(page, 'upgrade', 'Column program', 'total')).toHaveText('3 / 3');
  await expect(gridCell(page, 'upgrade', 'Column program', 'device_type')).toHaveText('Sound column');
  await expect(gridCell(page, 'upgrade', 'Column program', 'creator')).toHaveText('admin');
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect(await readFile(await (await exported).path(), 'utf8')).toContain('Column program');
  await expectAccessible(page);
});

test("home, the terminal's panel and the package show the results", async ({
  page,
  hall,
  columns,
  unfit: _,
}) => {
  await upgraded(hall, columns, '2.0');
  await openConsole(page, hall.server, '/menu_home_page');
  const home = page.getByTestId('home-upgrade');
  await expect(home).toContainText('Ended');
  await expect(home).toContainText('2 of 2 done');
  await goTo(page, `menu_device_management?id=${columns[1]?.id}`);
  const device = page.getByTestId('device-panel');
  await expect(device).toContainText('2.0');
  await expect(device).toContainText('Reboot successful');
  await device.getByRole('link', { name: 'Record' }).click();
  await expect(page.getByTestId('upgrade-batch')).toContainText('Column program 2.0');
  await goTo(page, 'menu_update_upgrade_file_management');
  await expect(gridRow(page, 'upgrade_file', 'Column program')).toContainText('3 / 5');
});

if (isLong)
  test('a package is rolled out to all suitable terminals, renamed and deleted; records stay', async ({
    page,
    hall,
    columns,
    unfit: { old: _ },
  }) => {
    await upgraded(hall, columns, '2.0');
    await openConsole(page, hall.server, '/menu_update_upgrade_file_management', { refusals: true });
    await choose(page, [file('column-3.0.tocsin', packageOf('3.0'))]);
    const row = gridRow(page, 'upgrade_file', '3.0');
    // Its key is trusted by now.
    await expect(row).toContainText('Linhai Audio');
    await row.locator('[col-id=version]').click();
    await page.keyboard.press('Enter');
    await panel(page).getByRole('button', { name: 'Roll out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Roll out Column program 3.0' });
    // Enter selects the search results: the terminals must be loaded.
    await expect(dialog.getByRole('tab', { name: /5/ })).toBeVisible();
    await dialog.getByPlaceholder('Name, code or IP').press('Enter');
    const unfit = dialog.getByTestId('unfit');
    await expect(unfit).toContainText('2 terminals cannot be upgraded now');
    await expect(unfit).toContainText('AWAY - AWAY offline');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Start upgrade' }).click();
    await expect(dialog.getByRole('alert')).toContainText('offline');
    await unfit.getByRole('button', { name: 'Exclude these' }).click();
    await expect(unfit).toBeHidden();
    await expect(dialog.getByTestId('planned-waves')).toHaveText('Waves: 1 → 2, 3 terminals total');
    await dialog.getByRole('button', { name: 'Start upgrade' }).click();
    const head = page.getByTestId('upgrade-batch');
    await expect(head).toContainText('Column program 3.0');
    await expect(head).toContainText('Ended', { timeout: 60_000 });

    await goTo(page, 'menu_update_upgrade_file_management');
    const old = gridRow(page, 'upgrade_file', '2.0');
    await old.locator('.ag-checkbox-input').check();
    const bar = page.getByTestId('selection-bar');
    await bar.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old program');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(old).toContainText('Old program');
    await bar.getByRole('button', { name: 'Delete' }).click();
    const confirmation = page.getByRole('alertdialog');
    await expect(confirmation).toContainText('Old program 2.0');
    await confirmation.getByRole('button', { name: 'Delete 1 package' }).click();
    await expect(old).toHaveCount(0);
    await goTo(page, 'menu_upgrade_status');
    await expect(page.getByTestId('grid-upgrade').locator('.ag-row')).toHaveCount(2);
  });
