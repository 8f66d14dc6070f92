import { expect, test } from '@playwright/test';
import { loadBrand } from '../../../brands/load.ts';
import { everyNth } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { openConsole } from '../support/consolePage.ts';

let server: TestServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** The profile with the form at the right, and one with other heights. */
for (const id of everyNth(['chengyin', 'deepcall'], 2))
  test.describe(`brand ${id}`, () => {
    test('the profile sets the background, the place of the login box and the layout heights', async ({
      page,
    }) => {
      const brand = loadBrand(id);
      server = await startServer({ env: { BRAND: id } });
      await page.addInitScript(() => localStorage.setItem('lang', 'en'));
      await page.goto(`${server.url}/login`);
      await expect(page).toHaveTitle(brand.titles.en);
      const box = await page.getByRole('button', { name: 'Log in' }).boundingBox();
      const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2;
      const { width } = page.viewportSize() ?? { width: 0 };
      if (brand.login.position === 'right') expect(middle).toBeGreaterThan(width * 0.6);
      else expect(Math.abs(middle - width / 2)).toBeLessThan(width * 0.1);
      const pictures = await page.evaluate(() =>
        [...document.querySelectorAll('*')].map((one) => getComputedStyle(one).backgroundImage).join(' '),
      );
      expect(pictures).toContain('/assets/background-');
      // Each of the two pages fades in; screens within the shell do not.
      const fades = await page.evaluate(
        () =>
          [...document.querySelectorAll('#root div')].filter(
            (one) => getComputedStyle(one).animationDuration === '0.15s',
          ).length,
      );
      expect(fades).toBe(1);

      await openConsole(page, server, '/menu_home_page');
      const header = await page.getByRole('banner').boundingBox();
      expect(header?.height).toBe(brand.heights.topBar);
    });
  });
