import { expect, test } from '@playwright/test';
import { monotonicUs } from '../../../terminal/headless/time.ts';
import { expectAccessible, expectMessage, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Hall, type Speaker } from '../support/hall.ts';

/** Pages that meet, and a page that is recorded before it is sent. */
let hall: Hall;
let one: Speaker;
test.beforeAll(async () => {
  hall = await Hall.open();
  [one] = (await hall.speakers(['QUEUE-1'])) as [Speaker];
});
test.afterAll(() => hall?.close());
test.afterEach(() => hall.quiet());

const LOUD = 0.02;

test('of two pages that meet one waits, says for what, and is cancelled', async ({ page }) => {
  const text = { audio_source: 1, textContent: 'The assembly has begun in the hall.', loop: 1 };
  await hall.start({ name: 'Assembly', ...text, devices: [one.id] });
  await openConsole(page, hall.server, '/menu_task_status');
  await page.getByRole('button', { name: 'Say text now' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Lost property.');
  await dialog.getByRole('treeitem').first().click();
  await dialog.getByLabel('If terminals are busy').click();
  await page.getByRole('option', { name: 'Wait' }).click();
  await dialog.getByRole('button', { name: 'Say text now' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: 'Waiting 1' }).click();
  const entry = page.getByTestId('queued-start');
  await expect(entry).toContainText('Lost property.');
  await expect(entry).toContainText('Waits for Assembly');
  await expect(entry).toContainText('gives up in');
  await expectAccessible(page);
  await entry.getByRole('button', { name: 'Cancel Lost property.' }).click();
  await expect(page.getByRole('tab', { name: 'Waiting 0' })).toBeVisible();
  await expect(page.getByText('Nothing waits')).toBeVisible();
  expectNoComplaints(page);
});

test('a page is recorded, listened to, sent, and repeated by one press', async ({ page }) => {
  await openConsole(page, hall.server, '/menu_task_status');
  await page.getByRole('button', { name: 'Speak', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('treeitem').first().click();
  await dialog.getByRole('switch', { name: 'Record first, then send' }).click();
  const recorder = dialog.getByTestId('record-first');
  await recorder.getByRole('button', { name: 'Record' }).click();
  // A second of the fake microphone, which beeps.
  await expect(recorder).toContainText(/[1-9] s of/);
  await recorder.getByRole('button', { name: 'End recording' }).click();
  await expect(recorder).toHaveAttribute('data-phase', 'recorded');
  await recorder.getByRole('button', { name: 'Listen' }).click();
  await expectAccessible(page);
  // Nothing has left the browser yet.
  const pages = () => hall.api.get<{ rows: { audio_source: number }[] }>('/v1/task?limit=100');
  expect((await pages()).rows.filter((row) => row.audio_source === 99)).toEqual([]);
  const sent = monotonicUs();
  await dialog.getByTestId('send-page').click();
  await hall.soundAfter(one, sent, LOUD);
  const recordings = () => hall.api.get<{ rows: { duration_ms: number | null }[] }>('/v1/record_file');
  await expect.poll(async () => (await recordings()).rows[0]?.duration_ms ?? 0).toBeGreaterThan(500);
  await dialog.getByRole('button', { name: 'Close' }).click();

  const repeated = monotonicUs();
  await page.getByRole('button', { name: 'Repeat the last page' }).click();
  await expectMessage(page, 'Repeated:');
  await hall.soundAfter(one, repeated, LOUD);
  expectNoComplaints(page);
});
