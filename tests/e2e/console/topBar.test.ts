import { expect, type Page, test } from '@playwright/test';
import { everyNth, isLong } from '../../support/random.ts';
import {
  atRest,
  chooseLanguage,
  expectAccessible,
  expectNoComplaints,
  openConsole,
} from '../support/consolePage.ts';
import { Hall } from '../support/hall.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';

/**
 * Top bar during a flood of alarms and faults, with an open microphone: texts must be complete, and buttons
 * must not move.
 */

/** Names of maximum length. */
const names = ['Fire in the northern boarding house, second floor', '教学楼'.repeat(16)];
const languages = ['English', '中文', '한국어'];
const sizes = [
  [1366, 768],
  [360, 740],
  [1000, 700],
] as const;
/**
 * Sizes at which a language is looked at with the alarm of a plan: all of them in `npm run long`; else one, another for
 * each language and plan.
 */
const sizesOf = (language: number, plan: number) =>
  isLong ? sizes : sizes.filter((_, i) => (i + plan) % languages.length === language);
/** Width of a window up to which the console is that of a phone. */
const PHONE = 640;
let hall: Hall;
let panel: Loudspeaker;
const plans: number[] = [];
test.beforeAll(async () => {
  hall = await Hall.open();
  panel = new Loudspeaker(hall.server.url, 'FACP', hall.server.dataDir, [
    ...['--role', 'fire', '--inputs', '4', '--outputs', '1'],
  ]);
  await hall.api.adopt(['FACP']);
  const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/fire_control_device');
  const body = { fire_control_device: rows[0]?.id, output_nums: [1], reset_time: 0 };
  for (const [i, name] of names.entries())
    plans.push(
      (await hall.api.post<{ id: number }>('/v1/alarm_plan', { ...body, name, input_nums: [i + 1] })).id,
    );
});
test.afterAll(async () => {
  await panel?.kill();
  await hall?.close();
});
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('talk.chime', 'off'));
});
test.afterEach(async ({ page }) => {
  expectNoComplaints(page);
  // Each test counts the terminals that hear it.
  await hall.leave();
});

const allCall = (page: Page) => page.getByTestId('all-call');

/** Position of an element, which must be entirely within the window and its container. */
async function whole(page: Page, testId: string) {
  const one = page.getByTestId(testId);
  await expect(one).toBeVisible();
  const seen = () =>
    one.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const corners = [
        [left + 2, top + 2],
        [right - 2, bottom - 2],
      ] as const;
      return {
        isCut:
          element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
        isInside: left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight,
        isSeen: corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y))),
      };
    });
  await expect.poll(seen, testId).toEqual({ isCut: false, isInside: true, isSeen: true });
}
const placeOf = async (page: Page) => {
  const box = await allCall(page).boundingBox();
  return { x: box?.x, y: box?.y, width: box?.width, height: box?.height };
};
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Truncated texts of the bar. */
const cut = (page: Page) =>
  page.locator('header *').evaluateAll((all) =>
    all
      .filter((one) => one.clientWidth > 0 && getComputedStyle(one).overflowX !== 'visible')
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent),
  );
const barHeight = async (page: Page) => (await page.locator('header').boundingBox())?.height;

if (isLong)
  test('in a flood the name and "acknowledge" are complete from 360 px on, and the buttons keep their place', async ({
    page,
  }) => {
    await openConsole(page, hall.server, '/menu_device_management');
    await expect(page.getByTestId('on-air')).toBeVisible();
    await expect(page.getByTestId('on-air')).toContainText('Nothing on the air');
    const before = await atRest(page, () => placeOf(page));
    await expect.poll(() => cut(page)).toEqual([]);
    const heights = new Map<number, number | undefined>();
    const lost = await hall.speakers(Array.from({ length: 12 }, (_, i) => `GONE-${i + 1}`));
    for (const { terminal } of lost) terminal.stop();
    await expect(page.getByTestId('alarm-flood')).toBeVisible();
    await expect.poll(() => placeOf(page)).toEqual(before);
    await expect.poll(() => overflow(page)).toBe(0);

    for (const [nth, plan] of plans.entries()) {
      await hall.api.post(`/v1/alarm_plan/${plan}/start`, {});
      await expect(page.getByTestId('alarm-strip')).toBeVisible();
      await expect.poll(() => placeOf(page)).toEqual(before);
      for (const [i, language] of languages.entries()) {
        // Each language has other texts beside the name.
        await chooseLanguage(page, language);
        for (const [width, height] of sizesOf(i, nth)) {
          await page.setViewportSize({ width, height });
          await expect(page.getByTestId('alarm-strip')).toBeVisible();
          await whole(page, 'alarm-name');
          await whole(page, 'alarm-acknowledge');
          await whole(page, width <= PHONE ? 'phone-menu' : 'account');
          await whole(page, 'all-call');
          await expect.poll(() => overflow(page), `${language} ${width}`).toBe(0);
          // With any name and language the whole bar is visible; on a phone the key of alarms leads to the flood.
          await expect(page.getByTestId(width <= PHONE ? 'phone-alarm' : 'alarm-flood')).toBeVisible();
          heights.set(width, heights.get(width) ?? (await barHeight(page)));
          await expect.poll(() => barHeight(page), `${language} ${width}`).toBe(heights.get(width));
        }
        await page.setViewportSize({ width: 1366, height: 768 });
      }
      await chooseLanguage(page, 'English');
      await hall.api.post(`/v1/alarm_plan/${plan}/stop`, {});
      await expect(page.getByTestId('alarm-strip')).toHaveCount(0);
    }
  });

