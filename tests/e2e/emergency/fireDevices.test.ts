import { expect } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridCell, gridRow } from '../support/gridRows.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';
import { test } from '../support/ownHall.ts';

test('a headless alarm terminal is shown live: inputs by their settings, broken wiring, names', async ({
  page,
  hall: { server, api },
}) => {
  await openConsole(page, server, '/menu_fire_control_device');
  await expect(page.getByTestId('empty')).toContainText(`${server.url}/terminal?role=fire`);
  const panel = new Loudspeaker(server.url, 'E2E-FIRE', server.dataDir, ['--role', 'fire', '--inputs', '3']);
  await api.adopt(['E2E-FIRE']);
  await expect(gridCell(page, 'fire_control_device', 'E2E-FIRE', 'inputs')).toContainText('3 inputs');
  await gridRow(page, 'fire_control_device', 'E2E-FIRE').locator('[col-id=name]').dblclick();
  const details = page.getByTestId('device-panel');
  const input = (n: number) => details.locator(`[data-input="${n}"]`);
  await expect(input(2)).toContainText('Normal');

  await details.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Input 2', exact: true }).fill('Hall detector');
  await dialog.getByRole('combobox', { name: 'Input 3 Contact' }).selectOption('Normally closed');
  await dialog.getByRole('switch', { name: 'Input 2 Supervised' }).check();
  await dialog.getByRole('spinbutton', { name: 'Trigger delay' }).fill('20');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  // Its contact is open, which now means active.
  await expect(input(3)).toHaveAttribute('data-active', 'true');
  await expect(gridCell(page, 'fire_control_device', 'E2E-FIRE', 'delayTriggerTime')).toHaveText('20 s');

  panel.line('in 2 on');
  await expect(input(2)).toHaveAttribute('data-active', 'true');
  await expect(gridCell(page, 'fire_control_device', 'E2E-FIRE', 'inputs')).toContainText('Hall detector');
  panel.line('line 2 open');
  await expect(input(2)).toContainText('Line open');
  panel.line('in 2 off');
  panel.line('line 2 ok');
  await expect(input(2)).toHaveAttribute('data-active', 'false');
  await expectAccessible(page);
  expectNoComplaints(page);
  await panel.kill();
});

if (isLong)
  test('the terminal page is an alarm terminal; a person operates its contacts', async ({
    page,
    browser,
    hall: { server, api },
  }) => {
    const context = await browser.newContext();
    const terminal = await context.newPage();
    await terminal.addInitScript(() => localStorage.setItem('lang', 'en'));
    await terminal.goto(`${server.url}/terminal?role=fire`);
    const code = (await terminal.locator('.code').textContent()) ?? '';
    await api.adopt([code]);
    await terminal.getByRole('button', { name: 'Input 4 Contact open' }).click();
    await openConsole(page, server, '/menu_fire_control_device');
    await expect(gridCell(page, 'fire_control_device', code, 'inputs')).toContainText('Input 4');
    await expectAccessible(terminal);
    await context.close();
    await expect(gridRow(page, 'fire_control_device', code).locator('[data-status=offline]')).toBeVisible();
    expectNoComplaints(page);
  });
