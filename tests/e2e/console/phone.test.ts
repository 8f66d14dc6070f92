import { expect, type Page, test } from '@playwright/test';
import { languages } from '../../../contract/language.ts';
import { createProxy, type TcpProxy } from '../../support/proxy.ts';
import { everyNth, isLong } from '../../support/random.ts';
import { expectAccessible, openConsole } from '../support/consolePage.ts';
import { Hall } from '../support/hall.ts';
import { tone } from '../support/library.ts';
import { goTo, shellScreens } from '../support/walk.ts';

/** The console on a phone: everything is whole and as large as a finger, and a lost link loses nothing. */

const phone = { width: 360, height: 740 };
let hall: Hall;
let link: TcpProxy;
test.beforeAll(async () => {
  hall = await Hall.open();
  link = await createProxy(hall.server.port);
});
test.afterAll(async () => {
  await link?.close();
  await hall?.close();
});

/** Elements to press that are smaller than a finger; a link inside a sentence and one outside of the window are exempt. */
const small = (page: Page) =>
  page
    .locator('button, a[href], [role=menuitem], [role=tab], [role=option], [role=treeitem], input, .ag-row')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
        .filter((one) => !one.matches('[href="#screen"]'))
        .filter((one) => one.closest('.fui-SpinButton, [inert], .ag-root') === null || one.matches('.ag-row'))
        .filter((one) => !(one.matches('a, .fui-Link') && getComputedStyle(one).display.startsWith('inline')))
        .map((one) => one.closest('.fui-Input, .fui-Checkbox, .fui-Switch, .fui-Radio') ?? one)
        .filter((one) => {
          const { width, height } = one.getBoundingClientRect();
          return width > 1 && height > 1 && (width < 47.5 || height < 47.5);
        })
        .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent}`.slice(0, 60)),
    );
/** Keys of the bar whose word is cut, or that are outside of the window. */
const cut = (page: Page) =>
  page
    .getByTestId('phone-bar')
    .getByRole('button')
    .evaluateAll((all) =>
      all
        .filter((one) => {
          const { left, right, bottom } = one.getBoundingClientRect();
          return (
            one.scrollWidth > one.clientWidth + 1 || left < 0 || right > innerWidth || bottom > innerHeight
          );
        })
        .map((one) => one.textContent),
    );

const screens = isLong
  ? shellScreens
  : ['menu_home_page', 'menu_device_management', 'menu_fire_gpio_task', 'menu_task_status'];

test('alarm, faults, speak and stop are below every screen, whole, in every language', async ({ page }) => {
  test.slow();
  await page.setViewportSize(phone);
  await hall.speakers(['PHONE-1']);
  await openConsole(page, hall.server, '/menu_home_page');
  for (const [nth, language] of languages.entries()) {
    await page.addInitScript((chosen) => localStorage.setItem('lang', chosen), language);
    await page.emulateMedia({ colorScheme: nth % 2 === 0 ? 'dark' : 'light', reducedMotion: 'reduce' });
    await page.goto(`${hall.server.url}/menu_home_page`);
    await expect(page.locator('main')).toBeVisible();
    // A sample looks at each screen in one language.
    for (const path of everyNth(screens, 3, nth)) {
      await goTo(page, path, language);
      await expect(page.getByTestId('phone-bar').getByRole('button')).toHaveCount(6);
      await expect.poll(() => cut(page), `${language} ${path}`).toEqual([]);
      await expect.poll(() => small(page), `${language} ${path}`).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path)
        .toBe(0);
    }
  }
  await page.getByTestId('phone-menu').click();
  await expect.poll(() => small(page), 'menu').toEqual([]);
  await expectAccessible(page);
});

test('without a link an acknowledgement waits and a stop is asked again', async ({ page }) => {
  await page.setViewportSize(phone);
  const [speaker] = await hall.speakers(['PHONE-2']);
  const file = await hall.api.upload('Long.wav', tone(120));
  await hall.start({ name: 'Lunch music', files: [file], devices: [speaker?.id ?? 0] });
  const leave = { name: 'Leave', audio_source: 0, files: [file], devices: [speaker?.id ?? 0] };
  const linkage = await hall.api.post<{ id: number }>('/v1/linkage_task', leave);
  const plan = await hall.api.post<{ id: number }>('/v1/alarm_plan', {
    name: 'Kitchen fire',
    linkage_task_ids: [linkage.id],
  });
  await hall.api.post(`/v1/alarm_plan/${plan.id}/start`, {});
  const url = `http://127.0.0.1:${link.port}`;
  await openConsole(page, { ...hall.server, url }, '/menu_home_page', { refusals: true });
  await expect(page.getByTestId('alarm-acknowledge')).toBeVisible();
  await page.getByTestId('on-air').click();
  const stop = page.locator('.fui-PopoverSurface').getByRole('button', { name: 'Stop Lunch music' });
  await expect(stop).toBeVisible();

  link.cut();
  await stop.click();
  await page.keyboard.press('Escape');
  await page.getByTestId('alarm-acknowledge').click();
  await expect(page.getByTestId('stale')).toBeVisible();
  await expect(page.getByTestId('unsent-action')).toContainText('Asked again when the link is back');
  await expect(page.getByTestId('unsent-waiting')).toContainText('1 acknowledgement');
  link.restore();
  await expect(page.getByTestId('unsent-waiting')).toHaveCount(0);
  await expect(page.getByTestId('alarm-acknowledge')).toHaveCount(0);
  const action = page.getByTestId('unsent-action');
  // The alarm plays at the terminal meanwhile.
  await expect(action).toContainText('Now: Waiting');
  await action.getByRole('button', { name: 'Send again: Stop “Lunch music”' }).click();
  await expect(page.getByTestId('unsent')).toHaveCount(0);
  await hall.api.until('it has ended', async () => {
    const { rows } = await hall.api.get<{ rows: { name: string; ended_at: number | null }[] }>('/v1/task');
    return rows.some(({ name, ended_at }) => name === 'Lunch music' && ended_at !== null);
  });
});
