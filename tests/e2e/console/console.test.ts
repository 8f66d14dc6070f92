import { expect, type Page, test } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible } from '../support/consolePage.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

/** Console messages that must not occur: a missing AG Grid module only causes such a message. */
let complaints: string[] = [];
test.beforeEach(async ({ page }) => {
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('AG Grid')) complaints.push(message.text());
  });
  await page.addInitScript(() => {
    if (localStorage.getItem('lang') === null) localStorage.setItem('lang', 'en');
  });
});
test.afterEach(() => expect(complaints).toEqual([]));

/** Logs in by the form. */
async function logIn(page: Page, path = '/login'): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await page.getByRole('textbox', { name: 'Account' }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(server.adminPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
}

test('login: wrong password, then by keyboard only; the console continues to the requested path', async ({
  page,
}) => {
  await page.goto(`${server.url}/menu_device_management?state=offline`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByTestId('server-state')).toContainText('Server connected');
  await page.getByRole('textbox', { name: 'Account' }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong login information')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Account' })).toHaveValue('admin');

  await page.getByLabel('Password', { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(server.adminPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/menu_device_management\?state=offline/);
  await expect(page.getByTestId('data-age')).toHaveAttribute('data-level', 'live');

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('hom');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/menu_home_page$/);
  await expect(page.getByTestId('headline')).toContainText('Nothing on the air');
});

if (isLong)
  test('language and theme are kept over a reload, and the page declares its language to browsers', async ({
    page,
  }) => {
    await logIn(page);
    await page.getByRole('button', { name: 'Choose language' }).click();
    await page.getByRole('menuitemradio', { name: '한국어' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
    await expect(page.getByRole('navigation', { name: '주 메뉴' })).toBeVisible();
    await page.getByTestId('account').click();
    await page.getByRole('menuitemradio', { name: '어둡게' }).click();
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await expect.poll(ground).toBe('rgb(16, 19, 23)');
    await page.reload();
    await expect(page.getByRole('navigation', { name: '주 메뉴' })).toBeVisible();
    await expect.poll(ground).toBe('rgb(16, 19, 23)');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('lang'))).toBe('kr');
  });

test('the splitter works by pointer and keyboard, within its limits, and persists in this browser', async ({
  page,
}) => {
  await logIn(page, '/menu_device_management');
  const handle = page.locator('[role=separator][aria-valuenow]');
  const at = async () => Number(await handle.getAttribute('aria-valuenow'));
  const box = async () => (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // Its position is known once the panels have been measured.
  await expect.poll(at).toBeGreaterThan(32);
  const start = await box();
  const colour = () => handle.evaluate((node) => getComputedStyle(node).borderLeftColor);
  const drag = async (dx: number) => {
    const { x, y } = await box();
    await page.mouse.move(x + 6, y + 200);
    await page.mouse.down();
    await page.mouse.move(x + 6 + dx, y + 200, { steps: 4 });
    await expect.poll(colour).not.toBe(idle);
    await page.mouse.up();
  };
  await page.mouse.move(start.x + 200, start.y + 300);
  const idle = await colour();
  await drag(100);
  await expect.poll(async () => (await box()).x).toBeCloseTo(start.x + 100, 0);
  await drag(-2000);
  await expect.poll(at).toBe(32);
  await drag(3000);
  const most = Number(await handle.getAttribute('aria-valuemax'));
  await expect.poll(at).toBe(most);
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(at).toBe(most - 16);
  await page.reload();
  await expect.poll(at).toBe(most - 16);
  await handle.focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await box()).x).toBeCloseTo(start.x, 0);
});

test('tabs keep their last address, also over a reload; home can be closed', async ({ page }) => {
  await logIn(page, '/menu_device_management?state=free');
  const tabs = page.getByRole('navigation', { name: 'Open screens' });
  await tabs.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/menu_home_page/);
  await page.reload();
  await tabs.getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(/state=free/);
  await tabs.getByRole('button', { name: 'Close Home' }).click();
  await expect(tabs.getByRole('link', { name: 'Home' })).toHaveCount(0);
});

if (isLong)
  test('column layouts are stored with the account: another browser shows them as they were left', async ({
    page,
    browser,
  }) => {
    const volume = (on: Page) => on.locator('.ag-header-cell[col-id=ao_volume]');
    await logIn(page, '/menu_device_management');
    await expect(volume(page)).toBeVisible();
    const stored = page.waitForResponse(
      (response) =>
        response.url().endsWith('/v1/preference/grid.device') && response.request().method() === 'PUT',
    );
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Volume', exact: true }).click();
    await expect(volume(page)).toHaveCount(0);
    expect((await stored).status()).toBe(200);

    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.addInitScript(() => localStorage.setItem('lang', 'en'));
    await logIn(other, '/menu_device_management');
    await expect(other.getByRole('columnheader', { name: 'Level dBFS' })).toBeVisible();
    await expect(volume(other)).toHaveCount(0);
    await elsewhere.close();
  });

test('the first Tab stop is "skip to content", which skips bar, menu and tabs', async ({ page }) => {
  await logIn(page, '/profile');
  await page.reload();
  await expect(page.getByTestId('data-age')).toHaveAttribute('data-level', 'live');
  await expect(page.getByLabel('Name')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Name')).toBeFocused();
});

test('profile: name, own logins, and a wrong current password as a fault of its field', async ({
  page,
  browser,
}) => {
  await logIn(page, '/profile');
  await page.getByLabel('Name').fill('Anna of the control room');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('account')).toHaveAttribute('title', 'Anna of the control room');

  const other = await browser.newPage();
  await other.addInitScript(() => localStorage.setItem('lang', 'en'));
  await logIn(other);
  await page.reload();
  await page.getByRole('button', { name: 'End' }).first().click();
  await expect(other).toHaveURL(/\/login$/);
  await other.close();

  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel(/^New password/).fill('short');
  await page.getByLabel('Confirm new password').fill('other');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Weak password/)).toBeVisible();
  await page.getByLabel(/^New password/).fill('Long enough 1'.replaceAll(' ', '-'));
  await page.getByLabel('Confirm new password').fill('Long-enough-1');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible();
  await expect(page.getByLabel(/^New password/)).toHaveValue('Long-enough-1');
});

test('axe finds no violations on login, home, profile and the list of screens, light and dark', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/login`);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expectAccessible(page);
  await logIn(page);
  for (const path of ['menu_home_page', 'profile']) {
    await page.goto(`${server.url}/${path}`);
    await expect(page.getByTestId('data-age')).toHaveAttribute('data-level', 'live');
    await expectAccessible(page);
  }
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeVisible();
  await expectAccessible(page);
});

test('the server dies: the console shows since when, disables writes, and reconnects by itself', async ({
  page,
}) => {
  await logIn(page, '/profile');
  await expect(page.getByTestId('data-age')).toHaveAttribute('data-level', 'live');
  await server.kill9();
  await expect(page.getByTestId('stale')).toBeVisible();
  await expect(page.getByTestId('stale')).toContainText('Data stale since');
  await expect(page).toHaveURL(/\/profile$/);
  const retry = page.getByTestId('retry');
  await expect(retry).toContainText(/Reconnecting in \d+ s, attempt \d+/);
  const attempt = Number(/\d+/.exec((await retry.textContent()) ?? '')?.[0]);
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect
    .poll(async () => Number(/\d+/.exec((await retry.textContent()) ?? '')?.[0]))
    .toBeGreaterThan(attempt);
  await server.start();
  await expect(page.getByTestId('stale')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByTestId('data-age')).toHaveAttribute('data-level', 'live');
});
