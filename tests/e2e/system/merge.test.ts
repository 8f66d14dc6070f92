import { expect, test } from '@playwright/test';
import { ApiClient } from '../../support/apiClient.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';

let server: TestServer;
let id = 0;
let task = 0;
test.beforeAll(async () => {
  server = await startServer();
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const { rows } = await api.get<{ rows: { id: number; code: string }[] }>('/v1/role');
  const role_id = rows.find(({ code }) => code === 'operator')?.id;
  const account = {
    code: 'anna',
    name: 'Anna',
    password: 'North-gate-7',
    role_id,
    groups: [],
    all_zones: true,
  };
  id = (await api.post<{ id: number }>('/v1/user', account)).id;
  const zones = await api.get<{ rows: { id: number }[] }>('/v1/partition');
  const bell = {
    name: 'Bell',
    audio_source: 101,
    control_action: 'volume',
    control_volume: 20,
    start_date: '2030-01-01',
    start_time: '08:00:00',
    orgs: zones.rows.slice(0, 1).map((zone) => zone.id),
  };
  task = (await api.post<{ id: number }>('/v1/scheduled_task', bell)).id;
});
test.afterAll(() => server?.stop());

test('two users edit one account: the second sees both versions, chooses, and loses nothing', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_user_management', { refusals: true });
  await gridRow(page, 'user', 'anna').locator('[col-id=name]').dblclick();
  const dialog = page.getByRole('dialog', { name: 'Edit account Anna' });
  await dialog.getByLabel('Name').fill('Anna Mine');
  const token = (await page.context().cookies()).find((one) => one.name === 'TOKEN')?.value ?? '';
  const other = await page.request.patch(`${server.url}/v1/user/${id}`, {
    data: { name: 'Anna Theirs', code: 'anna2' },
    headers: { access_token: token, lang: 'en' },
  });
  expect(other.ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const merge = dialog.getByTestId('merge');
  await expect(merge.getByRole('radio', { name: 'Theirs: Anna Theirs' })).not.toBeChecked();
  await expect(merge.getByRole('radio', { name: 'Yours: Anna Mine' })).toBeChecked();
  // Fields changed only by the other user are taken over.
  await expect(merge.getByRole('radio', { name: 'Theirs: anna2' })).toBeChecked();
  await expect(dialog.getByRole('textbox', { name: 'Account' })).toHaveValue('anna2');
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/merge.png` });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(gridRow(page, 'user', 'anna2')).toContainText('Anna Mine');
  expectNoComplaints(page);
});

if (isLong)
  test('two users edit one scheduled task: changes of different fields are merged, and conflicts are chosen', async ({
    page,
  }) => {
    await openConsole(page, server, '/menu_task_management', { refusals: true });
    await gridRow(page, 'scheduled_task', 'Bell').locator('.ag-selection-checkbox').click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Bell' });
    await dialog.getByLabel('Name').fill('Bell mine');
    const token = (await page.context().cookies()).find((one) => one.name === 'TOKEN')?.value ?? '';
    const other = await page.request.patch(`${server.url}/v1/scheduled_task/${task}`, {
      data: { name: 'Bell theirs', start_time: '08:05:00', start_date: '2030-02-01' },
      headers: { access_token: token, lang: 'en' },
    });
    expect(other.ok()).toBe(true);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const merge = dialog.getByTestId('merge');
    await expect(merge.getByRole('radio', { name: 'Yours: Bell mine' })).toBeChecked();
    await expect(merge.getByRole('radio', { name: 'Theirs: 08:05:00' })).toBeChecked();
    await expect(merge.getByRole('radio', { name: 'Theirs: 2030-02-01' })).toBeChecked();
    await expect(dialog.getByRole('textbox', { name: 'Start date' })).toHaveValue('2030-02-01');
    await expectAccessible(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/mergeTask.png` });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(gridRow(page, 'scheduled_task', 'Bell mine')).toContainText('08:05:00');
    expectNoComplaints(page);
  });
