import { expect, test } from '@playwright/test';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { withManyTerminals } from '../support/manyTerminals.ts';

/** Capturers of each of five schools. */
const EACH = 2000;
const SCHOOLS = 5;
const all = (SCHOOLS * EACH).toLocaleString('en');
const school = EACH.toLocaleString('en');
/** Frames in which the list is scrolled through: many, to see their times. */
const FRAMES = 180;
let server: TestServer;
test.beforeAll(async () => {
  // Connects many terminals.
  test.setTimeout(120_000);
  server = await startServer();
  await withManyTerminals(server, SCHOOLS, EACH, 'capturer');
});
test.afterAll(() => server?.stop());

test(`${all} capturers: filtered, scrolled, and ${school} of them grouped in five keystrokes`, async ({
  page,
}) => {
  await openConsole(page, server, '/menu_capturer_status');
  await expect(page.getByText(`Showing ${all} of ${all}`)).toBeVisible();
  const body = page.locator('.ag-body-viewport, .ag-grid-viewport').first();
  const times = await body.evaluate(async (element, frames) => {
    const found: number[] = [];
    let last = performance.now();
    for (let i = 1; i <= frames; i++) {
      element.scrollTop = ((element.scrollHeight - element.clientHeight) * i) / frames;
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      found.push(now - last);
      last = now;
    }
    return found.sort((a, b) => a - b);
  }, FRAMES);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  console.log(`${all} capturers: scrolling p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
  await page.getByRole('searchbox', { name: /^Name, code/ }).fill('S03-T0042');
  await expect(page.getByText(`Showing 1 of ${all}`)).toBeVisible();
  await page.getByRole('searchbox', { name: /^Name, code/ }).fill('nowhere');
  await expect(page.getByText('No Matching Rows')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: /^Name, code/ }).fill('');

  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog', { name: /^New/ });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('School three');
  await expect(dialog.getByRole('tab', { name: `All ${all}` })).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Name, code, IP or zone' }).focus();
  for (const key of ['s', '0', '3']) await page.keyboard.press(key);
  const status = dialog.getByRole('status');
  await expect(status).toContainText(`${school} found`);
  const took = await status.evaluate(async (element, chosen) => {
    const from = performance.now();
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    while (!element.textContent?.includes(chosen))
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - from;
  }, `${school} selected`);
  console.log(`${school} of ${all} capturers chosen after ${took.toFixed(0)} ms`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Showing ${school} of ${all}`)).toBeVisible();
  expectNoComplaints(page);
});
