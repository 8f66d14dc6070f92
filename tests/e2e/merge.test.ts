import { expect, test } from '@playwright/test';
import { ApiClient } from '../support/apiClient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from './consolePage.ts';
import { gridRow } from './gridRows.ts';

test.use({ actionTimeout: 10_000 });

let server: TestServer;
let id = 0;
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
});
test.afterAll(() => server?.stop());

test('two people edit one account: the second sees both versions, chooses, and loses nothing', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_user_management', { refusals: true });
  await gridRow(page, 'user', 'anna').locator('[col-id=name]').dblclick();
  const dialog = page.getByRole('alertdialog', { name: 'Edit account Anna' });
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
  // What only they changed is taken over.
  await expect(merge.getByRole('radio', { name: 'Theirs: anna2' })).toBeChecked();
  await expect(dialog.getByRole('textbox', { name: 'Account' })).toHaveValue('anna2');
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/merge.png` });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(gridRow(page, 'user', 'anna2')).toContainText('Anna Mine');
  expectNoComplaints(page);
});
