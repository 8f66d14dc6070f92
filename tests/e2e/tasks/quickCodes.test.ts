import { expect, type Page, test } from '@playwright/test';
import { ApiClient } from '../../support/apiClient.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import type { Hall } from '../support/hall.ts';
import { tone } from '../support/library.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';
import { test as onOwnSite } from '../support/ownHall.ts';
import { goTo } from '../support/walk.ts';

/**
 * Quick codes at the screen, dialled by a terminal page as an intercom station, heard by a headless
 * loudspeaker.
 */
let server: TestServer;
let api: ApiClient;
let column: Loudspeaker;
test.beforeAll(async () => {
  server = await startServer();
  api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  column = new Loudspeaker(server.url, 'E2E-QC', server.dataDir);
  await api.adopt(['E2E-QC']);
});
test.afterAll(async () => {
  await column?.kill();
  await server?.stop();
});

/** Terminal page as an adopted intercom station. */
async function station(page: Page, { server, api }: Pick<Hall, 'server' | 'api'>): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  await page.goto(`${server.url}/terminal?role=dialogue`);
  const code = (await page.locator('.code').textContent()) ?? '';
  const waiting = await api.until(`${code} is found`, async () => {
    const { rows } = await api.get<{ rows: { id: number; code: string }[] }>('/v1/terminal_found?limit=1000');
    return rows.find((one) => one.code === code) ?? null;
  });
  await api.post(`/v1/terminal_found/${waiting.id}/adopt`, { name: 'Gate', org: null });
  await expect(page.getByLabel('Number')).toBeVisible();
}
const dial = async (page: Page, digits: string) => {
  await page.keyboard.type(digits);
  await page.getByLabel('Number').press('Enter');
};

/** Chooses the action of the code in the open form. */
async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: action, exact: true }).click();
}

onOwnSite(
  'a page code created at the screen is dialled at a station, heard, and shown on the screen',
  async ({ page, browser, hall }) => {
    const { server } = hall;
    await hall.speakers(['E2E-QC']);
    await openConsole(page, server, '/menu_quick_code', { refusals: true });
    await expect(page.getByTestId('empty')).toContainText('No quick codes yet');
    await page.getByRole('button', { name: 'New quick code' }).first().click();
    const dialog = page.getByRole('dialog');
    // Invalid values are refused beside their fields, and typed values stay.
    await dialog.getByRole('textbox', { name: 'Name' }).fill('All rooms');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('12a');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('A quick code has 1 to 8 digits');
    await expect(dialog).toContainText('Please select a task');
    await choose(page, 'Page');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Please select a device');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('0012');
    await dialog.getByRole('treeitem', { name: /^Tocsin/ }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(gridCell(page, 'quick_code', 'All rooms', 'code')).toHaveText('0012');
    await expect(gridCell(page, 'quick_code', 'All rooms', 'does')).toContainText('Tocsin');
    await expectAccessible(page);

    const context = await browser.newContext({ permissions: ['microphone'] });
    const gate = await context.newPage();
    await station(gate, hall);
    await dial(gate, '12');
    await expect(gate.getByTestId('call-over')).toHaveText('No station has this number');
    for (let i = 0; i < 2; i++) await gate.getByRole('button', { name: 'Delete the last digit' }).click();
    await dial(gate, '0012');
    const paging = gate.getByTestId('paging');
    await expect(paging).toContainText('Paging');
    await expect(gate.getByRole('button', { name: 'Hang up' })).toBeFocused();
    await expect(gate.getByTestId('call-state')).toHaveText(/1 of 1/);
    await expectAccessible(gate);
    await expect(gridCell(page, 'quick_code', 'All rooms', 'last_by')).toHaveText(/Gate.*Paged/);
    await gate.keyboard.press('Escape');
    await expect(gate.getByLabel('Number')).toBeVisible();

    // A duplicate code is refused beside the field.
    await page.getByRole('button', { name: 'New quick code' }).first().click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Again');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('0012');
    await choose(page, 'Call');
    await dialog.getByRole('combobox', { name: 'Called station' }).click();
    await page.getByRole('option', { name: 'Gate' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('is already a quick code, quick number or dialogue code');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('13');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(gridCell(page, 'quick_code', 'Again', 'does')).toContainText('Gate');
    await context.close();
    expectNoComplaints(page);
  },
);

if (isLong)
  test('a task code starts its task, shows it running, and stops it; filters are in the address', async ({
    page,
    browser,
  }) => {
    const song = await api.upload('quick.wav', tone(10));
    const { id } = await api.post<{ id: number }>('/v1/scheduled_task', {
      name: 'Bell',
      audio_source: 0,
      files: [song],
      orgs: [1],
      schedule_day: 3,
      start_date: '2026-01-01',
      start_time: '08:00',
      // Endless loop: it runs until it is stopped.
      ...{ loop: 1, duration: 3600 },
    });
    await api.post('/v1/quick_code', { code: '20', name: 'Ring it', scheduled_task: id });
    await openConsole(page, server, '/menu_quick_code');
    const state = gridCell(page, 'quick_code', 'Ring it', 'state');
    await expect(state).toHaveText('Ready');
    const context = await browser.newContext({ permissions: ['microphone'] });
    const gate = await context.newPage();
    await station(gate, { server, api });
    await dial(gate, '20');
    await expect(gate.getByTestId('call-over')).toHaveText('Started: Bell');
    await expect(state).toHaveText('Task running');
    await page.getByRole('button', { name: /Task running/ }).click();
    await expect(page).toHaveURL(/state=code_running/);
    await expect(gridRow(page, 'quick_code', 'All rooms')).toHaveCount(0);
    const over = gate.getByTestId('call-over');
    await expect(async () => {
      // Each press is answered before the next: a second accepted one would start it again.
      if ((await over.textContent()) !== 'Stopped: Bell')
        await gate.getByRole('button', { name: 'Call', exact: true }).click();
      await expect(over).toHaveText(/^(Stopped: Bell|Do not operate too fast)$/);
      const answer = await over.textContent();
      expect(answer).toBe('Stopped: Bell');
    }).toPass();
    await expect(page.getByTestId('empty')).toBeVisible();
    await goTo(page, 'menu_quick_code?q=20');
    await gridRow(page, 'quick_code', 'Ring it').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete 1' }).click();
    await expect(gridRow(page, 'quick_code', 'Ring it')).toHaveCount(0);
    await context.close();
    expectNoComplaints(page);
  });

if (isLong)
  test('a user without the permission has no screen', async ({ page }) => {
    const { rows } = await api.get<{ rows: { id: number; code: string }[] }>('/v1/role');
    const role_id = rows.find((one) => one.code === 'operator')?.id ?? 0;
    const account = { username: 'nocodes', password: 'Quick-codes-1' };
    const login = { password: account.password, confirmPassword: account.password };
    await api.post('/v1/user', { code: account.username, name: 'No codes', role_id, groups: [1], ...login });
    await openConsole(page, server, '/menu_quick_code', { account });
    await expect(page.getByTestId('empty')).toContainText('No permission to open “Quick codes”');
  });
