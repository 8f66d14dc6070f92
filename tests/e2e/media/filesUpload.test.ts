import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectMessage, expectNoComplaints } from '../support/consolePage.ts';
import { gridCell } from '../support/gridRows.ts';
import { Hall } from '../support/hall.ts';
import { openLibrary, tone } from '../support/library.ts';

let hall: Hall;
test.beforeAll(async () => {
  hall = await Hall.open();
});
test.afterAll(() => hall?.close());
test.afterEach(({ page }) => expectNoComplaints(page));

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/wav', buffer });
const choose = (page: Page, files: ReturnType<typeof file>[]) =>
  page.getByTestId('upload-input').first().setInputFiles(files);
const upload = (page: Page, name: string) => page.getByTestId('upload').filter({ hasText: name });

test('an empty library explains what to do; several files are uploaded at once, and refused ones keep their reason', async ({
  page,
}) => {
  await openLibrary(page, hall);
  await expect(page.getByTestId('empty')).toContainText('No music files yet');
  await expectAccessible(page);

  await choose(
    page,
    Array.from({ length: 11 }, (_, n) => file(`Many ${n}.wav`, tone(0.1))),
  );
  await expectMessage(page, 'At most 10 files may be selected per upload');
  await expect(page.getByTestId('upload')).toHaveCount(0);

  await choose(page, [
    file('Morning bell.wav', tone(2)),
    file('Broken.mp3', Buffer.from('this is no sound at all')),
    file('Nothing.wav', Buffer.alloc(0)),
    file('晨间音乐.wav', tone(3)),
  ]);
  await expect(upload(page, 'Morning bell.wav')).toHaveAttribute('data-state', 'done');
  await expect(upload(page, '晨间音乐.wav')).toHaveAttribute('data-state', 'done');
  await expect(upload(page, 'Broken.mp3')).toContainText('This is not a readable sound file');
  await expect(upload(page, 'Nothing.wav')).toContainText('The file is empty');
  await expect(page.getByTestId('uploads')).toContainText('Uploads 2 of 4');
  for (const name of ['Morning bell', '晨间音乐'])
    await expect(gridCell(page, 'file', name, 'build_status').first()).toContainText('Built');
  await expect(gridCell(page, 'file', 'Morning bell', 'duration_ms')).toHaveText('2 s');
  await expect(gridCell(page, 'file', 'Morning bell', 'uploaded_by_name')).toHaveText('admin');
  await expect(gridCell(page, 'file', 'Morning bell', 'loudness')).toHaveText(/^−\d+\.\d$/);
  await expect(page.getByTestId('grid-file').locator('.ag-row')).toHaveCount(2);
  await expect(page.getByTestId('counter-built')).toContainText('2');

  await page.getByRole('button', { name: 'Retry upload of Nothing.wav' }).click();
  await expect(upload(page, 'Nothing.wav')).toHaveAttribute('data-state', 'refused');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear finished' }).click();
  await expect(page.getByTestId('uploads')).toBeHidden();
});

if (isLong)
  test('an upload on a slow link shows its progress; when it is cancelled, it leaves nothing behind', async ({
    page,
  }) => {
    await openLibrary(page, hall);
    const link = await page.context().newCDPSession(page);
    await link.send('Network.enable');
    await link.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      // Two and a half minutes for the file: still running when it is cancelled.
      uploadThroughput: 25_000,
    });
    await choose(page, [file('Endless.wav', tone(120))]);
    const row = upload(page, 'Endless.wav');
    const bar = row.getByRole('progressbar');
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await expect(row).toContainText(/[kM]?B\/s/);
    await page.getByRole('button', { name: 'Cancel upload of Endless.wav' }).click();
    await expect(row).toHaveAttribute('data-state', 'cancelled');
    const incoming = join(hall.server.dataDir, 'media', 'incoming');
    await expect.poll(() => readdirSync(incoming)).toEqual([]);
    const { total } = await hall.api.get<{ total: number }>('/v1/file?q=Endless');
    expect(total).toBe(0);
  });
