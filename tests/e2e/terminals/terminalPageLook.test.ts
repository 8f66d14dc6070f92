import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { launchOptions } from '../../../scripts/test/launchBrowser.ts';
import { everyNth } from '../../support/random.ts';
import { FakeServer } from '../../terminal/support/fakeServer.ts';
import { encodeSignal, sine } from '../../terminal/support/opus.ts';
import { accessibilityFaults } from '../support/axe.ts';

let server: FakeServer;
test.beforeEach(async () => {
  server = await FakeServer.start(join(import.meta.dirname, '../../..', 'dist', 'web'));
});
test.afterEach(() => server.stop());

test('on an insecure address it lists the missing features and links to HTTPS', async () => {
  const options = launchOptions();
  const args = [...(options.args ?? []), '--host-resolver-rules=MAP hall.example 127.0.0.1'];
  const browser = await chromium.launch({ ...options, args });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('lang', 'en'));
    await page.goto(`${server.url.replace('127.0.0.1', 'hall.example')}/terminal`);
    await expect(page.getByText('This address is not secure')).toBeVisible();
    await expect(page.getByText('AudioWorklet')).toBeVisible();
    const link = page.getByRole('link', { name: 'https://hall.example:8443/terminal' });
    await expect(link).toHaveAttribute('href', 'https://hall.example:8443/terminal');
    expect(await accessibilityFaults(page)).toEqual([]);
  } finally {
    await browser.close();
  }
});

for (const [nth, colorScheme] of (['light', 'dark'] as const).entries()) {
  test(`axe finds no violation, ${colorScheme}, from a narrow phone to a wall`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.addInitScript(() => localStorage.setItem('lang', 'en'));
    await page.goto(`${server.url}/terminal`);
    server.broadcast(1, encodeSignal(sine(440, -16), 1));
    await expect(page.getByRole('slider')).toBeVisible();
    for (const width of everyNth([360, 3840, 1366], 2, nth)) {
      await page.setViewportSize({ width, height: Math.round(width * 0.6) });
      expect(await accessibilityFaults(page)).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
        .toBe(true);
    }
  });
}
