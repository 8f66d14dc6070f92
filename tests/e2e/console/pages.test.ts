import { expect, test } from '@playwright/test';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectNoComplaints, watchForComplaints } from '../support/consolePage.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

test('the root address opens the console: the login, and after it the devices', async ({ page }) => {
  watchForComplaints(page);
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  const answer = await page.goto(`${server.url}/`);
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('textbox', { name: 'Account' }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(server.adminPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(page).toHaveURL(/\/menu_device_management$/);
  await page.goto(`${server.url}/`);
  await expect(page).toHaveURL(/\/menu_device_management$/);
  expectNoComplaints(page);
});

/** Identifies the built page of an address by content that only that page has. */
const marks = { console: /\/assets\/shell-/, terminal: /\/assets\/terminal-/, help: /\/help\/help\.js/ };

for (const [path, mark] of [
  ['/', marks.console],
  ['/?from=mail', marks.console],
  ['/terminal', marks.terminal],
  ['/terminal/', marks.terminal],
  ['/terminal/?code=A1', marks.terminal],
  ['/help', marks.help],
  ['/help/', marks.help],
  ['/index.html', marks.console],
  ['/menu_device_management', marks.console],
  ['/no_such_screen/', marks.console],
] as const)
  test(`GET and HEAD ${path} answer with their page, never from a cache unasked`, async ({ request }) => {
    const got = await request.get(server.url + path);
    expect(got.status()).toBe(200);
    expect(got.headers()['content-type']).toContain('text/html');
    expect(got.headers()['cache-control']).toBe('no-cache');
    expect(await got.text()).toMatch(mark);
    expect((await request.head(server.url + path)).status()).toBe(200);
  });

for (const path of ['/assets', '/assets/', '/assets/gone.js', '/v1/', '/v1/no_such_route', '/docs/no_page'])
  test(`${path} is no page and no folder to look into: not found`, async ({ request }) => {
    const got = await request.get(server.url + path);
    expect(got.status()).toBe(404);
    expect(await got.json()).toMatchObject({ code: 404, key: 'common.routeNotFound', value: null });
  });

test('over a slow link the page says that it loads, until its scripts are there', async ({ page }) => {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  const loading = page.getByText('Loading…');
  await expect(loading).toBeVisible();
  scripts.resolve();
  await expect(page.locator('input[autocomplete="username"]')).toBeVisible();
  await expect(loading).toHaveCount(0);
});
