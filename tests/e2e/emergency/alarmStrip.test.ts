import { expect } from '@playwright/test';
import { launchOptions } from '../../../scripts/test/launchBrowser.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';
import { test as ownHall } from '../support/ownHall.ts';
import { beginsOf, isSounding, pitchOf, tapped, tapSound } from '../support/soundTap.ts';

const options = launchOptions();
const codes = Array.from({ length: 11 }, (_, i) => `ROOM-${i + 1}`);
/** Site with a plan without messages, and the panel whose input 1 starts it. */
const test = ownHall.extend<{ mill: { panel: Loudspeaker; plan: number } }>({
  mill: async ({ hall: { api, server } }, use) => {
    const panel = new Loudspeaker(server.url, 'FACP', server.dataDir, [
      ...['--role', 'fire', '--inputs', '1', '--outputs', '1'],
    ]);
    await api.adopt(['FACP']);
    const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/fire_control_device');
    const body = {
      name: 'Fire in the mill',
      fire_control_device: rows[0]?.id,
      input_nums: [1],
      output_nums: [1],
    };
    const { id } = await api.post<{ id: number }>('/v1/alarm_plan', { ...body, reset_time: 0 });
    await use({ panel, plan: id });
    await panel.kill();
  },
});
/**
 * Autoplay policy as in normal browsers: no sound before a user gesture. Traces are off, as they count as a
 * gesture.
 */
test.use({
  trace: 'off',
  screenshot: 'off',
  bypassCSP: true,
  launchOptions: {
    ...options,
    args: [
      ...(options.args ?? []).filter((arg) => !arg.includes('autoplay')),
      '--autoplay-policy=document-user-activation-required',
    ],
  },
});

test.afterEach(({ page }) => expectNoComplaints(page));

test('buzzer: the page reports that the browser blocks it; after one click it sounds until the alarm is acknowledged', async ({
  page,
  hall,
  mill: { plan },
}) => {
  await tapSound(page);
  // Any earlier look at the page would count as a user gesture.
  const refused = page.waitForEvent('console', {
    predicate: (one) => one.text().includes('not allowed to start'),
  });
  await openConsole(page, hall.server, '/menu_device_management');
  await refused;
  // Before any alarm: during one the sound would be retried, and permitted by the test's own look at the
  // page.
  await expect(page.getByTestId('buzzer-blocked')).toBeVisible();
  await expectAccessible(page);
  await page.getByTestId('buzzer-blocked').click();
  await expect(page.getByTestId('buzzer-blocked')).toHaveCount(0);
  await hall.api.post(`/v1/alarm_plan/${plan}/start`, {});
  const strip = page.getByTestId('alarm-strip');
  await expect(strip).toContainText('Fire in the mill');

  const begins = async () => {
    const { parts, rate } = await tapped(page);
    return beginsOf(parts, rate);
  };
  await expect.poll(async () => (await begins()).length).toBeGreaterThanOrEqual(5);
  const { parts, rate } = await tapped(page);
  // The recording may have started within the first tone.
  const rounds = (await begins()).slice(1);
  for (const [i, frame] of rounds.slice(1).entries())
    expect(Math.abs(frame - (rounds[i] ?? 0) - rate)).toBeLessThan(0.03 * rate);
  // In the middle of each of its two tones.
  const pitch = (from_s: number, to_s: number) => {
    const began = rounds[0] ?? 0;
    return pitchOf(
      parts.filter(({ frame }) => frame > began + from_s * rate && frame < began + to_s * rate),
      rate,
    );
  };
  expect(Math.abs(pitch(0.03, 0.13) - 880)).toBeLessThan(60);
  expect(Math.abs(pitch(0.24, 0.33) - 660)).toBeLessThan(60);
  const peak = Math.max(...parts.map((one) => one.peak));
  expect(peak).toBeGreaterThan(0.45);
  expect(peak).toBeLessThan(0.6);

  await page.keyboard.press('F8');
  await expect(strip).toContainText('Acknowledged by');
  // The tone fades out, and the context is suspended soon after.
  await expect.poll(() => isSounding(page)).toBe(false);
  const silentFrom = (await tapped(page)).now;
  await hall.api.post(`/v1/alarm_plan/${plan}/stop`, {});
  await expect(strip).toHaveCount(0);
  expect((await tapped(page)).parts.filter((one) => one.frame > silentFrom && one.peak > 0.01)).toEqual([]);
});

