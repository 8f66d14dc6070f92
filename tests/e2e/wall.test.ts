import { expect, type Locator, type Page, test } from '@playwright/test';
import { startServer, type TestServer } from '../support/server.ts';
import { expectNoComplaints, openConsole } from './consolePage.ts';

/** A 4K screen without any scaling of the system (design 10). */
test.use({ viewport: { width: 3840, height: 2160 } });

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (box === null) throw new Error('not on the page');
  return box;
}

async function drag(page: Page, from: { x: number; y: number }, by: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by / 2, from.y, { steps: 3 });
  await page.mouse.move(from.x + by, from.y, { steps: 3 });
  await page.mouse.up();
}

test('a 4K screen is read from across the room: bar, text and rows are larger by the same', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_device_management');
  await expect.poll(async () => (await boxOf(page.getByRole('banner'))).height).toBe(84);
  expect((await boxOf(page.locator('.ag-header'))).height).toBeCloseTo(32 * 1.75, -0.5);
  const overflows = await page.evaluate(
    () =>
      document.documentElement.scrollWidth > innerWidth ||
      document.documentElement.scrollHeight > innerHeight,
  );
  expect(overflows).toBe(false);
  expectNoComplaints(page);
});

test('a menu opens at its button, and a dialog stays inside the window', async ({ page }) => {
  await openConsole(page, server, '/menu_device_management');
  const button = page.getByRole('button', { name: 'Columns' });
  await button.click();
  const at = await boxOf(button);
  const menu = await boxOf(page.getByRole('menu'));
  expect(menu.y - (at.y + at.height)).toBeGreaterThanOrEqual(0);
  expect(menu.y - (at.y + at.height)).toBeLessThan(24);
  expect(menu.x).toBeLessThan(at.x + at.width);
  expect(menu.x + menu.width).toBeGreaterThan(at.x);
  await page.keyboard.press('Escape');

  await page.goto(`${server.url}/menu_task_status`);
  await page.getByRole('button', { name: 'New task' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  const dialog = await boxOf(page.getByRole('alertdialog'));
  expect(dialog.y).toBeGreaterThanOrEqual(0);
  expect(dialog.y + dialog.height).toBeLessThanOrEqual(2160);
  expect(Math.abs(dialog.x + dialog.width / 2 - 1920)).toBeLessThan(2);
  expectNoComplaints(page);
});

test('splitter and columns follow the pointer; a width is kept as that of an ordinary screen', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_device_management');
  const volume = page.locator('.ag-header-cell[col-id=ao_volume]');
  const wide = await boxOf(volume);
  await drag(page, { x: wide.x + wide.width - 1, y: wide.y + 20 }, 70);
  await expect.poll(async () => Math.round((await boxOf(volume)).width - wide.width)).toBe(70);

  const first = page.locator('.ag-header-cell[col-id=name]');
  const later = await boxOf(page.locator('.ag-header-cell[col-id=why]'));
  const from = await boxOf(first);
  await drag(page, { x: from.x + 80, y: from.y + 20 }, later.x + later.width - 20 - from.x - 80);
  await expect.poll(async () => (await boxOf(first)).x).toBeGreaterThan(later.x);

  const handle = page.getByRole('separator', { name: /Panel divider/ });
  const before = await boxOf(handle);
  await drag(page, { x: before.x + 4, y: before.y + 800 }, 175);
  await expect.poll(async () => Math.round((await boxOf(handle)).x - before.x)).toBe(175);
  const px = Number(await handle.getAttribute('aria-valuenow'));
  await page.keyboard.press('Home');
  await expect(handle).toHaveAttribute('aria-valuenow', '32');
  expect(px).toBeGreaterThan(300);

  await page.setViewportSize({ width: 1366, height: 768 });
  await expect
    .poll(async () => Math.round((await volume.boundingBox())?.width ?? 0))
    .toBe(Math.round((wide.width + 70) / 1.75));
  expectNoComplaints(page);
});
