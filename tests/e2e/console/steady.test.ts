import { expect, type Page, test } from '@playwright/test';
import { languages } from '../../../contract/language.ts';
import { everyNth, isLong } from '../../support/random.ts';
import { atRest, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { fillEveryList } from '../support/everyList.ts';
import { expectForced } from '../support/forcedColours.ts';
import { gridRow } from '../support/gridRows.ts';
import { Hall } from '../support/hall.ts';
import { textFaults } from '../support/textFaults.ts';
import { goTo, shellScreens } from '../support/walk.ts';
import { expectWholeAt200 } from '../support/zoomed.ts';

/** Lists must not move under the pointer, to avoid wrong clicks. */
let hall: Hall;
let ids: number[];
let endStranger: (() => void) | undefined;
test.beforeAll(async () => {
  // Fills every list.
  test.setTimeout(120_000);
  hall = await Hall.open();
  const speakers = await hall.speakers(['ROW-1', 'ROW-2', 'ROW-3']);
  ids = speakers.map(({ id }) => id);
  endStranger = await fillEveryList(hall, ids);
});
test.afterAll(async () => {
  endStranger?.();
  await hall?.close();
});
test.afterEach(({ page }) => expectNoComplaints(page));

/**
 * Positions of the rows in the screen's grid, px in the page: found and measured in one step, as rows may be
 * rebuilt.
 */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.ag-row')]
      .map((row) => [row.getAttribute('row-id'), Math.round(row.getBoundingClientRect().top)])
      .sort(),
  );

/** Screens without a selectable list; every other one, also a new one, must have one with a row. */
const without = new Set(
  `menu_home_page menu_task_status menu_fire_gpio_task menu_file_group menu_upgrade_status menu_version_info system
   menu_4g_signal menu_task_log menu_online_log menu_alarm_record flood profile menu_site_plan`.split(/\s+/),
);

const isList = (path: string) => !without.has(path);

test('selecting a row moves no row, in any list', async ({ page }) => {
  // Two dozen screens.
  test.slow();
  await openConsole(page, hall.server, '/menu_home_page', { refusals: true });
  for (const path of everyNth(shellScreens.filter(isList), 4)) {
    await test.step(path, async () => {
      await goTo(page, path);
      const tick = page.getByRole('main').locator('.ag-row .ag-selection-checkbox').first();
      await expect(tick).toBeVisible();
      await expect(page.getByTestId('toolbar').first()).toHaveCSS('height', '40px');
      // Builds and counts have come to rest.
      await atRest(page, () => places(page));
      await tick.hover();
      const before = await atRest(page, () => places(page));
      expect(before.length).toBeGreaterThan(0);
      await tick.click();
      await expect(page.getByTestId('selection-bar')).toBeVisible();
      expect(await places(page)).toEqual(before);
      await tick.click();
      await expect(page.getByTestId('selection-bar')).toHaveCount(0);
      expect(await places(page)).toEqual(before);
    });
  }
  for (const path of everyNth([...without], 4)) {
    await goTo(page, path);
    await expect(page.getByRole('main').locator('.ag-selection-checkbox')).toHaveCount(0);
  }
});

test('no control of a bar of actions is cut, in any list, language and width, and each can be reached', async ({
  page,
}) => {
  test.slow();
  await openConsole(page, hall.server, '/menu_home_page', { refusals: true });
  for (const [nth, language] of languages.entries()) {
    await page.addInitScript((chosen) => localStorage.setItem('lang', chosen), language);
    await page.goto(`${hall.server.url}/menu_home_page`);
    // A sample looks at each list in one language at most; the first of them has the most actions.
    for (const path of everyNth(['menu_device_management', ...shellScreens.filter(isList)], 9, nth * 3))
      await test.step(`${language} ${path}`, async () => {
        await page.setViewportSize({ width: 1366, height: 768 });
        await goTo(page, path, language);
        await page.getByRole('main').locator('.ag-row .ag-selection-checkbox').first().click();
        const bar = page.getByTestId('selection-bar');
        const actions = bar.locator('[data-overflow-item] button');
        await expect(actions.first()).toBeAttached();
        for (const width of [1366, 360]) {
          await page.setViewportSize({ width, height: 768 });
          await expect
            .poll(() => textFaults(page, '[data-testid=selection-bar]', ['selection-bar']))
            .toEqual([]);
          const hidden = (await actions.count()) - (await actions.filter({ visible: true }).count());
          const more = page.getByTestId('more-actions');
          if (hidden === 0) await expect(more).toHaveCount(0);
          else {
            await more.click();
            await expect(page.getByRole('menuitem')).toHaveCount(hidden);
            await page.keyboard.press('Escape');
          }
        }
      });
  }
});