test('a screen reader announces an alarm once, with plan, place and time, and its actions', async ({
  page,
  hall,
  mill: { panel },
}) => {
  await openConsole(page, hall.server, '/menu_device_management');
  const alert = page.getByRole('alert').filter({ hasText: 'Fire in the mill' });
  await expect(page.getByTestId('clock')).toBeVisible();
  await page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(
          '[role=alert], [role=status], [aria-live]',
        );
        if (region?.textContent) announced.push(region.textContent);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  panel.line('in 1 on');
  await expect(alert).toContainText(/In alarm: Fire in the mill.*FACP.*input 1.*since \d\d:\d\d:\d\d/);
  // Its seconds count up without being announced.
  const strip = page.getByTestId('alarm-strip');
  await expect(strip).toContainText(/00:0(0:(0[3-9]|[1-5]\d)|[1-9]:\d\d)/);
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'acknowledged: Fire in the mill' })).toHaveCount(1);
  await expect(strip).toContainText(/00:0(0:(0[6-9]|[1-5]\d)|[1-9]:\d\d)/);
  const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced);
  expect(announced.filter((text) => text.includes('In alarm: Fire in the mill'))).toHaveLength(1);
  expect(announced.filter((text) => /\d\d:\d\d:\d\d/.test(text) && !text.includes('since'))).toEqual([]);
});

test('reset by a click of assistive technology asks first, as it cannot hold', async ({
  page,
  hall,
  mill: { panel, plan },
}) => {
  panel.line('in 1 on');
  await openConsole(page, hall.server, `/menu_fire_gpio_task?plan=${plan}`);
  const reset = page.getByTestId('alarm-view').getByRole('button', { name: /^Reset/ });
  await expect(reset).toHaveAttribute('aria-disabled', 'true');
  panel.line('in 1 off');
  await expect(reset).toHaveAttribute('aria-disabled', 'false');
  await expect(reset).toHaveAccessibleDescription(/hold for 2 seconds.*Ends the alarm/);
  await reset.dispatchEvent('click');
  const dialog = page.getByRole('alertdialog', { name: 'Reset?' });
  await expect(dialog).toContainText('Ends the alarm');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reset' }).press('Enter');
  await expect(page.getByTestId('plan-idle')).toBeVisible();
});

test('a flood of alarms: counted on every screen, grouped, new ones marked, a group acknowledged at once by keyboard', async ({
  page,
  hall,
  mill: { panel },
}) => {
  const rooms = await hall.speakers(codes);
  for (const { terminal } of rooms) terminal.stop();
  panel.line('in 1 on');
  await openConsole(page, hall.server, '/menu_device_management');
  const chip = page.getByTestId('alarm-flood');
  await expect(chip).toHaveAttribute('title', /\d\d in 10 min/);
  await chip.press('Enter');
  await expect(page).toHaveURL(/\/flood/);
  await expect(page.getByTestId('flood-open')).toContainText('12 of 12');
  await expect(page.getByTestId('flood-first')).not.toBeEmpty();
  const byKind = page.getByRole('link', { name: 'By kind' });
  await byKind.press('Enter');
  // The groups by cause may be two as well; their buttons lose the focus when those by kind replace them.
  await expect(byKind).toHaveAttribute('aria-current', 'page');
  const groups = page.getByTestId('flood-group');
  await expect(groups).toHaveCount(2);
  const toggle = (i: number) => groups.nth(i).locator('[data-flood-group]');
  await toggle(0).focus();
  await page.keyboard.press('ArrowDown');
  await expect(toggle(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(groups.nth(1).getByRole('listitem')).toHaveCount(11);
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Acknowledge 11: Terminal lost' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(groups.nth(1)).toContainText('All acknowledged');
  await expect(page.getByTestId('flood-open')).toContainText('1 of 12');
  await groups.nth(0).getByRole('button', { name: 'Acknowledge 1: Alarms' }).press('Enter');
  await expect(page.getByTestId('flood-open')).toContainText('0 of 12');
  await expect(page.getByTestId('alarm-strip')).toContainText('Acknowledged by');
});