test('an open microphone is shown and can be ended on every screen, also over a dialog, and moves nothing', async ({
  page,
}) => {
  await hall.speakers(['HEARS-1']);
  await openConsole(page, hall.server, '/menu_device_management');
  const screen = page.locator('main');
  await expect(page.getByTestId('on-air')).toContainText('Nothing on the air');
  const places = () => Promise.all([placeOf(page), screen.boundingBox()]);
  const before = await atRest(page, places);
  await allCall(page).press('Enter');
  const numbers = page.getByTestId('talk-numbers');
  await expect(numbers).toContainText('1 terminal, interrupts nothing');
  await page.getByTestId('talk-test').click();
  await expect(page.getByTestId('talk-verdict')).not.toBeEmpty();
  await expectAccessible(page);
  await page.getByTestId('all-call-go').click();
  await expect(page.getByTestId('talk-on-air')).toHaveText('ON AIR');
  await expect(page.getByTestId('talk-heard')).toContainText('Heard at 1 of');
  await expect(page).toHaveTitle(/ON AIR/);
  await expect.poll(places).toEqual(before);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await whole(page, 'talk-end');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Wall display' }).click();
  await expect(page).toHaveURL(/fullscreen/);
  await whole(page, 'talk-end');
  await expect(page.getByTestId('on-air-frame')).toBeVisible();
  await page.getByTestId('talk-end').click();
  await expect(page.getByTestId('talk-bar')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/ON AIR/);
});

/** Elements of an open menu or popover, and of the strip, that another element covers in their middle. */
const covered = (page: Page) =>
  page
    .locator('.fui-MenuPopover, .fui-PopoverSurface, [data-testid=talk-bar]')
    .locator('[role^=menuitem], button, a, h2')
    .evaluateAll((all) =>
      all
        .filter((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return right > left && (front === null || !one.contains(front));
        })
        .map((one) => one.textContent),
    );

if (isLong)
  test('every menu of the bar and of the side menu opens clear of an open microphone', async ({ page }) => {
    await hall.speakers(['HEARS-2']);
    await openConsole(page, hall.server, '/menu_device_management');
    await allCall(page).press('Enter');
    await page.getByTestId('all-call-go').click();
    await expect(page.getByTestId('talk-on-air')).toBeVisible();
    const faults: string[] = [];
    for (const width of everyNth([1366, 768, 360], 2)) {
      await page.setViewportSize({ width, height: 768 });
      const menus = page.locator('header [aria-expanded]:visible, nav [aria-haspopup]:visible');
      const names = await menus.evaluateAll((all) =>
        all.map((one) => one.getAttribute('aria-label') ?? one.textContent),
      );
      for (const [i, name] of names.entries()) {
        await menus.nth(i).click();
        await expect(page.locator('.fui-MenuPopover, .fui-PopoverSurface')).toBeVisible();
        const under = await atRest(page, () => covered(page));
        if (under.length > 0) faults.push(`${width} px, ${name}: ${under.join(', ')}`);
        await page.keyboard.press('Escape');
        await expect(page.locator('.fui-MenuPopover, .fui-PopoverSurface')).toHaveCount(0);
      }
    }
    expect(faults).toEqual([]);
    await page.getByTestId('talk-end').click();
    await expect(page.getByTestId('talk-bar')).toHaveCount(0);
  });

if (isLong)
  test('terminals selected in a grid are the targets of talk from the top bar', async ({ page }) => {
    await hall.speakers(['TICKED-1']);
    await openConsole(page, hall.server, '/menu_device_management?q=TICKED');
    await page
      .getByRole('row', { name: /TICKED-1/ })
      .getByRole('checkbox')
      .click();
    await page.getByTestId('talk-control').getByRole('button', { name: 'Speak' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByTestId('talk-numbers')).toContainText('1 terminal, interrupts nothing');
    await expectAccessible(page);
  });
