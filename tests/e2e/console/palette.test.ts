import { expect, type Page, test } from '@playwright/test';
import type { AlarmPlan } from '../../../contract/entities/tasks/alarmPlan.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Device } from '../../../contract/entities/terminals/device.ts';
import { sine, wav } from '../../server/media/sounds.ts';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectMessage, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Hall } from '../support/hall.ts';

let hall: Hall;
let [canteen, gym, plan, file] = [0, 0, 0, 0];
test.beforeAll(async () => {
  hall = await Hall.open();
  const speakers = await hall.speakers(['LS-0001', 'LS-0002']);
  [canteen = 0, gym = 0] = speakers.map(({ id }) => id);
  const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/partition');
  const top = rows[0]?.id ?? 0;
  const zone = (
    await hall.api.post<{ id: number }>('/v1/partition', { name: '南校区', code: 'S02', parent_id: top })
  ).id;
  await hall.api.patch(`/v1/device/${canteen}`, { name: '食堂', org: zone });
  await hall.api.patch(`/v1/device/${gym}`, { name: '体育馆' });
  file = await hall.api.upload('Song.wav', wav({ rate: 8000, channels: 1, seconds: 120 }, sine(440, 0.3)));
  const task = await hall.api.post<{ id: number }>('/v1/linkage_task', {
    name: 'Leave',
    org: zone,
    files: [file],
    devices: [canteen],
  });
  plan = (
    await hall.api.post<AlarmPlan>('/v1/alarm_plan', {
      name: '教学楼A',
      org: zone,
      linkage_task_ids: [task.id],
    })
  ).id;
});
test.afterAll(() => hall?.close());

const options = (page: Page) => page.getByRole('option');
const volumeOf = async (id: number) => (await hall.api.get<Device>(`/v1/device/${id}`)).ao_volume;

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused();
  await page.keyboard.insertText(text);
  await expect(page.getByTestId('palette-foot')).toContainText(/\d results?|called/);
}

if (isLong)
  test('by keyboard: a terminal by its initials, and a volume by a command', async ({ page }) => {
    await openConsole(page, hall.server, '/menu_home_page');
    await expect(page.getByTestId('data-age')).toHaveAttribute('data-level', 'live');
    await type(page, 'shit');
    await expect(page.getByRole('option', { selected: true })).toContainText('食堂');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/menu_device_management\\?id=${canteen}$`));
    await expect(page.getByRole('complementary', { name: '食堂' })).toBeVisible();

    await type(page, 'volume 食堂 37');
    await expect(options(page).first()).toContainText('Volume 37: 食堂');
    await page.keyboard.press('Enter');
    await expectMessage(page, 'volume of 1 terminal set to 37');
    expect(await volumeOf(canteen)).toBe(37);

    await type(page, 'volume S02 38');
    await page.keyboard.press('Enter');
    await expectMessage(page, 'set to 38');
    expect(await volumeOf(canteen)).toBe(38);
    expect(await volumeOf(gym)).not.toBe(38);

    // The last used option comes first.
    await page.keyboard.press('ControlOrMeta+k');
    await expect(options(page).first()).toContainText('食堂');
    await page.keyboard.press('Escape');
    expectNoComplaints(page);
  });

test('an alarm and an all-call only open their guarded controls; a stop asks first', async ({ page }) => {
  await openConsole(page, hall.server, '/menu_home_page');
  await expect(page.getByTestId('data-age')).toHaveAttribute('data-level', 'live');
  await type(page, 'alarm jxl');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/menu_fire_gpio_task\\?plan=${plan}$`));
  await expect(page.getByRole('heading', { name: '教学楼A' })).toBeVisible();

  await type(page, 'all-call');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('all-call-go')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('all-call-go')).toHaveCount(0);

  const { id } = await hall.start({ files: [file], devices: [canteen, gym] });
  await type(page, 'stop all in nanxiao');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('stop-numbers')).toHaveText('Stops 1 task at 1 terminal.');
  const targets = async () =>
    (await hall.api.get<{ live: BroadcastLive | null }>(`/v1/task/${id}`)).live?.targets;
  expect(await targets()).toBe(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectMessage(page, '1 task stopped');
  await expect.poll(targets).toBe(1);
  await hall.act(id, 'stop');
  expect((await hall.api.get<{ rows: unknown[] }>('/v1/alarm_record')).rows).toEqual([]);
  expectNoComplaints(page);
});

if (isLong)
  test('nothing moves while an answer arrives, and a lost server says so', async ({ page }) => {
    await openConsole(page, hall.server, '/menu_home_page', { refusals: true });
    await expect(page.getByTestId('data-age')).toHaveAttribute('data-level', 'live');
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/search?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.insertText('l');
    await expect(page.getByTestId('palette-foot')).toHaveText('Searching…');
    const places = () =>
      options(page).evaluateAll((all) =>
        all.map((one) => `${one.textContent} ${Math.round(one.getBoundingClientRect().top)}`),
      );
    const before = await places();
    expect(before.length).toBeGreaterThan(0);
    held.resolve();
    await expect(page.getByTestId('palette-foot')).toContainText('results');
    const after = await places();
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.slice(0, before.length)).toEqual(before);

    await page.route('**/v1/search?*', (route) => route.abort());
    await page.keyboard.insertText('i');
    await expect(page.getByTestId('palette-foot')).toContainText('Search failed');
    expect((await places()).length).toBeGreaterThan(0);
  });
