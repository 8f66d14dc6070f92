import { expect, type Page, test } from '@playwright/test';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { type Link, openLink } from '../support/link.ts';

/**
 * The link of a school is cut: one cause is one line, ended faults are counted as well, chatter is damped.
 */
const codes = Array.from({ length: 40 }, (_, i) => `SCHOOL-${String(i + 1).padStart(2, '0')}`);
let server: TestServer;
let api: ApiClient;
let link: Link;
const terminals: Terminal[] = [];
test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await startServer();
  link = await openLink(server.port);
  api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const zone = { name: 'First school', code: 'S1' };
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/partition?limit=10');
  const { id } = await api.post<{ id: number }>('/v1/partition', { ...zone, parent_id: rows[0]?.id });
  for (const code of codes) terminals.push(createTerminal({ server: link.url, code }));
  const devices = await api.adopt(codes);
  for (const device of devices) await api.patch(`/v1/device/${device}`, { org: id });
});
test.afterAll(async () => {
  for (const terminal of terminals) terminal.stop();
  await link?.close();
  await server?.stop();
});
test.describe.configure({ mode: 'serial', timeout: 240_000 });
test.afterEach(({ page }) => expectNoComplaints(page));

interface FaultRow {
  state: string;
  chatter: number;
}
/** Waits until this number of faults that pass the test are open. */
async function open(n: number, test: (row: FaultRow) => boolean = () => true): Promise<void> {
  await expect
    .poll(
      async () =>
        (await api.get<{ rows: FaultRow[] }>('/v1/fault?state=open&limit=100')).rows.filter(test).length,
      { timeout: 120_000 },
    )
    .toBe(n);
}
const line = (page: Page) => page.getByTestId('fault-line');
const title = '40 × Terminal lost: First school';

test('one line per cause on every list, expandable, acknowledged by one press', async ({ page }) => {
  link.cut();
  await open(40);
  await openConsole(page, server, '/menu_alarm_record?tab=faults');
  await expect(line(page)).toHaveCount(1);
  await expect(line(page)).toContainText(title);
  await expect(line(page)).toContainText(/since \d\d:\d\d:\d\d.*same subnet 127\.0\.0\.0\/24|began /);
  await line(page).getByRole('button', { expanded: false }).press('Enter');
  await expect(line(page).getByText('Terminal lost: SCHOOL-07')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('One line per cause').click();
  await expect(page.getByTestId('grid-fault')).toContainText('Terminal lost: SCHOOL-');

  await page.getByTestId('faults').click();
  await expect(line(page)).toContainText(title);
  await page.keyboard.press('Escape');
  await page.getByTestId('alarm-flood').press('Enter');
  // A busy machine may have lost its database for a moment: a cause of its own.
  const group = page.getByTestId('flood-group').filter({ hasText: 'Terminal lost' });
  await expect(group).toHaveCount(1);
  await expect(group).toContainText(title);
  await expect(page.getByTestId('flood-standing')).toContainText(/40 of 4\d/);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Acknowledge 40: ${title}` }).press('Enter');
  await expect(group).toContainText('All acknowledged');
  await expect(page.getByTestId('flood-open')).toContainText(/0 of 4\d/);
});

test('ended faults are counted, also by a console opened later', async ({ page }) => {
  link.mend();
  await open(0);
  await openConsole(page, server, '/flood');
  await expect(page.getByRole('heading', { name: /^Alarm flood: 4\d began in 10 minutes$/ })).toBeVisible();
  await expect(page.getByTestId('flood-standing')).toContainText(/0 of 4\d/);
  await expect(page.getByTestId('flood-group').filter({ hasText: 'Terminal lost' })).toContainText(
    '40 ended',
  );
  await expect(page.getByTestId('flood-group')).toContainText('All over');
  await expect(page.getByTestId('faults')).toHaveAccessibleName(/No faults/);
});

test('the third loss is chatter: the fault stays open while the terminals are back, also over a crash', async ({
  page,
}) => {
  link.cut();
  await open(40);
  link.mend();
  await open(0);
  link.cut();
  await open(40, ({ chatter }) => chatter === 3);
  link.mend();
  await server.kill9();
  await server.start();
  await api.login('admin', server.adminPassword);
  await open(40, ({ chatter }) => chatter === 3);
  await openConsole(page, server, '/menu_alarm_record?tab=faults');
  await expect(line(page)).toContainText('40 chattering');
  await expect(page.getByTestId('faults')).toHaveAccessibleName(/^40 faults/);
  await line(page).getByRole('button', { expanded: false }).press('Enter');
  await expect(
    line(page)
      .getByText(/chattering × 3, away since \d\d:\d\d:\d\d/)
      .first(),
  ).toBeVisible({
    timeout: 60_000,
  });
});
