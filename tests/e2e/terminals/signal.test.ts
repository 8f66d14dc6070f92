import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';
import { test as ownHall } from '../support/ownHall.ts';
import { goTo } from '../support/walk.ts';

/** Site with a headless terminal that reads a weak signal from its modem. */
const test = ownHall.extend<{ village: () => Promise<void> }>({
  village: async ({ hall: { server, api } }, use) => {
    let village: Loudspeaker | undefined;
    await use(async () => {
      const modem = join(server.dataDir, 'modem.json');
      const place = { latitude: 31.1774276, longitude: 121.5272106, ICCID: '89860012345678901234' };
      writeFileSync(modem, JSON.stringify({ csq: 12, ...place }));
      village = new Loudspeaker(server.url, 'VILLAGE', server.dataDir, ['--signal', `file:${modem}`]);
      await api.adopt(['VILLAGE']);
    });
    await village?.kill();
  },
});
test.use({ env: { TZ_SITE: 'Asia/Kolkata' } });

const strength = (page: Page, name: string) =>
  gridRow(page, 'signal', name).locator('[col-id=strength] [data-status]');

test('a terminal that reads its modem is listed, with its hours and its position', async ({
  page,
  hall: { server },
  village,
}) => {
  await openConsole(page, server, '/menu_4g_signal');
  await expect(page.getByTestId('empty')).toContainText('No 4G signal reported yet');
  await expect(page.getByTestId('empty')).toContainText('--signal');
  await expectAccessible(page);

  await village();
  await expect(strength(page, 'VILLAGE')).toHaveAttribute('data-status', 'signal_weak');
  await expect(gridCell(page, 'signal', 'VILLAGE', 'csq')).toHaveText('12');

  await gridRow(page, 'signal', 'VILLAGE').dblclick();
  const detail = page.getByRole('region', { name: 'By hour' }).first();
  await expect(detail.getByRole('heading', { name: 'VILLAGE' })).toBeVisible();
  // Inside China the coordinates are converted to GCJ-02, as used by maps there.
  await expect(detail).toContainText('31.175304, 121.531542 (GCJ-02)');
  await expect(page.getByTestId('signal-chart').getByRole('img')).toHaveAttribute(
    'aria-label',
    'CSQ of VILLAGE by hour: 1 hour with reports, averages from 12 to 12',
  );
  await expect(page.getByTestId('signal-map').getByRole('img')).toHaveAttribute('aria-label', /1 terminal /);
  await expectAccessible(page);
  await detail.getByRole('button', { name: 'Table' }).click();
  // Hours of a site whose time zone is offset by half an hour.
  await expect(detail.getByRole('row').nth(1)).toContainText(/:30.*Weak.*12/);
  await expect(page).toHaveURL(/id=\d+.*view=table/);
  await expectAccessible(page);
  expectNoComplaints(page);
});

test('a reading is shown at once, and the list is filtered by strength', async ({
  page,
  hall: { server, api },
  village,
}) => {
  await village();
  const client = await TerminalClient.hello(`${server.url.replace('http', 'ws')}/v1/terminal`, {
    code: 'LIVE-4G',
  });
  await client.next('found');
  await api.adopt(['LIVE-4G']);
  await client.next('welcome');
  await openConsole(page, server, '/menu_4g_signal');
  client.send({ type: 'signal', csq: 27, position: { latitude: 52.52, longitude: 13.405 } });
  await expect(strength(page, 'LIVE-4G')).toHaveAttribute('data-status', 'signal_strong');
  // Readings within five seconds are not counted.
  await expect(async () => {
    client.send({ type: 'signal', csq: 20 });
    await expect(strength(page, 'LIVE-4G')).toHaveAttribute('data-status', 'signal_medium', {
      timeout: 2_000,
    });
  }).toPass();
  await page.getByRole('button', { name: 'Weak' }).click();
  await expect(gridRow(page, 'signal', 'LIVE-4G')).toHaveCount(0);
  await expect(gridRow(page, 'signal', 'VILLAGE')).toHaveCount(1);
  await expect(page).toHaveURL(/strength=signal_weak/);
  await page.getByRole('button', { name: 'Weak' }).click();
  await gridRow(page, 'signal', 'LIVE-4G').dblclick();
  await expect(page.getByText('52.520000, 13.405000 (WGS-84)')).toBeVisible();
  await client.drop();
  await expect(gridRow(page, 'signal', 'LIVE-4G').locator('[data-status=offline]')).toBeVisible();
  expectNoComplaints(page);
});

if (isLong)
  test('the panel of a device links to its weak signal, and so does the home page', async ({
    page,
    hall: { server },
    village,
  }) => {
    await village();
    await openConsole(page, server, '/menu_device_management');
    await gridRow(page, 'device', 'VILLAGE').dblclick();
    const line = page.getByTestId('signal-line');
    await expect(line).toContainText('Weak');
    await line.getByRole('link', { name: '4G signal by hour' }).click();
    await expect(page.getByRole('heading', { name: 'VILLAGE' })).toBeVisible();
    await goTo(page, 'menu_home_page');
    await page.getByRole('link', { name: '1 terminal with weak 4G' }).click();
    await expect(gridRow(page, 'signal', 'VILLAGE')).toHaveCount(1);
    expectNoComplaints(page);
  });

if (isLong)
  test('without the permission there is no such screen', async ({ page, hall: { server, api }, village }) => {
    await village();
    const role = await api.post<{ id: number }>('/v1/role', {
      code: 'nosignal',
      name: 'No signal',
      permissions: ['menu_home_page', 'menu_device_management', 'list_device'],
    });
    const password = 'North-gate-7';
    await api.post('/v1/user', {
      code: 'nosignal1',
      name: 'No signal',
      password,
      role_id: role.id,
      groups: [],
      all_zones: true,
    });
    await openConsole(page, server, '/menu_4g_signal', { account: { username: 'nosignal1', password } });
    await expect(page.getByText('list_signal')).toBeVisible();
    await goTo(page, 'menu_device_management');
    await gridRow(page, 'device', 'VILLAGE').dblclick();
    await expect(page.getByTestId('device-panel')).toBeVisible();
    await expect(page.getByTestId('signal-line')).toHaveCount(0);
    expectNoComplaints(page);
  });
