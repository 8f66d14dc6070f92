import { expect, type Page } from '@playwright/test';
import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import type { Hall } from '../support/hall.ts';
import { type Link, openLink } from '../support/link.ts';
import { test as ownHall } from '../support/ownHall.ts';

/**
 * The link of a school is cut: one cause is one line, ended faults are counted as well, chatter is damped.
 */
const codes = Array.from({ length: 40 }, (_, i) => `SCHOOL-${String(i + 1).padStart(2, '0')}`);
/** Site whose 40 terminals are behind a link of their own. */
const test = ownHall.extend<{ link: Link }>({
  link: [
    async ({ hall }, use) => {
      const link = await openLink(hall.server.port);
      const zone = { name: 'First school', code: 'S1' };
      const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/partition?limit=10');
      const { id } = await hall.api.post<{ id: number }>('/v1/partition', {
        ...zone,
        parent_id: rows[0]?.id,
      });
      const terminals = codes.map((code) => createTerminal({ server: link.url, code }));
      const ids = await hall.api.adopt(codes);
      await hall.api.post('/v1/device/batch', { ids, action: 'zone', org: id });
      await use(link);
      for (const terminal of terminals) terminal.stop();
      await link.close();
    },
    { timeout: 60_000 },
  ],
});
test.afterEach(({ page }) => expectNoComplaints(page));

interface FaultRow {
  state: string;
  chatter: number;
}
/** Waits until this number of faults that pass the test are open. */
async function open({ api }: Hall, n: number, test: (row: FaultRow) => boolean = () => true): Promise<void> {
  await expect
    .poll(
      async () =>
        (await api.get<{ rows: FaultRow[] }>('/v1/fault?state=open&limit=100')).rows.filter(test).length,
      { timeout: 60_000 },
    )
    .toBe(n);
}
const line = (page: Page) => page.getByTestId('fault-line');
const title = '40 × Terminal lost: First school';

test('one line per cause on every list, expandable, acknowledged by one press', async ({
  page,
  hall,
  link,
}) => {
  link.cut();
  await open(hall, 40);
  await openConsole(page, hall.server, '/menu_alarm_record?tab=faults');
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
  const button = page.getByRole('button', { name: `Acknowledge 40: ${title}` });
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  // The button stands beside or below the facts and covers none of them.
  await expect
    .poll(async () => {
      const [facts, own] = await Promise.all(
        [group.getByRole('button', { expanded: false }), button].map((one) => one.boundingBox()),
      );
      return facts && own && (own.y >= facts.y + facts.height || own.x >= facts.x + facts.width);
    })
    .toBe(true);
  if (before !== null) await page.setViewportSize(before);
  await button.press('Enter');
  await expect(group).toContainText('All acknowledged');
  await expect(page.getByTestId('flood-open')).toContainText(/0 of 4\d/);
});

if (isLong)
  test('ended faults are counted, also by a console opened later', async ({ page, hall, link }) => {
    link.cut();
    await open(hall, 40);
    link.restore();
    await open(hall, 0);
    await openConsole(page, hall.server, '/flood');
    await expect(page.getByRole('heading', { name: /^Alarm flood: 4\d within 10 minutes$/ })).toBeVisible();
    await expect(page.getByTestId('flood-standing')).toContainText(/0 of 4\d/);
    await expect(page.getByTestId('flood-group').filter({ hasText: 'Terminal lost' })).toContainText(
      '40 ended',
    );
    await expect(page.getByTestId('flood-group')).toContainText('All ended');
    await expect(page.getByTestId('faults')).toHaveAccessibleName(/No faults/);
  });

if (isLong)
  test('the third loss is chatter: the fault stays open while the terminals are back, also over a crash', async ({
    page,
    hall,
    link,
  }) => {
    for (let i = 0; i < 2; i++) {
      link.cut();
      await open(hall, 40);
      link.restore();
      await open(hall, 0);
    }
    link.cut();
    await open(hall, 40, ({ chatter }) => chatter === 3);
    link.restore();
    await hall.server.kill9();
    await hall.server.start();
    await hall.api.login('admin', hall.server.adminPassword);
    await open(hall, 40, ({ chatter }) => chatter === 3);
    await openConsole(page, hall.server, '/menu_alarm_record?tab=faults');
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
