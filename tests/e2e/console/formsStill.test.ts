import { expect, type Page, test } from '@playwright/test';
import { everyNth } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { atRest, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { goTo, shellScreens } from '../support/walk.ts';

/** The buttons of a form must not move when messages appear or disappear, to avoid wrong clicks. */
let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());
test.afterEach(({ page }) => expectNoComplaints(page));

/** Screens without a "new" button in their toolbar; the test fails for any other screen without one. */
const without = new Set(
  `menu_home_page menu_device_management menu_caster_status menu_dialogue_status menu_capturer_status menu_xtts_status
   menu_fire_control_device menu_fire_gpio_task menu_record_file menu_upgrade_status menu_io_manager menu_version_info
   system menu_4g_signal menu_task_log menu_online_log menu_alarm_record flood profile menu_file_management
   menu_scan_device menu_update_upgrade_file_management`.split(/\s+/),
);

/** Positions of the buttons of the open dialog, px in the window. */
const buttons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.fui-DialogActions button')].map((one) => {
      const { x, y } = one.getBoundingClientRect();
      return [one.textContent, x, y];
    }),
  );

/** Distance of a button of a toolbar from the right edge of the screen, px; 0 for those of side panels and empty screens. */
const fromTheRight = (element: Element) => {
  if (element.closest('[data-testid=toolbar]') === null) return 0;
  const { right = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {};
  return right - element.getBoundingClientRect().right;
};

test('a refused form does not move the buttons of its dialog; what it lacks is marked; its button is in one place', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_home_page', { refusals: true });
  for (const path of everyNth(
    shellScreens.filter((one) => !without.has(one)),
    3,
  )) {
    await test.step(path, async () => {
      await goTo(page, path);
      const create = page
        .getByRole('main')
        .getByRole('button', { name: /^New\b/ })
        .first();
      await create.hover();
      // At the right end above the list; that of a zone is beside its tree.
      if (path !== 'menu_client_management')
        await expect.poll(() => create.evaluate(fromTheRight)).toBeLessThan(24);
      await create.click();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      const submit = dialog.locator('.fui-DialogActions button').last();
      await submit.hover();
      await expect(dialog).toHaveCSS('transform', 'none');
      const before = await atRest(page, () => buttons(page));
      await submit.click();
      await expect(
        dialog.locator('.fui-Field__validationMessage, [role=alert]:not(:empty)').first(),
      ).toBeVisible();
      expect(await buttons(page)).toEqual(before);
      // Required fields of an untouched form are marked, and the mark is explained.
      const refused = dialog.locator('.fui-Field:has(.fui-Field__validationMessage)');
      await expect(refused.locator('label:not(:has(.fui-Label__required))')).toHaveCount(0);
      const hasMark = (await dialog.locator('.fui-Label__required').count()) > 0;
      await expect(dialog.getByTestId('required-note')).toBeVisible({ visible: hasMark });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
    });
  }
});
