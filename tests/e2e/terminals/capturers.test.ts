import { expect, type Page } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';
import { test as ownHall } from '../support/ownHall.ts';
import { goTo } from '../support/walk.ts';

const test = ownHall.extend<{ rack: Loudspeaker }>({
  /** Headless capturer that waits to be adopted. */
  rack: async ({ hall: { server } }, use) => {
    const roles = ['--role', 'capturer', '--channels', '4'];
    const rack = new Loudspeaker(server.url, 'E2E-RACK', server.dataDir, roles);
    await use(rack);
    await rack.kill();
  },
});
const panel = (page: Page) => page.getByTestId('device-panel');
const channel = (page: Page, n: number) => panel(page).locator(`[data-channel="${n}"]`);
const levelOf = (page: Page, n: number) =>
  channel(page, n).getByRole('img').getAttribute('aria-label') as Promise<string>;
const tick = (page: Page, grid: string, text: string) =>
  gridRow(page, grid, text).locator('.ag-selection-checkbox input').check();

if (isLong)
  test('without capturers the screen explains how to add one', async ({ page, hall: { server } }) => {
    await openConsole(page, server, '/menu_capturer_status');
    await expect(page.getByTestId('empty')).toContainText('No capturers yet');
    await expect(page.getByTestId('empty')).toContainText(`${server.url}/terminal?role=capturer`);
    await expectAccessible(page);
    expectNoComplaints(page);
  });

