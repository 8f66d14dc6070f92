import { expect, test } from '@playwright/test';
import { monotonicUs } from '../../../terminal/headless/time.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Hall, type Speaker } from '../support/hall.ts';

/** Words that are said at once, heard at a headless loudspeaker, and the phone page where it cannot speak. */
let hall: Hall;
let one: Speaker;
test.beforeAll(async () => {
  hall = await Hall.open();
  [one] = (await hall.speakers(['SAY-1'])) as [Speaker];
});
test.afterAll(() => hall?.close());

/** Amplitude. */
const LOUD = 0.02;

test('without HTTPS the page says so in words and sends nothing', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  await context.addInitScript(() => localStorage.setItem('lang', 'en'));
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${hall.server.url}/talk/#${'A'.repeat(43)}`);
  await expect(page.getByRole('heading')).toHaveText('Open this page over HTTPS');
  const link = page.getByRole('link', { name: 'Open over HTTPS' });
  await expect(link).toHaveAttribute('href', `${hall.server.httpsUrl}/talk/#${'A'.repeat(43)}`);
  expect(asked.filter((url) => url.includes('talk_link'))).toEqual([]);
  await context.close();
});

test('words are typed, previewed and said at once as a broadcast of type 6', async ({ page }) => {
  await openConsole(page, hall.server, '/menu_task_status');
  await page.getByRole('button', { name: 'Say text now' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('The gate closes in ten minutes.');
  await dialog.getByRole('treeitem').first().click();
  await expect(dialog.getByTestId('dry-run')).toContainText('1');
  await expectAccessible(page);
  const pressed = monotonicUs();
  await dialog.getByRole('button', { name: 'Say text now' }).click();
  await hall.soundAfter(one, pressed, LOUD);
  await expect
    .poll(async () => (await hall.api.get<{ rows: object[] }>('/v1/task?limit=1')).rows[0])
    .toMatchObject({ task_type: 6, audio_source: 1, name: 'The gate closes in ten minutes.' });
  expectNoComplaints(page);
});
