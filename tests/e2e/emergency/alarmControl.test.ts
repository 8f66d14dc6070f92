import { expect, type Page, test } from '@playwright/test';
import { alarmStatus } from '../../../contract/codes.ts';
import type { AlarmRecord } from '../../../contract/entities/tasks/alarm.ts';
import { sine, wav } from '../../server/media/sounds.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';
import { Hall, type Speaker } from '../support/hall.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';

/** Alarm from its input to its end, operated by keyboard, with real headless loudspeakers. */
let hall: Hall;
let panel: Loudspeaker;
let speakers: Speaker[];
let messages: number[];
test.beforeAll(async () => {
  hall = await Hall.open();
  speakers = await hall.speakers(['EAST', 'WEST']);
  const args = ['--role', 'fire', '--inputs', '3'];
  panel = new Loudspeaker(hall.server.url, 'FACP', hall.server.dataDir, args);
  await hall.api.adopt(['FACP']);
  const file = await hall.api.upload(
    'Leave.wav',
    wav({ rate: 8000, channels: 1, seconds: 3 }, sine(440, 0.3)),
  );
  const message = async (name: string, id: number | undefined) =>
    (await hall.api.post<{ id: number }>('/v1/linkage_task', { name, files: [file], devices: [id] })).id;
  messages = [
    await message('Leave the east', speakers[0]?.id),
    await message('Leave the west', speakers[1]?.id),
  ];
});
test.afterAll(async () => {
  await panel?.kill();
  await hall?.close();
});
test.afterEach(({ page }) => expectNoComplaints(page));

/** Creates a plan of two steps, whose messages are ready, for an input of the panel; returns its id. */
async function createPlan(name: string, input: number): Promise<number> {
  const { api } = hall;
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/fire_control_device');
  const { id } = await api.post<{ id: number }>('/v1/alarm_plan', {
    name,
    fire_control_device: rows[0]?.id,
    input_nums: [input],
    linkage_task_ids: messages.slice(0, 1),
    steps: [{ name: 'West wing', after_s: null, linkage_task_ids: messages.slice(1) }],
    reset_time: 2,
  });
  await api.until('its messages are ready', async () => {
    const run = await api.post<{ steps: { tasks: { ready: boolean }[] }[] }>('/v1/alarm_plan/dry_run', {
      id,
    });
    return run.steps.every(({ tasks }) => tasks.every(({ ready }) => ready)) || null;
  });
  return id;
}
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
  await createPlan('Fire in the hall', 1);
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

  await hold(page, /Next step: West wing/, () => expect(page.getByTestId('alarm-total')).toHaveText('2 / 2'));
  await hold(page, /^Silence/, () =>
    expect(view(page).getByRole('button', { name: 'Unmute' })).toBeVisible(),
  );
  await view(page).getByRole('button', { name: 'Unmute' }).click();
  await expect(view(page).getByRole('button', { name: /^Silence/ })).toBeVisible();
  await expectAccessible(page);

  // Reset waits for the input, with a message.
  await expect(page.getByTestId('alarm-waits')).toContainText('Input 1');
  await expect(view(page).getByRole('button', { name: /^Reset/ })).toHaveAttribute('aria-disabled', 'true');
  panel.line('in 1 off');
  await expect(page.getByTestId('alarm-waits')).toHaveCount(0);
  await hold(page, /^Reset/, () => isReset(page));
  await expect(page.getByTestId('plan-idle')).toBeVisible();
  await expect(strip).toHaveCount(0);
});

test('the record shows the whole alarm, and notes can be added', async ({ page }) => {
  const { api } = hall;
  const plan = await createPlan('Fire in the yard', 2);
  const recorded = (what: string, isIn: (record: AlarmRecord) => boolean) =>
    api.until(what, async () => {
      const { rows } = await api.get<{ rows: AlarmRecord[] }>(`/v1/alarm_record?plan_id=${plan}`);
      return (rows[0] !== undefined && isIn(rows[0])) || null;
    });
  const act = (action: string) => api.post(`/v1/alarm_plan/${plan}/${action}`);
  panel.line('in 2 on');
  await recorded('the alarm', ({ heard }) => heard === 1);
  await act('acknowledge');
  await act('step');
  await recorded('its second step', ({ heard }) => heard === 2);
  await act('silence');
  panel.line('in 2 off');
  await api.until('its reset', () =>
    act('reset').then(
      () => true,
      () => null,
    ),
  );
  await recorded('its end', ({ status }) => status === alarmStatus.stop);
  await openConsole(page, hall.server, '/menu_alarm_record');
  const row = gridRow(page, 'alarm_record', 'Fire in the yard');
  await expect(row).toContainText('2 / 2');
  await row.dblclick();
  const details = page.getByTestId('alarm-record-panel');
  for (const text of [
    'Input 2 active',
    'Alarm sounding',
    'Acknowledged',
    'Step: West wing',
    'Silenced',
    'Reset',
    'Ended',
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
  const plan = await createPlan('Fire in the tower', 3);
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
  await expect(page.getByTestId('plan-idle')).toBeVisible();
});
