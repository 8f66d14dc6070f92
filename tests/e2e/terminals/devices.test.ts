import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { sine, wav } from '../../server/media/sounds.ts';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { test } from '../support/terminalPair.ts';
import { goTo } from '../support/walk.ts';

/** Row of a grid with this text. */
function row(page: Page, grid: string, text: string): Locator {
  return page.getByTestId(`grid-${grid}`).locator('.ag-row').filter({ hasText: text });
}
async function tick(line: Locator): Promise<void> {
  await line.locator('.ag-selection-checkbox input').check();
}
function action(page: Page, name: string): Locator {
  return page.getByTestId('selection-bar').getByRole('button', { name, exact: true });
}

if (isLong)
  test('without terminals the screens explain what to do next', async ({ page, hall: { server } }) => {
    await openConsole(page, server, '/menu_device_management');
    await expect(page.getByTestId('empty')).toContainText('No terminals yet');
    await expect(page.getByRole('button', { name: 'Copy terminal address' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Scan terminals' }).click();
    await expect(page.getByTestId('empty')).toContainText(`${server.url}/terminal`);
    await expectAccessible(page);
    expectNoComplaints(page);
  });

test('a found terminal is adopted on the scan screen and listed in the device grid', async ({
  page,
  hall: { server },
  found: { inside },
}) => {
  await openConsole(page, server, '/menu_scan_device');
  await tick(row(page, 'found', 'E2E-OUT'));
  await expectAccessible(page);
  await action(page, 'Adopt').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('');
  await dialog.getByRole('button', { name: 'Adopt' }).click();
  await expect(dialog.getByText(/Length between|Please enter/)).toBeVisible();
  await dialog.getByLabel('Name').fill('Hall left');
  await dialog.getByRole('button', { name: 'Adopt' }).click();
  await expect(row(page, 'found', 'E2E-OUT')).toHaveCount(0);

  await tick(row(page, 'found', 'E2E-IN'));
  await action(page, 'Adopt').click();
  await dialog.getByRole('button', { name: 'Adopt' }).click();
  await inside.until((terminal) => terminal.session.phase === 'welcomed');
  await goTo(page, 'menu_device_management');
  await expect(row(page, 'device', 'Hall left').locator('[data-status=free]')).toBeVisible();
  await expect(row(page, 'device', 'Inside')).toContainText('No broadcast');
  await expect(page.getByTestId('counter-free')).toContainText('2');
  await expectAccessible(page);
  expectNoComplaints(page);
});

test('a volume set on the screen reaches the terminal; a high one shows a warning', async ({
  page,
  hall: { server },
  adopted: { inside },
}) => {
  await openConsole(page, server, '/menu_device_management');
  await tick(row(page, 'device', 'Inside'));
  await expect(page).toHaveURL(/sel=\d+/);
  await action(page, 'Volume').click();
  const dialog = page.getByRole('dialog');
  const number = dialog.getByRole('spinbutton');
  await number.fill('95');
  await number.blur();
  await expect(dialog.getByText('Expanding the volume too high may cause audio damage')).toBeVisible();
  await number.fill('42');
  await number.blur();
  await expect(dialog.getByText('Expanding the volume too high')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Set volume' }).click();
  await expect(row(page, 'device', 'Inside').locator('[col-id=ao_volume]')).toHaveText('42');
  await inside.until((terminal) => terminal.session.settings?.ao_volume === 42);
  expectNoComplaints(page);
});

if (isLong)
  test('a batch shows each result; only failed ones are retried', async ({
    page,
    hall: { server },
    adopted: { outside },
  }) => {
    await openConsole(page, server, '/menu_device_management');
    for (const name of ['Inside', 'Hall left']) await tick(row(page, 'device', name));
    outside.hold();
    await expect(row(page, 'device', 'Hall left').locator('[data-status=offline]')).toBeVisible();
    await action(page, 'Identify').click();
    const result = page.getByTestId('batch-result');
    await expect(result).toContainText('1 not done: Hall left');
    await result.getByRole('button', { name: 'Results' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText('Hall left');
    await page.keyboard.press('Escape');
    outside.release();
    await expect(row(page, 'device', 'Hall left').locator('[data-status=free]')).toBeVisible();
    await result.getByRole('button', { name: 'Retry 1' }).click();
    await expect(result).toContainText('1 done');
    await expect(result.getByRole('button', { name: 'Retry 1' })).toHaveCount(0);
    expectNoComplaints(page);
  });

test('a killed terminal is shown as offline with its reason, first in the list', async ({
  page,
  hall: { server },
  adopted: { outside },
}) => {
  await openConsole(page, server, '/menu_device_management');
  await expect(row(page, 'device', 'Hall left').locator('[data-status=free]')).toBeVisible();
  await outside.kill();
  const lost = page.getByTestId('grid-device').locator('.ag-row[row-index="0"]');
  await expect(lost).toContainText('Hall left');
  await expect(lost.locator('[data-status=offline]')).toBeVisible();
  await expect(lost).toContainText('No heartbeat since');
  await expect(page.getByTestId('counter-offline')).toContainText('1');
  await page.getByTestId('counter-offline').click();
  await expect(page).toHaveURL(/state=offline/);
  await expect(row(page, 'device', 'Inside')).toHaveCount(0);
  await page.reload();
  await expect(row(page, 'device', 'Hall left')).toBeVisible();
  await expect(row(page, 'device', 'Inside')).toHaveCount(0);
  await page.getByPlaceholder('Name, code or IP').fill('nothing like it');
  await expect(page.getByTestId('empty')).toContainText('No terminals match');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(row(page, 'device', 'Inside')).toBeVisible();
  expectNoComplaints(page);
});

if (isLong)
  test('the panel of a terminal is live, and its alias is validated', async ({
    page,
    hall: { server },
    adopted: { inside },
  }) => {
    await openConsole(page, server, '/menu_device_management');
    await row(page, 'device', 'Inside').locator('[col-id=name]').dblclick();
    const panel = page.getByTestId('device-panel');
    await expect(panel).toContainText('E2E-IN');
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Alias').fill('Inside');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('The custom name must not be empty and must differ')).toBeVisible();
    await dialog.getByLabel('Alias').fill('Studio');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(panel).toContainText('Studio');
    await inside.until((terminal) => terminal.session.settings?.name === 'Studio');
    expectNoComplaints(page);
  });

if (isLong)
  test('columns are remembered, and the shown rows are exported', async ({
    page,
    hall: { server },
    adopted: _,
  }) => {
    await openConsole(page, server, '/menu_device_management');
    await page.getByRole('button', { name: 'Columns' }).click();
    const stored = page.waitForResponse(
      (answer) => answer.url().includes('/v1/preference/grid.device') && answer.request().method() === 'PUT',
    );
    await page.getByRole('menuitemcheckbox', { name: 'Code' }).click();
    await stored;
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(row(page, 'device', 'Inside').locator('[col-id=code]')).toHaveText('E2E-IN');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = await readFile((await (await saved).path()) as string, 'utf8');
    const [head = '', ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(head.split(',')).toContain('Code');
    expect(lines).toHaveLength(2);
    expect(lines.some((line) => line.includes('E2E-IN') && line.includes('Free'))).toBe(true);
    expectNoComplaints(page);
  });

if (isLong)
  test('a defective terminal is replaced by a new one, which takes over its name and its zone', async ({
    page,
    hall: { server, api },
    adopted: { outside },
  }) => {
    await outside.kill();
    const spare = createTerminal({ server: server.url, code: 'E2E-SPARE' });
    try {
      await openConsole(page, server, '/menu_scan_device');
      await tick(row(page, 'found', 'E2E-SPARE'));
      await action(page, 'Replace an existing terminal').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').pressSequentially('Hall');
      await page.getByRole('option', { name: 'Hall left - E2E-OUT' }).click();
      await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
      await spare.until((terminal) => terminal.session.settings?.name === 'Hall left');
      await expect(row(page, 'found', 'E2E-SPARE')).toHaveCount(0);
      const { rows } = await api.get<{ rows: { name: string; code: string }[] }>('/v1/device?q=Hall');
      expect(rows.map(({ name, code }) => ({ name, code }))).toEqual([
        { name: 'Hall left', code: 'E2E-SPARE' },
      ]);
    } finally {
      spare.stop();
    }
    expectNoComplaints(page);
  });

test('the broadcast is shown with its level; a stop on the screen is a manual stop', async ({
  page,
  hall: { server, api },
  adopted: { inside },
}) => {
  const tone = await api.upload('tone.wav', wav({ rate: 48_000, channels: 1, seconds: 30 }, sine(440, 0.1)));
  const { rows } = await api.get<{ rows: { id: number; name: string }[] }>('/v1/device?q=E2E-IN');
  await api.post('/v1/task', {
    name: 'Morning music',
    audio_source: 0,
    files: [tone],
    devices: rows.map(({ id }) => id),
    priority: 35,
    loop: 1,
  });
  await openConsole(page, server, '/menu_device_management');
  const line = row(page, 'device', 'Inside');
  await expect(line.locator('[data-status=manual_playing], [data-status=playing]')).toBeVisible();
  await expect(line).toContainText('Morning music');
  await expect(line).toContainText('Real-time 35, admin');
  await expect(line.locator('[col-id=level]')).toHaveText(/−\d+/);
  await tick(line);
  await action(page, 'Stop').click();
  await expect(line.locator('[data-status=manual_stop]')).toBeVisible();
  await expect(line).toContainText('stopped manually');
  await inside.until((terminal) => terminal.session.state !== 'playing');
  expectNoComplaints(page);
});
