import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';

let server: TestServer;
let api: ApiClient;
const terminals: Terminal[] = [];

test.beforeAll(async () => {
  server = await startServer();
  api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/partition');
  const zone = { name: 'North', code: 'N', parent_id: rows[0]?.id };
  const { id: org } = await api.post<{ id: number }>('/v1/partition', zone);
  for (const code of ['RUN-1', 'RUN-2']) terminals.push(createTerminal({ server: server.url, code }));
  const ids = await api.adopt(['RUN-1', 'RUN-2']);
  await api.post('/v1/device/batch', { ids: ids.slice(0, 1), action: 'zone', org });
});
test.afterAll(async () => {
  for (const terminal of terminals) terminal.stop();
  await server?.stop();
});

test('the run log: a loss is shown without a reload, filters are in the address, the filtered rows are exported', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_online_log');
  await expect(gridRow(page, 'online_log', 'RUN-1')).toContainText('Connected');
  await expect(gridRow(page, 'online_log', 'RUN-2')).toContainText('127.0.0.1');
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/run.png` });

  terminals[1]?.stop();
  await page.getByRole('button', { name: 'Status: all' }).click();
  await page.getByRole('menuitemradio', { name: 'Lost' }).click();
  await expect(gridRow(page, 'online_log', 'RUN-2')).toBeVisible();
  await expect(gridRow(page, 'online_log', 'RUN-1')).toHaveCount(0);
  await expect(page).toHaveURL(/state=lost/);
  // A new fault changes the top bar.
  await expect(page.getByTestId('faults')).toContainText('1 new', { timeout: 60_000 });
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Status: Lost' })).toBeVisible();

  await page.getByRole('button', { name: 'Time: all' }).click();
  await page.getByRole('button', { name: 'Last hour' }).click();
  await page.keyboard.press('Escape');
  await expect(gridRow(page, 'online_log', 'RUN-2')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('online_log.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('RUN-2');
  expect(text).not.toContain('RUN-1');

  await page.getByRole('button', { name: /^Time: / }).click();
  await page.getByLabel('From').fill('2001-01-01T00:00:00');
  await page.getByLabel('To').fill('2001-01-02T00:00:00');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await gridRow(page, 'online_log', 'RUN-1').locator('[col-id=name]').dblclick();
  await expect(page.getByRole('button', { name: /^Remove Terminal: / })).toBeVisible();
  await expect(gridRow(page, 'online_log', 'RUN-2')).toHaveCount(0);
  expectNoComplaints(page);
});

test('the audit log: changes before and after; page by page', async ({ page }) => {
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/partition?q=North');
  const patch = (name: string) =>
    page.request.patch(`${server.url}/v1/partition/${rows[0]?.id}`, { data: { name }, headers });
  await openConsole(page, server, '/menu_online_log');
  const token = (await page.context().cookies()).find((one) => one.name === 'TOKEN')?.value ?? '';
  const headers = { access_token: token, lang: 'en' };
  for (let n = 1; n <= 120; n++) await patch(`North ${n}`);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(gridRow(page, 'audit', 'North 119 → North 120')).toBeVisible();
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/audit.png` });

  await gridRow(page, 'audit', 'North 119 → North 120').locator('[col-id=action]').dblclick();
  const panel = page.getByTestId('audit-panel');
  await expect(panel.getByRole('row', { name: 'Name North 119 North 120' })).toBeVisible();
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/audit-panel.png` });
  await panel.getByRole('button', { name: 'This subject only' }).click();
  await expect(panel).toHaveCount(0);

  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('button', { name: 'Older' }).click();
  await expect(gridRow(page, 'audit', 'North 19 → North 20')).toBeVisible();
  await expect(pages.getByRole('button', { name: 'Older' })).toBeDisabled();
  await pages.getByRole('button', { name: 'Newer' }).click();
  await expect(gridRow(page, 'audit', 'North 119 → North 120')).toBeVisible();
  await expect(pages.getByRole('button', { name: 'Newer' })).toBeDisabled();
  expectNoComplaints(page);
});
