import { expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';

const SCHOOLS = 100;
const ROOMS = 99;
/** Frames in which the tree is scrolled through: many to see their times, in `npm run long`. */
const FRAMES = isLong ? 240 : 20;

let server: TestServer;
let api: ApiClient;
let terminal: Terminal;
test.beforeAll(async () => {
  // Writes ten thousand zones, with two more starts of the database.
  test.setTimeout(120_000);
  server = await startServer();
  await server.end();
  const database = await startEmbedded({ dataDir: server.dataDir, durable: false });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into partition (name, code, parent_id)
     select 'School ' || n, 'S' || n, p.id
     from generate_series(1, $1::int) n, (select id from partition where parent_id is null) p`,
    [SCHOOLS],
  );
  await client.query(
    `insert into partition (name, code, parent_id) select p.name || ' room ' || n, p.code || '-' || n, p.id
     from partition p, generate_series(1, $1::int) n where p.parent_id is not null`,
    [ROOMS],
  );
  await client.end();
  await database.stop();
  await server.start();
  api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  terminal = createTerminal({ server: server.url, code: 'ROOM-1' });
  const [device] = await api.adopt(['ROOM-1']);
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/partition?q=S1-1&limit=1');
  await api.post('/v1/device/batch', { ids: [device], action: 'zone', org: rows[0]?.id });
});
test.afterAll(async () => {
  terminal?.stop();
  await server?.stop();
});

/** Tree item of a zone: its name is followed by its count. */
const zone = (page: Page, name: string, online = '\\d+') =>
  page.getByRole('tree').getByRole('treeitem', { name: new RegExp(`^${name} ${online}$`) });

/** Scrolls the tree from top to bottom in this number of frames; returns the times between frames, ms. */
function scrolled(page: Page, frames: number): Promise<number[]> {
  return page.getByRole('tree').evaluate(async (tree, count) => {
    const times: number[] = [];
    let last = performance.now();
    for (let i = 1; i <= count; i++) {
      tree.scrollTop = ((tree.scrollHeight - tree.clientHeight) * i) / count;
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      times.push(now - last);
      last = now;
    }
    return times;
  }, frames);
}

if (isLong)
  test('ten thousand zones: only visible ones are in the page, and any can be found', async ({ page }) => {
    await openConsole(page, server, '/menu_client_management');
    const tree = page.getByRole('tree');
    await expect(zone(page, 'School 1')).toBeVisible();
    // Everything is expanded: `room` is in every name of the lower level.
    await page.getByRole('searchbox', { name: 'Filter zones' }).fill('School');
    await expect(zone(page, 'School 1 room 1')).toBeVisible();
    const rows = () => tree.evaluate((element) => Math.round(element.scrollHeight / 28));
    await expect.poll(rows).toBe(1 + SCHOOLS * (ROOMS + 1));
    const times = await scrolled(page, FRAMES);
    await expect(zone(page, `School ${SCHOOLS} room ${ROOMS}`)).toBeVisible();
    await expect.poll(() => page.getByRole('treeitem').count()).toBeLessThan(100);
    // The active zone is thousands of rows above, and still there for a screen reader.
    await expect(zone(page, 'School 1 room 1')).toHaveCount(0);
    await expectAccessible(page);
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
    console.log(`10,000 zones, ${times.length} frames of scrolling: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);

    await page.getByRole('searchbox', { name: 'Filter zones' }).fill('School 57 room 42');
    await expect(zone(page, 'School 57 room 42')).toBeVisible();
    await zone(page, 'School 57 room 42').click();
    await expect(page.getByTestId('zone-head')).toContainText('School 57 / School 57 room 42');
    await expectAccessible(page);
    expectNoComplaints(page);
  });

