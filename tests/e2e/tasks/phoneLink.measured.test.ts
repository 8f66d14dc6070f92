import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { monotonicUs } from '../../../terminal/headless/time.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Hall, type Speaker } from '../support/hall.ts';

/**
 * A phone that speaks by the QR code of a link: Chromium's fake microphone beeps twice a second, and a headless
 * loudspeaker records it. A talk without sound for seconds ends, so these need real time.
 */
let hall: Hall;
let one: Speaker;
const phones: BrowserContext[] = [];
test.beforeAll(async () => {
  hall = await Hall.open();
  [one] = (await hall.speakers(['PHONE-1'])) as [Speaker];
});
test.afterAll(() => hall?.close());
test.afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.close();
});

const LOUD = 0.02;
/** The narrowest phone. */
const viewport = { width: 360, height: 740 };

/** A phone that opens an address by HTTPS, like its camera does with the code. */
async function openPhone(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport, ignoreHTTPSErrors: true, hasTouch: true });
  phones.push(context);
  await context.addInitScript(() => localStorage.setItem('lang', 'en'));
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** The broadcast that began last. */
const newest = async () => (await hall.api.get<{ rows: object[] }>('/v1/task?limit=1')).rows[0];

/** Makes a link in the console, and returns the address in its code. */
async function makeLink(page: Page, title: string): Promise<string> {
  await page.getByRole('button', { name: 'By text or by phone' }).click();
  await page.getByRole('menuitem', { name: 'Speak by phone' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title of the announcement').fill(title);
  await dialog.getByRole('treeitem').first().click();
  await dialog.getByRole('button', { name: 'Create QR code' }).click();
  await expect(dialog.getByTestId('qr-code')).toBeVisible();
  const shown = (await dialog.getByTestId('phone-address').textContent()) ?? '';
  return `${hall.server.httpsUrl}${shown.slice(shown.indexOf('/talk/'))}`;
}

test('a phone speaks once by a link made in the console, and is heard', async ({ page, browser }) => {
  await openConsole(page, hall.server, '/menu_task_status');
  const address = await makeLink(page, 'Sports day');
  await expectAccessible(page);
  const links = page.getByTestId('phone-links');
  await expect(links).toContainText('Waiting for a phone');

  const phone = await openPhone(browser, address);
  await phone.getByRole('button', { name: 'Allow microphone and begin' }).click();
  const key = phone.getByTestId('phone-key');
  await expect(phone.getByRole('heading')).toHaveText('Sports day');
  await expect(phone.getByText('1 terminal')).toBeVisible();
  await expect(links).toContainText('Opened by a phone');
  await expectAccessible(phone);
  const width = () => phone.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBeLessThanOrEqual(viewport.width);

  const pressed = monotonicUs();
  await key.click();
  await expect(key).toHaveAttribute('data-phase', 'onAir');
  await hall.soundAfter(one, pressed, LOUD);
  await expect(phone.getByTestId('phone-status')).toContainText('Heard at 1 of 1');
  await expect(links).toContainText('On the air');
  await expectAccessible(phone);

  // Another phone with the same code is too late.
  const late = await openPhone(browser, address);
  await late.getByRole('button', { name: 'Allow microphone and begin' }).click();
  await expect(late.getByText('Another phone has already opened this link')).toBeVisible();

  await key.click();
  await expect(phone.getByText('The announcement has ended')).toBeVisible();
  await expect(links).toBeHidden();
  await expect.poll(newest).toMatchObject({ task_type: 4, audio_source: 4, name: 'Sports day', targets: 1 });
  expectNoComplaints(page);
});

test('a link that is withdrawn cuts the phone off, and the phone says why', async ({ page, browser }) => {
  await openConsole(page, hall.server, '/menu_task_status');
  const address = await makeLink(page, 'Cut off');
  const phone = await openPhone(browser, address);
  await phone.getByRole('button', { name: 'Allow microphone and begin' }).click();
  const pressed = monotonicUs();
  await phone.getByTestId('phone-key').click();
  await hall.soundAfter(one, pressed, LOUD);
  await page.getByRole('button', { name: 'Withdraw Cut off' }).click();
  await expect(phone.getByText('An operator has withdrawn this link')).toBeVisible();
  await expect(page.getByTestId('phone-links')).toBeHidden();
});
