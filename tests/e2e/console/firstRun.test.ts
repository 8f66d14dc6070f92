import { expect } from '@playwright/test';
import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { Recording } from '../../support/recording.ts';
import { expectAccessible, expectNoComplaints, watchForComplaints } from '../support/consolePage.ts';
import { test } from '../support/ownHall.ts';

/** Most clicks from the login page to the first sound, for somebody who has not read the README. */
const MOST_CLICKS = 8;

test('the first sound takes at most eight clicks from the login page, in the language of the browser', async ({
  page,
  hall,
}) => {
  // Five screens, each in a page that has compiled nothing yet.
  test.slow();
  const heard = new Recording();
  const terminal = createTerminal({ server: hall.server.url, code: 'FIRST-1', listen: heard.listen });
  try {
    watchForComplaints(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => {
      addEventListener(
        'click',
        ({ isTrusted }) => {
          const count = Number(sessionStorage.getItem('clicks') ?? 0);
          // A form that is sent by Enter makes a click of its own, without a pointer.
          if (isTrusted) sessionStorage.setItem('clicks', String(count + 1));
        },
        { capture: true },
      );
    });
    await page.goto(`${hall.server.url}/login`);
    await page.getByRole('textbox', { name: 'Account' }).fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(hall.server.adminPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Show 1 found' }).click();
    await page.locator('[data-action="adopt"]').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Adopt' }).click();
    const next = page.getByTestId('next-steps');
    await expect(next).toContainText('FIRST-1 adopted');
    // The page behind a dialog is hidden from assistive technology until it has closed.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('#root')).not.toHaveAttribute('aria-hidden', 'true');
    await expectAccessible(page);
    await next.getByRole('button', { name: 'Play a test tone' }).click();
    await terminal.until(() => heard.firstSound(0) !== null, 60_000);
    const clicks = await page.evaluate(() => Number(sessionStorage.getItem('clicks')));
    expect(clicks).toBeGreaterThan(3);
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);

    await next.getByRole('button', { name: 'Go to it' }).click();
    await expect(page.getByRole('complementary', { name: 'FIRST-1' })).toBeVisible();
    await page.goto(`${hall.server.url}/menu_home_page`);
    for (const step of ['adopt', 'sound'])
      await expect(page.locator(`[data-step=${step}]`)).toHaveAttribute('data-done', 'true');
    await expect(page.locator('[data-step=zones]')).toHaveAttribute('data-done', 'false');
    await expect(page.getByTestId('phone-terminal').getByTestId('qr-code')).toBeVisible();
    await expectAccessible(page);
    expectNoComplaints(page);
  } finally {
    terminal.stop();
  }
});
