import { expect, test } from '@playwright/test';
import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { sine, wav } from '../../server/media/sounds.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Hall } from '../support/hall.ts';

/** docs/rules/media.md#the-own-library-of-a-terminal, docs/rules/terminals.md#tasks-of-a-terminal */
let hall: Hall;
let id = 0;
test.beforeAll(async () => {
  hall = await Hall.open();
  id = (await hall.speakers(['OWN-HALL', 'OWN-YARD']))[0]?.id ?? 0;
  const { id: bells } = await hall.api.post<{ id: number }>('/v1/file_group', { name: 'Bells' });
  const { id: other } = await hall.api.post<{ id: number }>('/v1/file_group', { name: 'Announcements' });
  for (const [name, group_id] of [
    ['School bell', bells],
    ['Lost child', other],
  ] as const) {
    const sound = wav({ rate: SAMPLE_RATE, channels: 1, seconds: 60 }, sine(440, 0.1));
    const file = await hall.api.upload(`${name}.wav`, sound);
    await hall.api.patch(`/v1/file/${file}`, { group_id });
  }
  await hall.api.post('/v1/scheduled_task', {
    ...{ name: 'Morning volume', audio_source: 101, control_action: 'volume', control_volume: 40 },
    ...{ start_date: '2026-01-01', end_date: null, start_time: '08:00:00', schedule_day: 0 },
    ...{ devices: [id], orgs: [], groups: [] },
  });
});
test.afterAll(() => hall?.close());

test('the panel lists the tasks that target the terminal, and its own library is open when files are chosen for it', async ({
  page,
}) => {
  await openConsole(page, hall.server, `/menu_device_management?id=${id}`);
  const panel = page.getByTestId('device-panel');
  const tasks = panel.getByTestId('targeting-tasks');
  await expect(tasks).toContainText('Tasks that target it (1)');
  await expect(tasks).toContainText('Morning volume');
  await expect(tasks).toContainText('Scheduled task, 20');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Own library' }).click();
  await page.getByRole('option', { name: 'Bells' }).click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(panel).toContainText('Own libraryBells');
  await tasks.getByRole('link', { name: 'Morning volume' }).click();
  await expect(page).toHaveURL(/menu_task_management\?.*id=\d+/);

  await page.goto(`${hall.server.url}/menu_task_status`);
  await page.getByTestId('empty').getByRole('button', { name: 'New task' }).click();
  const files = page.getByTestId('grid-pick-file').locator('.ag-row');
  await expect(files.filter({ hasText: 'Lost child' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'By terminal' }).click();
  await dialog.getByRole('searchbox', { name: 'Name, code, IP or zone' }).fill('OWN-HALL');
  await page
    .getByTestId('grid-pick-device')
    .getByRole('row', { name: 'OWN-HALL' })
    .getByRole('checkbox')
    .click();
  // The only own library of the targets opens by itself.
  await expect(files).toHaveCount(1);
  await expect(files).toContainText('School bell');
  await expect(dialog.getByRole('button', { name: /Bells \(own library\)/ })).toBeVisible();
  await expectAccessible(page);
  expectNoComplaints(page);
});
