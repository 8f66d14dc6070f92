import { expect, type Locator, type Page, test } from '@playwright/test';
import { station } from '../../../terminal/headless/station.ts';
import { createTerminal, type Terminal, type TerminalOptions } from '../../../terminal/headless/terminal.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';

let server: TestServer;
let api: ApiClient;
const running: Terminal[] = [];

test.beforeAll(async () => {
  server = await startServer();
  api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
});
test.afterAll(async () => {
  for (const terminal of running) terminal.stop();
  await server?.stop();
});

function row(page: Page, grid: string, text: string): Locator {
  // By its name column, as other rows contain the name as well.
  const name = page.locator('[col-id=name]').filter({ hasText: text });
  return page.getByTestId(`grid-${grid}`).locator('.ag-row').filter({ has: name });
}
function start(options: Omit<TerminalOptions, 'server'>): Terminal {
  const terminal = createTerminal({ server: server.url, decode: false, ...options });
  running.push(terminal);
  return terminal;
}

test('a caster is created, its station logs in by account and password and is online; a virtual caster includes it', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_caster_management');
  await expect(page.getByTestId('empty')).toContainText('No casters yet');
  await page.getByTestId('empty').getByRole('button', { name: 'New caster' }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.getByRole('textbox', { name: 'Account' }).fill('desk1');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Front desk');
  await dialog.getByLabel(/^Password/).fill('onlyletters');
  await dialog.getByLabel('Confirm password').fill('onlyletters');
  await dialog.getByLabel('Quick number').fill('201');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter digits and letters, length at least 8')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel(/^Password/).fill('keypad2026');
  await dialog.getByLabel('Confirm password').fill('keypad2026');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'caster', 'Front desk')).toContainText('Password login');

  start({ code: 'desk1', password: 'keypad2026', part: station('caster', {}) });
  await page.getByRole('link', { name: 'Status' }).click();
  const desk = row(page, 'caster-status', 'Front desk');
  await expect(desk).toContainText('Idle');
  await expectAccessible(page);
  const other = { code: 'desk2', name: 'Back desk', call_number: '202', org: null };
  await api.post('/v1/caster', { ...other, password: 'keypad2026', confirmPassword: 'keypad2026' });
  start({ code: 'desk2', password: 'keypad2026', part: station('caster', { answer: 'auto' }) });
  await expect(row(page, 'caster-status', 'Back desk')).toContainText('Idle');
  await desk.locator('.ag-selection-checkbox input').check();
  const bar = page.getByTestId('selection-bar');
  await bar.getByRole('button', { name: 'Call', exact: true }).click();
  // The edited caster itself is not offered.
  await dialog.getByRole('combobox', { name: 'Number' }).click();
  await expect(page.getByRole('option')).toHaveText(['Back desk · 202']);
  await page.getByRole('option').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Call' }).click();
  await expect(desk).toContainText('In call');
  await expect(page.getByTestId('calls')).toContainText('Front desk → Back desk');
  await bar.getByRole('button', { name: 'Hang up' }).click();
  await expect(desk).toContainText('Idle');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Virtual casters' }).click();
  await expect(page.getByTestId('empty')).toContainText('No virtual casters');
  await page.getByTestId('empty').getByRole('button', { name: 'New virtual caster' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Reception');
  await dialog.getByLabel('Quick number').fill('200');
  await dialog.getByRole('combobox', { name: 'Add caster by name' }).pressSequentially('front');
  await page.getByRole('option', { name: 'Front desk (desk1)' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'virtual_caster', 'Reception')).toContainText('Front desk');
  await expect(dialog).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Groups' }).click();
  await expect(page.getByTestId('empty')).toContainText('No groups yet');
  expectNoComplaints(page);
});

test('a call between two stations is shown live, and ended at the console', async ({ page }) => {
  await openConsole(page, server, '/menu_dialogue_status');
  const found = async (code: string) => {
    const { rows } = await api.get<{ rows: { id: number; code: string }[] }>('/v1/terminal_found?limit=1000');
    return rows.find((one) => one.code === code);
  };
  for (const [code, number] of [
    ['GATE', '301'],
    ['OFFICE', '302'],
  ] as const) {
    const terminal = start({ code, part: station('dialogue', { answer: 'auto' }) });
    await terminal.until((one) => one.session.phase === 'found');
    const waiting = await found(code);
    const { id } = await api.post<{ id: number }>(`/v1/terminal_found/${waiting?.id}/adopt`, {
      name: code,
      org: null,
    });
    await api.patch(`/v1/dialogue/${id}`, { call_number: number });
  }
  const gate = row(page, 'dialogue', 'GATE');
  await expect(gate).toContainText('Idle');
  await expectAccessible(page);
  await gate.locator('.ag-selection-checkbox input').check();
  await page.getByTestId('selection-bar').getByRole('button', { name: 'Call', exact: true }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.getByLabel('Number').fill('301');
  await dialog.getByRole('button', { name: 'Call' }).click();
  await expect(dialog.getByText('A caster cannot select itself')).toBeVisible();
  await dialog.getByLabel('Number').fill('302');
  await dialog.getByRole('button', { name: 'Call' }).click();
  const calls = page.getByTestId('calls');
  await expect(calls).toContainText('GATE → OFFICE');
  await expect(calls).toContainText('In call');
  await expect(gate).toContainText('In call OFFICE');
  // Both sides are heard; the first time with the notice.
  await calls.getByRole('button', { name: 'Listen in' }).click();
  await dialog.getByRole('button', { name: 'Listen in' }).click();
  const level = calls.getByTestId('listen-level');
  await expect.poll(async () => Number(await level.getAttribute('data-level')) || -200).toBeGreaterThan(-60);
  await calls.getByRole('button', { name: 'Stop listening' }).click();
  await expectAccessible(page);
  await calls.getByRole('button', { name: 'Hang up' }).click();
  await expect(page.getByText('No calls in progress')).toBeVisible();
  await expect(gate).toContainText('Idle');
  expectNoComplaints(page);
});
