import { expect, type Page, test } from '@playwright/test';
import { sine, wav } from '../../server/media/sounds.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Hall, type Speaker } from '../support/hall.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';

/** Alarm from its input to its end, operated by keyboard, with real headless loudspeakers. */
let hall: Hall;
let panel: Loudspeaker;
let speakers: Speaker[];
let plan: number;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  hall = await Hall.open();
  speakers = await hall.speakers(['EAST', 'WEST']);
  const args = ['--role', 'fire', '--inputs', '2'];
  panel = new Loudspeaker(hall.server.url, 'FACP', hall.server.dataDir, args);
  await hall.api.adopt(['FACP']);
  const file = await hall.api.upload(
    'Leave.wav',
    wav({ rate: 8000, channels: 1, seconds: 3 }, sine(440, 0.3)),
  );
  const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/fire_control_device');
  const message = async (name: string, id: number | undefined) =>
    (await hall.api.post<{ id: number }>('/v1/linkage_task', { name, files: [file], devices: [id] })).id;
  const first = await message('Leave the east', speakers[0]?.id);
  const later = await message('Leave the west', speakers[1]?.id);
  plan = (
    await hall.api.post<{ id: number }>('/v1/alarm_plan', {
      name: 'Fire in the hall',
      fire_control_device: rows[0]?.id,
      input_nums: [1],
      linkage_task_ids: [first],
      steps: [{ name: 'West wing', after_s: null, linkage_task_ids: [later] }],
      reset_time: 2,
    })
  ).id;
  await hall.api.until('its messages are ready', async () => {
    const run = await hall.api.post<{ steps: { tasks: { ready: boolean }[] }[] }>('/v1/alarm_plan/dry_run', {
      id: plan,
    });
    return run.steps.every(({ tasks }) => tasks.every(({ ready }) => ready)) || null;
  });
});
test.afterAll(async () => {
  await panel?.kill();
  await hall?.close();
});
test.describe.configure({ timeout: 240_000, mode: 'serial' });
test.afterEach(({ page }) => expectNoComplaints(page));

const view = (page: Page) => page.getByTestId('alarm-view');
const events = (page: Page) => page.getByTestId('alarm-events');
/** Expects the reset state: its two seconds may have passed already. */
const isReset = (page: Page) =>
  expect(
    page.locator('[data-testid=alarm-view][data-state=reset]').or(page.getByTestId('plan-idle')).first(),
  ).toBeVisible();
/** Holds a key like a person. */
async function hold(page: Page, name: string | RegExp, until: () => Promise<unknown>): Promise<void> {
  await view(page).getByRole('button', { name }).focus();
  await page.keyboard.down('Enter');
  await until();
  await page.keyboard.up('Enter');
}

test('an input raises the alarm on every screen; F8 acknowledges; silence, step and reset are held', async ({
  page,
}) => {
  await openConsole(page, hall.server, '/menu_device_management');
  await expect(page.getByTestId('alarm-strip')).toHaveCount(0);
  panel.line('in 1 on');
  const strip = page.getByTestId('alarm-strip');
  await expect(strip).toContainText('In alarm');
  await expect(strip).toContainText('Fire in the hall');
  await expect(page.locator('header[data-alarm]')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Fire in the hall' })).toHaveCount(1);
  await expectAccessible(page);

  await strip.getByRole('button', { name: /Fire in the hall/ }).click();
  await expect(view(page)).toHaveAttribute('data-state', 'alarming');
  await expect(page.getByTestId('alarm-total')).toHaveText('1 / 1');
  await expect(page.getByTestId('alarm-acknowledge')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(strip).toContainText('Acknowledged by');
  await expect(page.getByTestId('alarm-acknowledge')).toHaveCount(0);
  await expect(events(page)).toContainText('Acknowledged');

  await hold(page, /Go on to: West wing/, () =>
    expect(page.getByTestId('alarm-total')).toHaveText('2 / 2', { timeout: 30_000 }),
  );
  await hold(page, /^Silence/, () =>
    expect(view(page).getByRole('button', { name: 'Unsilence' })).toBeVisible(),
  );
  await view(page).getByRole('button', { name: 'Unsilence' }).click();
  await expect(view(page).getByRole('button', { name: /^Silence/ })).toBeVisible();
  await expectAccessible(page);

  // Reset waits for the input, with a message.
  await expect(page.getByTestId('alarm-waits')).toContainText('Input 1');
  await expect(view(page).getByRole('button', { name: /^Reset/ })).toHaveAttribute('aria-disabled', 'true');
  panel.line('in 1 off');
  await expect(page.getByTestId('alarm-waits')).toHaveCount(0);
  await hold(page, /^Reset/, () => isReset(page));
  await expect(page.getByTestId('plan-idle')).toBeVisible({ timeout: 30_000 });
  await expect(strip).toHaveCount(0);
});

test('the record shows the whole alarm, and notes can be added', async ({ page }) => {
  await openConsole(page, hall.server, '/menu_alarm_record');
  const row = page
    .getByTestId('grid-alarm_record')
    .locator('.ag-row')
    .filter({ hasText: 'Fire in the hall' });
  await expect(row).toContainText('2 / 2');
  await row.dblclick();
  const details = page.getByTestId('alarm-record-panel');
  for (const text of [
    'Input 1 active',
    'Alarm sounds',
    'Acknowledged',
    'Step: West wing',
    'Silenced',
    'Reset',
    'Over',
  ])
    await expect(details).toContainText(text);
  await details.getByRole('textbox', { name: 'Note' }).fill('A trial');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Faults' }).click();
  await expect(page.getByTestId('grid-fault')).toBeVisible();
  await expectAccessible(page);
});

test('a login that ends during an alarm is renewed over the view, which stays', async ({ page }) => {
  await openConsole(page, hall.server, `/menu_fire_gpio_task?plan=${plan}`, { refusals: true });
  await hall.api.post(`/v1/alarm_plan/${plan}/start`, {});
  await expect(view(page)).toHaveAttribute('data-state', 'alarming');
  const mine = await hall.api.get<{ id: number; current: boolean }[]>('/v1/profile/session');
  for (const { id, current } of mine) if (!current) await hall.api.delete(`/v1/profile/session/${id}`);
  const dialog = page.getByTestId('renew-login');
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/menu_fire_gpio_task/);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(hall.server.adminPassword);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog).toBeHidden();
  await expect(view(page)).toHaveAttribute('data-state', 'alarming');

  // An acknowledgement that fails is shown as such, until it succeeds.
  await page.context().setOffline(true);
  await page.keyboard.press('F8');
  await expect(page.getByTestId('alarm-not-taken')).toContainText('Acknowledge not confirmed');
  await page.context().setOffline(false);
  await page.keyboard.press('F8');
  await expect(page.getByTestId('alarm-strip')).toContainText('Acknowledged by');
  await expect(page.getByTestId('alarm-not-taken')).toHaveCount(0);
  await hold(page, /Stop the alarm/, () => isReset(page));
  await expect(page.getByTestId('plan-idle')).toBeVisible({ timeout: 30_000 });
});
