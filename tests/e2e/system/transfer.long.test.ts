import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

const file = (text: string) => ({ name: 'terminals.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

test('terminals are imported from a table: faulty rows first, then all at once; and exported', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_device_management', { refusals: true });
  await page.getByRole('button', { name: 'Import / export' }).click();
  await page.getByRole('menuitem', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import terminals' });
  await expect(dialog.getByText('The first row names the columns')).toBeVisible();
  await expectAccessible(page);

  await dialog.getByTestId('import-input').setInputFiles(file('name\nHall\n'));
  await expect(dialog.getByRole('alert')).toContainText('“Code”');

  const bad = 'code,name,zone,ao_volume\nHALL-1,Hall,site,60\nHALL-2,Gym,Nowhere,400\n';
  await dialog.getByTestId('import-input').setInputFiles(file(bad));
  await expect(dialog.getByRole('status').filter({ hasText: '1 invalid row' })).toBeVisible();
  await expect(dialog.getByText('None of your zones has the code “Nowhere”')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bad.png` });
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save invalid rows' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('HALL-2,Gym,Nowhere,400,3,');

  await dialog.getByRole('button', { name: 'Select again' }).click();
  await dialog.getByTestId('import-input').setInputFiles(file(bad.replace('Nowhere,400', 'site,40')));
  await expect(dialog.getByRole('status').filter({ hasText: '2 new' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2' }).click();
  await expect(dialog.getByText('Everything was imported.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('rowheader', { name: 'Gym' })).toBeVisible();

  for (const name of ['Hall', 'Gym'])
    await gridRow(page, 'device', name).locator('.ag-selection-checkbox input').check();
  await page.getByRole('button', { name: 'Names and numbers' }).click();
  const patterns = page.getByRole('dialog', { name: 'Names and quick numbers of 2 terminals' });
  await patterns.getByRole('textbox', { name: 'Name pattern' }).fill('Hall {n:3}');
  await patterns.getByRole('textbox', { name: 'Quick number pattern' }).fill('{n:4}');
  await expect(patterns.getByRole('rowheader', { name: /→ Hall 002/ })).toBeVisible();
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/names.png` });
  await patterns.getByRole('button', { name: 'Apply to 2' }).click();
  await expect(patterns.getByRole('status')).toContainText('2 done');
  await patterns.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('rowheader', { name: 'Hall 001' })).toBeVisible();

  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Import / export' }).click();
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const out = await exported;
  expect(out.suggestedFilename()).toBe('terminals.csv');
  expect(await readFile(await out.path(), 'utf8')).toMatch(/HALL-1,Hall 00[12],.*\r\nHALL-2,Hall 00[12],/);
  expectNoComplaints(page);
});
