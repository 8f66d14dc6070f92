import { expect, type Page, test } from '@playwright/test';
import { station } from '../../../terminal/headless/station.ts';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { isLong } from '../../support/random.ts';
import { Recording } from '../../support/recording.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { expectAccessible } from '../support/consolePage.ts';

/**
 * Terminal page as an intercom station, and as a call station with an account; the others are headless
 * stations.
 */
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

const phone = { width: 390, height: 844 };

interface Waiting {
  id: number;
  code: string;
}
async function adopt(code: string, name: string, fields: object): Promise<number> {
  const waiting = await api.until(`${code} is found`, async () => {
    const { rows } = await api.get<{ rows: Waiting[] }>('/v1/terminal_found?limit=1000');
    return rows.find((one) => one.code === code) ?? null;
  });
  const { id } = await api.post<{ id: number }>(`/v1/terminal_found/${waiting.id}/adopt`, {
    name,
    org: null,
  });
  await api.patch(`/v1/dialogue/${id}`, fields);
  return id;
}

/** Headless intercom station that answers on command. */
async function headless(code: string, fields: object, answer: 'auto' | 'manual' = 'manual') {
  const heard = new Recording();
  const terminal = createTerminal({
    server: server.url,
    code,
    part: station('dialogue', { answer }),
    listen: heard.listen,
  });
  running.push(terminal);
  await terminal.until(({ session }) => session.phase === 'found');
  const id = await adopt(code, code, fields);
  await terminal.until(({ session }) => session.phase === 'welcomed' && session.clock.synced);
  const { caller } = terminal.session;
  return {
    id,
    terminal,
    caller,
    heard,
    is: (phase: string) => terminal.until(() => caller.view.phase === phase),
  };
}

async function open(page: Page, role: string): Promise<void> {
  await page.setViewportSize(phone);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  await page.goto(`${server.url}/terminal?role=${role}`);
}
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const meter = (page: Page, name: string) =>
  page
    .locator('section', { has: page.getByRole('heading', { name }) })
    .locator('.meter b')
    .last();

test('an intercom page calls, is called, is heard and hears, by mouse and by keyboard', async ({ page }) => {
  const office = await headless('OFFICE', { call_number: '302' });
  await open(page, 'dialogue');
  const code = (await page.locator('.code').textContent()) ?? '';
  await adopt(code, 'Gate', { call_number: '301', callee: '302' });
  await expect(page.getByText('Own number 301')).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => fits(page)).toBe(true);

  for (const key of ['9', '9', '9']) await page.getByRole('button', { name: key, exact: true }).click();
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(page.getByTestId('call-over')).toHaveText('No station has this number');
  for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Delete the last digit' }).click();

  // Typed anywhere on the page.
  await page.keyboard.type('302');
  await expect(page.getByLabel('Number')).toHaveValue('302');
  await page.getByLabel('Number').press('Enter');
  const call = page.getByTestId('in-call');
  await expect(call).toHaveAttribute('data-phase', 'calling');
  await expect(call).toContainText('OFFICE');
  await office.is('ringing');
  office.caller.answer();
  await expect(call).toHaveAttribute('data-phase', 'talking');
  await expect.poll(() => office.heard.firstSound(0, 0.01)).not.toBeNull();
  await expect(meter(page, 'Loudspeaker')).toHaveText(/−\d+ dB/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await office.is('over');
  await expect(page.getByTestId('call-over')).toHaveText('The call has ended');

  office.caller.dial('301');
  await expect(call).toHaveAttribute('data-phase', 'ringing');
  await expect(page.getByRole('alert')).toContainText('OFFICE');
  await expectAccessible(page);
  await expect.poll(() => fits(page)).toBe(true);
  // It rings for half a minute, most of which the accessibility check may take: answering is tested with
  // another call.
  office.caller.hangUp();
  await expect(call).toHaveCount(0);
  office.caller.dial('301');
  await expect(page.getByRole('button', { name: 'Answer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await office.is('talking');
  await page.getByRole('button', { name: 'Hang up' }).click();
  await office.is('over');

  await page.getByRole('button', { name: 'Call 302' }).click();
  await office.is('ringing');
  office.caller.hangUp();
  await expect(page.getByTestId('call-over')).toHaveText('The call was refused');

  office.caller.dial('301');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await office.is('over');

  const third = await headless('THIRD', { call_number: '303' }, 'auto');
  third.caller.dial('302');
  await office.is('ringing');
  await page.getByRole('button', { name: 'Call 302' }).click();
  await expect(page.getByTestId('call-over')).toHaveText('The station is busy');
});

if (isLong)
  test('a call station page logs in by account and password, is rung by a virtual caster, and logs out', async ({
    page,
  }) => {
    const password = 'keypad2026';
    const made = { password, confirmPassword: password, org: null };
    const { id } = await api.post<{ id: number }>('/v1/caster', {
      code: 'desk7',
      name: 'Front desk',
      ...made,
    });
    const other = await api.post<{ id: number }>('/v1/caster', { code: 'desk8', name: 'Back desk', ...made });
    await api.post('/v1/virtual_caster', { name: 'Reception', call_number: '700', casters: [id, other.id] });
    const back = createTerminal({ server: server.url, code: 'desk8', password, part: station('caster', {}) });
    running.push(back);
    await back.until(({ session }) => session.phase === 'welcomed');

    await open(page, 'caster');
    await page.getByLabel('Account').fill('desk7');
    await page.getByLabel('Password', { exact: true }).fill('keypad2025');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toHaveText(/account or password is wrong/);
    await expect(page.getByLabel('Account')).toHaveValue('desk7');
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { name: 'Front desk' })).toBeVisible();
    await expect(page.getByTestId('call-key')).toHaveText(/Speak/);
    await expectAccessible(page);
    await expect.poll(() => fits(page)).toBe(true);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(password);
    expect(JSON.parse(kept)[0]).not.toHaveProperty('terminal.secret.desk7');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Front desk' })).toBeVisible();

    const gate = await headless('GATE7', { call_number: '307' });
    gate.caller.dial('700');
    await expect(page.getByTestId('in-call')).toHaveAttribute('data-phase', 'ringing');
    await back.until(({ session }) => session.caller.view.phase === 'ringing');
    await page.getByRole('button', { name: 'Answer' }).click();
    await gate.is('talking');
    await back.until(({ session }) => session.caller.view.phase === 'over');
    gate.caller.hangUp();
    await expect(page.getByTestId('call-key')).toBeVisible();

    const secret = await page.evaluate(() => sessionStorage.getItem('terminal.secret.desk7'));
    await page.getByRole('button', { name: 'Log out desk7' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
    // A secret from before the logout is void.
    await page.evaluate((kept) => {
      sessionStorage.setItem('terminal.account', 'desk7');
      sessionStorage.setItem('terminal.secret.desk7', kept ?? '');
    }, secret);
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText(/log in again/i);
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();

    // Wrong passwords from the same address: the browser is recognised by its last login.
    const guess = () =>
      TerminalClient.hello(`${server.url.replace('http', 'ws')}/v1/terminal`, {
        code: 'desk7',
        role: 1,
        password: 'guess2026',
      });
    await expect.poll(async () => (await (await guess()).next('refused')).code).toBe('locked_out');

    // A new password ends the session at once, without automatic retries.
    await page.getByLabel('Account').fill('desk7');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByTestId('call-key')).toBeVisible();
    await api.patch(`/v1/caster/${id}`, { password: 'another2026', confirmPassword: 'another2026' });
    await expect(page.getByRole('alert')).toHaveText(/log in again/i);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  });