test('a headless capturer is adopted by its kind, and its channels are shown live', async ({
  page,
  hall: { server },
  rack: _,
}) => {
  await openConsole(page, server, '/menu_scan_device');
  await expect(gridCell(page, 'found', 'E2E-RACK', 'kind')).toHaveText('Capturer');
  await tick(page, 'found', 'E2E-RACK');
  await page.getByTestId('selection-bar').getByRole('button', { name: 'Adopt', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Stage rack');
  await page.getByRole('dialog').getByRole('button', { name: 'Adopt' }).click();
  await expect(gridRow(page, 'found', 'E2E-RACK')).toHaveCount(0);

  await goTo(page, 'menu_capturer_status');
  const row = gridRow(page, 'capturer', 'Stage rack');
  await expect(row.locator('[data-status=online]')).toBeVisible();
  await expect(gridCell(page, 'capturer', 'Stage rack', 'channels')).toHaveText('4 channels');
  await expect(page.getByRole('treeitem').first()).toHaveText(/1$/);
  await row.locator('[col-id=name]').dblclick();
  await expect(panel(page).locator('[data-channel]')).toHaveCount(4);
  // Measured levels: the generated tones swell and fade.
  await expect.poll(() => levelOf(page, 1)).toMatch(/^−\d+ dBFS$/);
  const before = await levelOf(page, 1);
  await expect.poll(() => levelOf(page, 1)).not.toBe(before);
  // Other kinds of terminals are not listed as broadcast targets.
  await goTo(page, 'menu_device_management');
  await expect(page.getByTestId('empty')).toContainText('No terminals yet');
  // The counts next to the grid are those of its kind.
  await expect(page.getByRole('treeitem').first()).toHaveText(/0$/);
  expectNoComplaints(page);
});

test('trigger mode and channel names are set, and a trigger input is shown at once', async ({
  page,
  hall: { server, api },
  rack,
}) => {
  await api.adopt(['E2E-RACK']);
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/capturer');
  await api.patch(`/v1/capturer/${rows[0]?.id}`, { name: 'Stage rack' });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openConsole(page, server, '/menu_capturer_status');
  await gridRow(page, 'capturer', 'Stage rack').locator('[col-id=name]').dblclick();
  await panel(page).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Trigger mode' }).click();
  await page.getByRole('option', { name: 'IO mode' }).click();
  await dialog.getByRole('textbox', { name: 'Channel 2' }).fill('Lectern');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(gridCell(page, 'capturer', 'Stage rack', 'mode')).toHaveText('IO mode');
  await expect(channel(page, 2)).toContainText('Lectern');
  rack.line('io 2 on');
  await expect(channel(page, 2)).toContainText('IO on');
  rack.line('io 2 off');
  await expect(channel(page, 2)).toContainText('IO off');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New group' }).click();
  const group = page.getByRole('dialog', { name: 'New group' });
  await group.getByRole('textbox', { name: 'Name' }).fill('Hall inputs');
  await group.getByRole('searchbox').focus();
  for (const key of ['s', 't', 'a', 'Enter']) await page.keyboard.press(key);
  await expect(group.getByRole('status')).toContainText('1 selected');
  await group.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('option', { name: 'Hall inputs' })).toContainText('1');
  await expect(gridCell(page, 'capturer', 'Stage rack', 'groups')).toHaveText('Hall inputs');

  await rack.kill();
  await expect(gridRow(page, 'capturer', 'Stage rack').locator('[data-status=offline]')).toBeVisible();
  await expect(panel(page)).toContainText('Offline: channels unknown.');
  expectNoComplaints(page);
});

if (isLong)
  test('the terminal page is a capturer: the level of its microphone is measured', async ({
    page,
    browser,
    hall: { server, api },
  }) => {
    const context = await browser.newContext();
    const capturing = await context.newPage();
    await capturing.goto(`${server.url}/terminal?role=capturer`);
    const code = await capturing.locator('.code').textContent();
    await api.adopt([code ?? '']);
    await expect(capturing.locator('[data-channel="1"]')).toBeVisible();
    await openConsole(page, server, '/menu_capturer_status');
    await gridRow(page, 'capturer', code ?? '')
      .locator('[col-id=name]')
      .dblclick();
    // The test browser has a microphone that beeps.
    await expect.poll(() => levelOf(page, 1), { timeout: 60_000 }).toMatch(/^−([1-9]|[1-4]\d) dBFS$/);
    await expectAccessible(capturing);
    // Another input is chosen and stays chosen.
    const choice = capturing.getByLabel('Sound input');
    await choice.selectOption({ index: 1 });
    await expect(choice.locator('option').nth(1)).toHaveJSProperty('selected', true);
    await expect.poll(() => levelOf(page, 1), { timeout: 60_000 }).toMatch(/^−([1-9]|[1-4]\d) dBFS$/);
    await expect
      .poll(() => capturing.evaluate(() => localStorage.getItem('terminal.input')))
      .toBe(await choice.inputValue());
    await context.close();
    await expect(gridRow(page, 'capturer', code ?? '').locator('[data-status=offline]')).toBeVisible();
    expectNoComplaints(page);
  });

if (isLong)
  test('the terminal page is a TTS terminal: its voices, queue and texts are shown', async ({
    page,
    browser,
    hall: { server, api },
  }) => {
    const context = await browser.newContext();
    const speaking = await context.newPage();
    await speaking.addInitScript(() => localStorage.setItem('lang', 'en'));
    await speaking.goto(`${server.url}/terminal?role=tts`);
    const code = (await speaking.locator('.code').textContent()) ?? '';
    await api.adopt([code]);
    await speaking.getByLabel('Text to try').fill('One two three');
    await speaking.getByRole('button', { name: 'Speak' }).click();
    // A wide window shows the results of texts.
    await page.setViewportSize({ width: 1920, height: 1080 });
    await openConsole(page, server, '/menu_xtts_status');
    await expect(gridRow(page, 'xtts', code).locator('[data-status=online]')).toBeVisible();
    // A browser without voices fails the text with a message; one with voices speaks it.
    const count = async () => {
      const text = await Promise.all(
        ['spoken', 'failed'].map((column) => gridCell(page, 'xtts', code, column).textContent()),
      );
      return text.reduce((sum, one) => sum + Number(one), 0);
    };
    await expect.poll(count, { timeout: 60_000 }).toBe(1);
    await expectAccessible(page);
    await expectAccessible(speaking);
    await context.close();
    expectNoComplaints(page);
  });

test('a headless TTS terminal is authorized, works for the server, and is revoked', async ({
  page,
  hall: { server, api },
}) => {
  const speaker = new Loudspeaker(server.url, 'E2E-TTS', server.dataDir, ['--role', 'tts']);
  try {
    await api.adopt(['E2E-TTS']);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await openConsole(page, server, '/menu_xtts_status', { refusals: true });
    const cell = (column: string) => gridCell(page, 'xtts', 'E2E-TTS', column);
    await expect(cell('authorization')).toHaveText('Not opened Online');
    await cell('name').dblclick();
    await panel(page).getByRole('button', { name: 'Grant' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('spinbutton').fill('11');
    await dialog.getByRole('button', { name: 'Grant' }).click();
    await expect(dialog).toContainText('Not enough TTS licences: 10 left');
    await dialog.getByRole('spinbutton').fill('2');
    await dialog.getByRole('button', { name: 'Grant' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(cell('authorization')).toHaveText('Opened Online');
    await expect(panel(page)).toContainText('2 of 10');
    await api.post('/v1/tts/preview', { textContent: 'Good morning', voiceName: 'xiaoyan', voiceSpeed: 50 });
    await expect(cell('spoken')).toHaveText('1');
    await expectAccessible(page);
    await panel(page).getByRole('button', { name: 'Revoke' }).click();
    await expect(cell('authorization')).toHaveText('Not opened Online');
    expectNoComplaints(page);
  } finally {
    await speaker.kill();
  }
});