test('a zone is moved by keyboard and by dragging; the counts of both branches follow', async ({ page }) => {
  await openConsole(page, server, '/menu_client_management');
  await page.getByRole('searchbox', { name: 'Filter zones' }).fill('School 1 room 1');
  const room = zone(page, 'School 1 room 1');
  await expect(zone(page, 'School 1', '1')).toBeVisible();
  await room.click();
  await page.getByRole('tree').press('Control+x');
  await expect(page.getByText('Moving “School 1 room 1”')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Moving “School 1 room 1”')).toHaveCount(0);
  await page.keyboard.press('Control+x');
  await page.getByRole('searchbox', { name: 'Filter zones' }).fill('School 2');
  await zone(page, 'School 2').click();
  await page.getByRole('tree').press('Control+v');
  const dialog = page.getByRole('dialog', { name: 'Move zone School 1 room 1' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(zone(page, 'School 2', '1')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Filter zones' }).fill('room 77');
  await zone(page, 'School 1 room 77').dragTo(zone(page, 'School 3'));
  const dragged = page.getByRole('dialog', { name: 'Move zone School 1 room 77' });
  await dragged.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dragged).toHaveCount(0);
  await expect(zone(page, 'School 1')).toHaveCount(0);
  await expect(zone(page, 'School 1 room 77')).toBeVisible();
  expectNoComplaints(page);
});

if (isLong)
  test('several zones are selected by pointer and keyboard, and moved and deleted with a result for each', async ({
    page,
  }) => {
    await openConsole(page, server, '/menu_client_management');
    const filter = page.getByRole('searchbox', { name: 'Filter zones' });
    const tree = page.getByRole('tree');
    const marked = tree.locator('[aria-selected=true]');
    await filter.fill('School 9 room');
    await zone(page, 'School 9 room 1').click();
    await zone(page, 'School 9 room 4').click({ modifiers: ['Shift'] });
    await expect(marked).toHaveCount(4);
    await zone(page, 'School 9 room 2').click({ modifiers: ['Control'] });
    await expect(marked).toHaveCount(3);
    await expect(page.getByTestId('marked-zones')).toContainText('3');
    await expectAccessible(page);
    await tree.press('Escape');
    await expect(page.getByTestId('marked-zones')).toHaveCount(0);

    // By keyboard only: three in a row, one beside them, picked up and dropped.
    await zone(page, 'School 9 room 10').click();
    await tree.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+ ');
    await expect(marked).toHaveCount(4);
    await page.keyboard.press('Control+x');
    await expect(page.getByText('Moving “4 zones”')).toBeVisible();
    await filter.fill('School 8');
    await tree.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+v');
    const dialog = page.getByRole('dialog', { name: 'Move 4 zones' });
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await filter.fill('room 12');
    await expect(zone(page, 'School 8')).toBeVisible();
    await expect(zone(page, 'School 9 room 12')).toHaveAttribute('aria-level', '3');

    // Dragging a selected zone moves the others along.
    await filter.fill('School 9 room 2');
    await zone(page, 'School 9 room 20').click();
    await zone(page, 'School 9 room 22').click({ modifiers: ['Shift'] });
    await zone(page, 'School 9 room 21').dragTo(zone(page, 'School 9 room 2'));
    const dragged = page.getByRole('dialog', { name: 'Move 3 zones' });
    await dragged.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(dragged).toHaveCount(0);
    await expect(zone(page, 'School 9 room 21')).toHaveAttribute('aria-level', '4');

    // The room with a terminal stays, the others are deleted.
    await filter.fill('School 5 room 9');
    await zone(page, 'School 5 room 9').click();
    await zone(page, 'School 5 room 91').click({ modifiers: ['Control'] });
    await filter.fill('School 1 room 1');
    await zone(page, 'School 1 room 1', '1').click({ modifiers: ['Control'] });
    await page.getByTestId('toolbar').first().getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 3 zones?' });
    await expect(question).toContainText('School 5 room 91');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete 3 zones' }).click();
    await expect(page.getByTestId('batch-result')).toContainText('School 1 room 1');
    await filter.fill('School 5 room 9');
    await expect(zone(page, 'School 5 room 92')).toBeVisible();
    await expect(zone(page, 'School 5 room 91')).toHaveCount(0);
    expectNoComplaints(page);
  });

if (isLong)
  test('selecting thousands of zones keeps the tree smooth', async ({ page }) => {
    await openConsole(page, server, '/menu_client_management');
    await page.getByRole('searchbox', { name: 'Filter zones' }).fill('School');
    await expect(zone(page, 'School 1')).toBeVisible();
    await page.getByRole('tree').focus();
    const from = Date.now();
    await page.keyboard.press('Control+a');
    await expect(page.getByTestId('marked-zones')).toBeVisible();
    const took = Date.now() - from;
    const times = (await scrolled(page, FRAMES)).toSorted((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    console.log(`all marked after ${took} ms; scrolling p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
    await expect
      .poll(() => page.getByRole('tree').locator('[aria-selected=true]').count())
      .toBeGreaterThan(5);
    expectNoComplaints(page);
  });
