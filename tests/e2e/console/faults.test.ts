import { expect, type Page } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { write } from '../support/database.ts';
import { gridRow } from '../support/gridRows.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';
import { test as ownHall } from '../support/ownHall.ts';

/** Life cycle of a fault on the screen, by keyboard only. */
/** Site with two loudspeakers that send nothing any more until they are released. */
const test = ownHall.extend<{ silent: Loudspeaker[] }>({
  silent: [
    async ({ hall: { api, server } }, use) => {
      const codes = ['ATTIC', 'CELLAR'];
      const speakers = codes.map((code) => new Loudspeaker(server.url, code, server.dataDir));
      await api.adopt(codes);
      for (const speaker of speakers) speaker.hold();
      await use(speakers);
      for (const speaker of speakers) await speaker.kill();
    },
    { auto: true },
  ],
});
test.afterEach(({ page }) => expectNoComplaints(page));

const fault = (page: Page, name: string) => gridRow(page, 'fault', `Terminal lost: ${name}`);
const state = (page: Page, name: string) => fault(page, name).locator('[col-id=state]');
const bar = (page: Page) => page.getByTestId('selection-bar');

/** Selects a row by keyboard: into the grid, to the row, the space bar. */
async function tick(page: Page, name: string): Promise<void> {
  const cell = fault(page, name).locator('[col-id=kind]');
  await page.getByTestId('grid-fault').locator('.ag-header-cell').first().focus();
  for (let i = 0; i < 20 && !(await cell.evaluate((node) => node.contains(document.activeElement))); i++) {
    const isInRow = await fault(page, name).evaluate((node) => node.contains(document.activeElement));
    await page.keyboard.press(isInRow ? 'ArrowRight' : 'ArrowDown');
  }
  await page.keyboard.press(' ');
  await expect(bar(page)).toBeVisible();
}

test('new, acknowledged, shelved for a while, unshelved', async ({ page, hall }) => {
  await openConsole(page, hall.server, '/menu_alarm_record?tab=faults');
  await expect(state(page, 'ATTIC')).toContainText('New');
  await expect(state(page, 'CELLAR')).toContainText('New');
  await expect(page.getByTestId('faults')).toContainText('2');
  await expectAccessible(page);

  await tick(page, 'ATTIC');
  await bar(page).getByRole('button', { name: 'Acknowledge' }).press('Enter');
  await expect(state(page, 'ATTIC')).toContainText('Acknowledged');
  await expect(fault(page, 'ATTIC').locator('[col-id=acknowledged_by_name]')).not.toBeEmpty();

  await tick(page, 'CELLAR');
  await bar(page).getByRole('button', { name: 'Shelve 30 min' }).press('Enter');
  await expect(fault(page, 'CELLAR')).toHaveCount(0);
  // It is no longer counted, here and in the top bar.
  await expect(page.getByTestId('faults')).toHaveAccessibleName(/^1 fault/);

  await page.getByRole('button', { name: /^Status: Open/ }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Shelved' }).press('Enter');
  await expect(state(page, 'CELLAR')).toContainText('Shelved');
  const until = await fault(page, 'CELLAR').locator('[col-id=shelved_until]').textContent();
  expect(until).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await expectAccessible(page);
  await tick(page, 'CELLAR');
  await bar(page).getByRole('button', { name: 'Unshelve' }).press('Enter');
  await expect(fault(page, 'CELLAR')).toHaveCount(0);
  await expect(page.getByTestId('faults')).toHaveAccessibleName(/^2 faults/);

  // A shelved fault returns by itself after its time.
  await page.getByRole('button', { name: /^Status: Shelved/ }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Open' }).press('Enter');
  await tick(page, 'ATTIC');
  await bar(page).getByRole('button', { name: 'Shelve 4 h' }).press('Enter');
  await expect(fault(page, 'ATTIC')).toHaveCount(0);
  await expect(page.getByTestId('faults')).toHaveAccessibleName(/^1 fault/);
  await write(
    hall.server,
    "update fault set shelved_until = now() - interval '1 s' where shelved_until is not null",
  );
  await expect(state(page, 'ATTIC')).toContainText('Acknowledged');
  await expect(page.getByTestId('faults')).toHaveAccessibleName(/^2 faults/);
});

if (isLong)
  test('resolved when its cause is gone, and kept in the record', async ({ page, hall, silent }) => {
    await openConsole(page, hall.server, '/menu_alarm_record?tab=faults');
    await expect(state(page, 'ATTIC')).toContainText('New');
    await tick(page, 'ATTIC');
    await bar(page).getByRole('button', { name: 'Acknowledge' }).press('Enter');
    await expect(state(page, 'ATTIC')).toContainText('Acknowledged');
    for (const speaker of silent) speaker.release();
    await expect(page.getByTestId('empty')).toContainText('No faults');
    await expect(page.getByTestId('faults')).toHaveAccessibleName(/No faults/);
    await page.getByRole('button', { name: /^Status: Open/ }).press('Enter');
    await page.getByRole('menuitemradio', { name: 'Resolved' }).press('Enter');
    await expect(state(page, 'ATTIC')).toContainText('Resolved');
    await expect(fault(page, 'ATTIC').locator('[col-id=resolved_at]')).toContainText(':');
    await expectAccessible(page);
  });

if (isLong)
  test('a user who may only see faults gets the reason for missing actions', async ({
    page,
    hall: { api, server },
  }) => {
    await api.post('/v1/role', {
      code: 'watcher',
      name: 'Watcher',
      permissions: ['menu_home_page', 'menu_alarm_record', 'list_fault', 'list_device'],
    });
    const roles = await api.get<{ rows: { id: number; code: string }[] }>('/v1/role?limit=100');
    const role_id = roles.rows.find(({ code }) => code === 'watcher')?.id;
    const account = { username: 'watcher', password: 'Watching-1' };
    await api.post('/v1/user', {
      code: account.username,
      name: 'Watcher',
      password: account.password,
      role_id,
      all_zones: true,
      groups: [],
    });
    await openConsole(page, server, '/menu_alarm_record?tab=faults', { account });
    await expect(state(page, 'ATTIC')).toContainText('New');
    await tick(page, 'ATTIC');
    await expect(bar(page).getByRole('button', { name: 'Acknowledge' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(bar(page)).toContainText('You do not have permission for this');
  });
