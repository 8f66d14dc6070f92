import { expect, type Page, test } from '@playwright/test';
import { expectNoComplaints, openConsole } from './consolePage.ts';
import { write } from './database.ts';
import { gridRow } from './gridRows.ts';
import { Hall } from './hall.ts';
import { tone } from './library.ts';

/** Nothing moves under a pointer: what is pressed is what was seen. */
let hall: Hall;
let ids: number[];
test.beforeAll(async () => {
  test.setTimeout(300_000);
  hall = await Hall.open();
  const codes = ['ROW-1', 'ROW-2', 'ROW-3'];
  const speakers = await hall.speakers(codes);
  ids = speakers.map(({ id }) => id);
  const kinds = { caster: 1, capturer: 2, xtts: 3, fire_control_device: 4, dialogue: 5 };
  const values = Object.entries(kinds).flatMap(([kind, role]) =>
    [1, 2].map((n) => `('${kind}', ${role}, '${kind}-${n}', '${kind} ${n}', '')`),
  );
  await write(
    hall.server,
    `insert into terminal (kind, role, code, name, secret_hash) values ${values.join(',')};
     update terminal set org = (select id from partition where parent_id is null)`,
  );
  // What is written past the server is known to it from its next start on.
  await hall.server.end();
  await hall.server.start();
  await hall.api.login('admin', hall.server.adminPassword);
  const song = await hall.api.upload('Song.wav', tone(2));
  await hall.api.post('/v1/preset_text', { name: 'Closing', textContent: 'We close.' });
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  for (const name of ['Bell', 'Break'])
    await hall.api.post('/v1/scheduled_task', {
      ...{ name, audio_source: 0, files: [song], devices: ids, start_date: day, start_time: '09:00:00' },
    });
  for (const name of ['Term', 'Holidays']) await hall.api.post('/v1/plan', { name, start_date: day });
});
test.afterAll(() => hall?.close());
test.afterEach(({ page }) => expectNoComplaints(page));

/** Where the rows of the screen's grid are, in px of the page. */
const places = (page: Page) =>
  page
    .locator('.ag-row')
    .evaluateAll((rows) =>
      rows.map((row) => [row.getAttribute('row-id'), Math.round(row.getBoundingClientRect().top)]).sort(),
    );

const lists = [
  ['menu_client_management', 'member'],
  ['menu_task_management', 'scheduled_task'],
  ['menu_plan', 'plan'],
  ['menu_device_management', 'device'],
  ['menu_caster_management', 'caster'],
  ['menu_dialogue_status', 'dialogue'],
  ['menu_capturer_status', 'capturer'],
  ['menu_xtts_status', 'xtts'],
  ['menu_fire_control_device', 'fire_control_device'],
  ['menu_file_management', 'file'],
  ['menu_preset_text', 'preset_text'],
  ['menu_user_management', 'user'],
  ['menu_role_management', 'role'],
] as const;

test('ticking a row moves no row, in any list', async ({ page }) => {
  await openConsole(page, hall.server, '/menu_home_page', { refusals: true });
  for (const [path, name] of lists) {
    await test.step(path, async () => {
      await page.goto(`${hall.server.url}/${path}`);
      const row = page.getByTestId(`grid-${name}`).locator('.ag-row').first();
      await expect(row).toBeVisible();
      // Files that are built and lists that are counted have come to rest.
      await expect
        .poll(async () => {
          const before = await places(page);
          await page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          );
          return JSON.stringify(before) === JSON.stringify(await places(page));
        })
        .toBe(true);
      const tick = page.getByTestId(`grid-${name}`).locator('.ag-row .ag-selection-checkbox').first();
      await tick.hover();
      const before = await places(page);
      expect(before.length).toBeGreaterThan(0);
      await tick.click();
      await expect(page.getByTestId('selection-bar')).toBeVisible();
      expect(await places(page)).toEqual(before);
      await tick.click();
      await expect(page.getByTestId('selection-bar')).toHaveCount(0);
      expect(await places(page)).toEqual(before);
    });
  }
});

test('a row that is pointed at keeps its place while its values change; it is sorted when the pointer leaves', async ({
  page,
}) => {
  await openConsole(page, hall.server, '/menu_device_management?sort=name', { refusals: true });
  const names = () =>
    page
      .getByTestId('grid-device')
      .locator('.ag-row [col-id=name]')
      .evaluateAll((cells) =>
        cells
          .map((cell) => ({ top: cell.getBoundingClientRect().top, text: cell.textContent ?? '' }))
          .sort((a, b) => a.top - b.top)
          .map(({ text }) => text),
      );
  await expect.poll(names).toEqual(['ROW-1', 'ROW-2', 'ROW-3']);
  const box = await gridRow(page, 'device', 'ROW-2').first().boundingBox();
  if (box === null) throw new Error('no row');
  await page.mouse.move(box.x + 200, box.y + 10);
  await page.mouse.move(box.x + 210, box.y + 16);
  await hall.api.patch(`/v1/device/${ids[0]}`, { name: 'ZZ-1' });
  await expect.poll(names).toEqual(['ZZ-1', 'ROW-2', 'ROW-3']);
  await page.mouse.move(box.x + 210, 20);
  await expect.poll(names).toEqual(['ROW-2', 'ROW-3', 'ZZ-1']);
});

test('days that are dragged over in a plan are the days that are chosen', async ({ page }) => {
  await openConsole(page, hall.server, '/menu_plan', { refusals: true });
  await page.getByRole('button', { name: 'New plan' }).first().click();
  const dialog = page.getByRole('alertdialog', { name: 'New plan' });
  await dialog.getByRole('button', { name: /Next year/ }).click();
  const year = new Date().getFullYear() + 1;
  const day = (date: string) => dialog.locator(`[data-date="${year}-${date}"]`);
  await day('12-26').scrollIntoViewIfNeeded();
  const middle = async (date: string) => {
    const box = await day(date).boundingBox();
    if (box === null) throw new Error(`no ${date}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, over, to] = [await middle('12-24'), await middle('12-25'), await middle('12-26')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await expect(day('12-24')).toHaveAttribute('aria-pressed', 'true');
  expect(await middle('12-24')).toEqual(from);
  await page.mouse.move(over.x, over.y, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(dialog).toContainText(`${year}-12-24 to ${year}-12-26, 3 days`);
  expect(await middle('12-26')).toEqual(to);
});
