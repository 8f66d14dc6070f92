import { expect, type Page } from '@playwright/test';
import type { ScheduledTask } from '../../../contract/entities/tasks/scheduledTask.ts';
import { sine, wav } from '../../server/media/sounds.ts';
import { isLong } from '../../support/random.ts';
import { expectAccessible, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';
import { test } from '../support/ownHall.ts';

const times = [
  ...['07:50', '08:00', '08:40', '08:50', '09:30', '09:50', '10:30'],
  ...['10:40', '11:20', '13:00', '13:40', '13:50', '14:30', '14:40'],
];

/** Puts a text on the clipboard, as copying in a spreadsheet does. */
async function copied(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.context().clearPermissions();
}

test('from an empty plan to 14 bells from Monday to Friday in at most 15 actions', async ({ page, hall }) => {
  await hall.speakers(['HALL-1']);
  const bell = await hall.api.upload(
    'Bell.wav',
    wav({ rate: 8000, channels: 1, seconds: 3 }, sine(880, 0.3)),
  );
  const plan = await hall.api.post<{ id: number }>('/v1/plan', { name: 'School', start_date: '2026-09-01' });
  await openConsole(page, hall.server, '/menu_plan');
  await copied(page, times.join('\n'));

  let actions = 0;
  const act = async (action: Promise<void>) => {
    actions += 1;
    await action;
  };
  await act(gridRow(page, 'plan', 'School').locator('.ag-selection-checkbox').click());
  await act(page.getByTestId('selection-bar').getByRole('button', { name: 'Timetable' }).click());
  const dialog = page.getByRole('dialog', { name: 'Timetable of School' });
  await act(dialog.getByRole('treeitem').first().click());
  await act(dialog.getByRole('combobox', { name: 'Sound of new bells' }).click());
  await act(page.getByRole('option', { name: 'Bell', exact: true }).click());
  await act(dialog.getByRole('gridcell', { name: 'New bell', exact: true }).click());
  await act(page.keyboard.press('Control+V'));
  const grid = dialog.getByTestId('timetable');
  await expect(grid.locator('tbody tr')).toHaveCount(times.length + 1);
  const preview = page.getByTestId('timetable-preview');
  await expect(preview).toContainText('14 bells new');
  await expect(preview).toContainText('Reaches 1 of 1 terminal');
  await expectAccessible(page);
  await act(dialog.getByRole('button', { name: 'Save' }).click());
  await expect(dialog).toBeHidden();
  expect(actions).toBeLessThanOrEqual(15);

  const { rows } = await hall.api.get<{ rows: ScheduledTask[] }>(
    `/v1/scheduled_task?plan_id=${plan.id}&limit=100&sort=start_time`,
  );
  expect(rows.map((task) => task.start_time.slice(0, 5))).toEqual(times);
  for (const task of rows) expect(task).toMatchObject({ schedule_day: 1, files: [bell], enabled: true });
});

if (isLong)
  test('bells are edited by keyboard: moved, switched by day, copied to another day and removed', async ({
    page,
    hall,
  }) => {
    await hall.speakers(['HALL-1']);
    const file = await hall.api.upload(
      'Bell.wav',
      wav({ rate: 8000, channels: 1, seconds: 3 }, sine(880, 0.3)),
    );
    const plan = await hall.api.post<{ id: number }>('/v1/plan', {
      name: 'School',
      start_date: '2026-09-01',
    });
    const { rows: zones } = await hall.api.get<{ rows: { id: number }[] }>('/v1/partition?limit=1');
    const path = `/v1/plan/${plan.id}/timetable`;
    await hall.api.put(path, {
      orgs: [zones[0]?.id],
      rows: ['08:00', '09:00'].map((start_time) => ({ start_time, weekdays: [1], file })),
    });
    await openConsole(page, hall.server, '/menu_plan');
    await gridRow(page, 'plan', 'School').locator('.ag-selection-checkbox').click();
    await page.getByTestId('selection-bar').getByRole('button', { name: 'Timetable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Timetable of School' });
    await dialog.getByRole('gridcell', { name: 'Monday, 09:00: rings' }).focus();
    // Saturday on, Sunday stays off.
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('gridcell', { name: 'Saturday, 09:00: rings' })).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.type('0905');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('gridcell', { name: 'New bell', exact: true })).toBeFocused();
    await page.keyboard.type('10:00');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await expect(dialog.getByRole('gridcell', { name: 'Time 10:00' })).toBeFocused();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Delete');
    await expect(dialog.getByRole('gridcell', { name: 'Time 08:00' })).toBeHidden();
    await dialog.getByRole('button', { name: 'Sat', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy Saturday to Sunday' }).click();
    await expect(page.getByTestId('timetable-preview')).toContainText(
      '1 bell new, 1 bell changed, 1 bell deleted',
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const saved = await hall.api.get<{ rows: { start_time: string; weekdays: number[] }[] }>(path);
    expect(saved.rows.map((row) => [row.start_time, row.weekdays])).toEqual([
      ['09:05:00', [0, 1, 6]],
      ['10:00:00', [1, 2, 3, 4, 5]],
    ]);
  });
