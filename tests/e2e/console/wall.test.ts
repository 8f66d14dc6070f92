import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Hall } from '../support/hall.ts';
import { tone } from '../support/library.ts';

let hall: Hall;
test.beforeAll(async () => {
  hall = await Hall.open();
});
test.afterAll(() => hall?.close());

test('the wall shows sites, broadcasts and lost terminals, live; its page is in the address', async ({
  page,
}) => {
  const [first, second] = await hall.speakers(['WALL-1', 'WALL-2']);
  const [root] = (await hall.api.get<{ rows: { id: number }[] }>('/v1/partition')).rows;
  const site = async (name: string, device: number) => {
    const { id } = await hall.api.post<{ id: number }>('/v1/partition', {
      ...{ name, code: name, parent_id: root?.id },
    });
    await hall.api.post('/v1/device/batch', { ids: [device], action: 'zone', org: id });
    return id;
  };
  const east = await site('East', first?.id ?? 0);
  await site('West', second?.id ?? 0);
  const file = await hall.api.upload('Music.wav', tone(60));

  await openConsole(page, hall.server, '/menu_home_page');
  await page.getByRole('banner').getByRole('button', { name: 'Wall display' }).click();
  await expect(page).toHaveURL(/fullscreen\/index$/);
  const tiles = page.getByTestId('wall-sites').getByRole('button');
  await expect(tiles).toHaveCount(2);
  // Paused: otherwise the wall turns to the next page meanwhile.
  await tiles.first().click();
  await expect(page).toHaveURL(/zone=\d+$/);
  await hall.start({ name: 'Morning music', files: [file], orgs: [east] });
  await expect(page.getByTestId('wall-tasks')).toContainText('Morning music1 / 1');
  await expect(tiles.first()).toContainText('1 / 1 sounding');
  await expect(page.getByTestId('campus')).toHaveAccessibleName('East: 1 terminal, 1 sounding, 0 abnormal');
  await expectAccessible(page);

  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/zone=\d+$/);
  await expect(page.getByRole('heading', { name: 'West' })).toBeVisible();
  second?.terminal.stop();
  await expect(page.getByTestId('wall-faults')).toContainText('WALL-2', { timeout: 60_000 });
  await expect(page.getByTestId('campus')).toHaveAccessibleName('West: 1 terminal, 0 sounding, 1 abnormal');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'West' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/menu_home_page$/);
  expectNoComplaints(page);
});