test('a row under the pointer stays in place while its values change; it is sorted when the pointer leaves', async ({
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
  const row = gridRow(page, 'device', 'ROW-2').first();
  const box = await atRest(page, () => row.boundingBox());
  if (box === null) throw new Error('no row');
  await page.mouse.move(box.x + 200, box.y + 10);
  await page.mouse.move(box.x + 210, box.y + 16);
  await hall.api.patch(`/v1/device/${ids[0]}`, { name: 'ZZ-1' });
  await expect.poll(names).toEqual(['ZZ-1', 'ROW-2', 'ROW-3']);
  await page.mouse.move(box.x + 210, 20);
  await expect.poll(names).toEqual(['ROW-2', 'ROW-3', 'ZZ-1']);
});

test('at 200 % nothing of a screen is lost, in any language, light and dark', async ({ page }) => {
  test.slow();
  await openConsole(page, hall.server, '/menu_home_page', { refusals: true });
  for (const [nth, language] of languages.entries()) {
    await page.addInitScript((chosen) => localStorage.setItem('lang', chosen), language);
    await page.emulateMedia({ colorScheme: nth % 2 === 0 ? 'light' : 'dark', reducedMotion: 'reduce' });
    await page.goto(`${hall.server.url}/menu_home_page`);
    await expect(page.getByRole('main')).toBeVisible();
    // A sample looks at each screen in one language at most.
    for (const path of everyNth(shellScreens, 9, nth * 2))
      await test.step(`${language} ${path}`, async () => {
        await goTo(page, path, language);
        await expectWholeAt200(page);
      });
  }
});

test('where the system forces its colours, screens consist of them, and states differ by more than their words', async ({
  page,
}) => {
  test.slow();
  await openConsole(page, hall.server, '/menu_home_page', { refusals: true });
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' });
  for (const path of everyNth(shellScreens, 6)) {
    await test.step(path, async () => {
      await goTo(page, path);
      await expectForced(page);
    });
  }
  await goTo(page, 'menu_device_management');
  await expectForced(page);
  // The chosen counter, and the scheme of the system in place of the chosen one.
  const face = (name: RegExp) =>
    page
      .getByRole('main')
      .getByRole('button', { name })
      .evaluate((element) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(element);
        return { ground: backgroundColor, edge: borderTopColor };
      });
  const [all, offline] = [await face(/^\d+ ?All$/), await face(/^\d+ ?Offline$/)];
  expect(all.ground).not.toBe(offline.ground);
  expect(offline.edge).toBe('rgb(255, 255, 255)');
});

test('a name that its column cuts differs from its neighbour, and is whole in the cell that has the focus', async ({
  page,
}) => {
  const name = (last: number) => `North building, third floor, corridor ${last}`;
  await hall.api.patch(`/v1/device/${ids[1]}`, { name: name(1) });
  await hall.api.patch(`/v1/device/${ids[2]}`, { name: name(2) });
  await openConsole(page, hall.server, '/menu_device_management?sort=-name', { refusals: true });
  const cell = (last: number) =>
    page
      .getByTestId('grid-device')
      .locator('.ag-row [col-id=name]')
      .filter({ hasText: name(last) });
  /** True when the end of the shown name is within its cell. */
  const hasEnd = (last: number) =>
    cell(last).evaluate((element) => {
      const shown = element.querySelector('[data-end]') as HTMLElement;
      return shown.getBoundingClientRect().right <= element.getBoundingClientRect().right;
    });
  await expect(cell(1)).toHaveText(name(1));
  await expect(cell(1).locator('[data-name]')).toHaveAttribute('title', name(1));
  await expect(cell(1).locator('[data-end]')).toHaveAttribute('data-end', / 1$/);
  expect(await hasEnd(1)).toBe(true);
  const width = () =>
    cell(1)
      .locator('[data-name]')
      .evaluate((element) => element.getBoundingClientRect().width);
  const cut = await width();
  await cell(2).click();
  await page.keyboard.press('ArrowDown');
  await expect(cell(1)).toBeFocused();
  await expect.poll(width).toBeGreaterThan(cut + 40);
  await page.keyboard.press('ArrowUp');
  await expect.poll(width).toBe(cut);
});

if (isLong)
  test('dragging over days in a plan selects exactly those days', async ({ page }) => {
    await openConsole(page, hall.server, '/menu_plan', { refusals: true });
    await page.getByRole('button', { name: 'New plan' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New plan' });
    await dialog.getByRole('button', { name: /Next year/ }).click();
    const year = new Date().getFullYear() + 1;
    const day = (date: string) => dialog.locator(`[data-date="${year}-${date}"]`);
    await day('12-26').scrollIntoViewIfNeeded();
    const middle = async (date: string) => {
      const box = await day(date).boundingBox();
      if (box === null) throw new Error(`no ${date}`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [from, over, to] = await atRest(page, () =>
      Promise.all([middle('12-24'), middle('12-25'), middle('12-26')]),
    );
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
