import { expect, type Page, test } from '@playwright/test';
import { ApiClient } from '../../support/apiClient.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';
import { goTo } from '../support/walk.ts';

let server: TestServer;
let api: ApiClient;
let panel: Loudspeaker;
let terminal: number;
test.beforeAll(async () => {
  server = await startServer();
  api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  panel = new Loudspeaker(server.url, 'E2E-IO', server.dataDir, [
    ...['--role', 'fire', '--inputs', '4', '--outputs', '3'],
  ]);
  await api.adopt(['E2E-IO']);
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/fire_control_device');
  terminal = rows[0]?.id ?? 0;
  const input = { contact: 'normally_open', debounce_ms: 20, supervised: false };
  await api.patch(`/v1/fire_control_device/${terminal}`, {
    inputs: [{ ...input, name: 'Door contact' }],
    output_names: ['Siren', 'Lamp'],
  });
});
test.afterAll(async () => {
  await panel?.kill();
  await server?.stop();
});

const line = (page: Page, name: string) => gridRow(page, 'io', name);
const state = (page: Page, name: string) => line(page, name).locator('[col-id=state] [data-status]');

test('an edge of an input switches an output by a GPIO task created at the screen, shown on both screens', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_gpio_task');
  await expect(page.getByTestId('empty')).toContainText('No GPIO tasks');
  await page.getByRole('button', { name: 'New GPIO task' }).first().click();
  const dialog = page.getByRole('dialog');
  // Missing values are refused beside their fields, and typed values stay.
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Way out');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Please select an alarm terminal');
  await dialog.getByRole('combobox', { name: 'Alarm terminal of the inputs' }).click();
  await page.getByRole('option', { name: 'E2E-IO' }).click();
  await dialog.getByRole('checkbox', { name: 'Door contact' }).check();
  await dialog.getByRole('button', { name: 'Add outputs' }).click();
  await dialog.getByRole('combobox', { name: 'Alarm terminal of outputs 1' }).click();
  await page.getByRole('option', { name: 'E2E-IO' }).click();
  await dialog.getByRole('checkbox', { name: 'Siren' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const task = gridRow(page, 'gpio_task', 'Way out');
  await expect(task.locator('[data-status=gpio_idle]')).toBeVisible();

  panel.line('in 1 on');
  await expect(task.locator('[data-status=gpio_running]')).toBeVisible();
  await expect(task).toContainText('Door contact');
  await goTo(page, 'menu_io_manager');
  await expect(state(page, 'Siren')).toHaveAttribute('data-status', 'output_on');
  await expect(state(page, 'Door contact')).toHaveAttribute('data-status', 'input_active');
  await expect(line(page, 'Siren')).toContainText('GPIO task “Way out”');
  panel.line('in 1 off');
  await expect(state(page, 'Siren')).toHaveAttribute('data-status', 'output_off');
  await page.getByRole('button', { name: 'Last changes' }).click();
  await expect(page.getByTestId('io-events')).toContainText('Active');
  await expectAccessible(page);
  expectNoComplaints(page);
});

test("manual outputs: hold, release and a pulse that ends, with the user's name", async ({ page }) => {
  await openConsole(page, server, '/menu_io_manager');
  await line(page, 'Lamp').locator('[data-action=hold]').click();
  await expect(state(page, 'Lamp')).toHaveAttribute('data-status', 'output_on');
  await line(page, 'Lamp').locator('[col-id=line]').dblclick();
  const details = page.getByTestId('line-panel');
  await expect(details).toContainText('Held on');
  await expect(details).toContainText('admin', { ignoreCase: true });
  await details.getByRole('button', { name: 'Switch off' }).click();
  await expect(state(page, 'Lamp')).toHaveAttribute('data-status', 'output_off');
  await details.getByRole('button', { name: 'Pulse' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pulse' }).click();
  await expect(details.getByTestId('io-events')).toContainText('Pulse');
  await expect(state(page, 'Lamp')).toHaveAttribute('data-status', 'output_off');
  await expectAccessible(page);
  expectNoComplaints(page);
});

test('test mode: an input is shown and starts nothing, until the test ends', async ({ page }) => {
  await api.post('/v1/gpio_task', {
    name: 'Way in',
    fire_control_device: terminal,
    input_nums: [1],
    outputs: [{ fire_control_device: terminal, output_nums: [2] }],
  });
  await openConsole(page, server, '/menu_fire_control_device');
  await gridRow(page, 'fire_control_device', 'E2E-IO').locator('[col-id=name]').dblclick();
  const details = page.getByTestId('device-panel');
  const door = details.locator('[data-input="1"]');
  await door.getByRole('button', { name: /Test mode/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test mode' }).click();
  await expect(door).toContainText('Test mode');
  panel.line('in 1 on');
  await expect(door).toHaveAttribute('data-active', 'true');
  await expect(details.locator('[data-output="2"]')).toHaveAttribute('data-on', 'false');
  await expectAccessible(page);
  await door.getByRole('button', { name: /End test/ }).click();
  await expect(details.locator('[data-output="2"]')).toHaveAttribute('data-on', 'true');
  panel.line('in 1 off');
  await expect(details.locator('[data-output="2"]')).toHaveAttribute('data-on', 'false');
  expectNoComplaints(page);
});

test('an output held by an alarm cannot be switched off manually, and its row shows the holder', async ({
  page,
}) => {
  const plan = await api.post<{ id: number }>('/v1/alarm_plan', {
    name: 'Boiler fire',
    fire_control_device: terminal,
    output_nums: [2],
  });
  await openConsole(page, server, '/menu_io_manager');
  await expect(state(page, 'Lamp')).toHaveAttribute('data-status', 'output_off');
  await api.post(`/v1/alarm_plan/${plan.id}/start`, {});
  await expect(state(page, 'Lamp')).toHaveAttribute('data-status', 'output_on');
  await expect(line(page, 'Lamp')).toContainText('alarm “Boiler fire”');
  const off = line(page, 'Lamp').locator('[data-action=off]');
  const reason = 'Held by alarm “Boiler fire”: cannot be switched off manually';
  await expect(off).toHaveAttribute('aria-disabled', 'true');
  await expect(off).toHaveAttribute('title', new RegExp(reason));
  await line(page, 'Lamp').locator('[col-id=line]').dblclick();
  const details = page.getByTestId('line-panel');
  await expect(details.getByRole('button', { name: 'Switch off' })).toHaveAttribute('title', reason);
  await expect(details.getByRole('button', { name: 'Switch off' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);

  // Selected with others, the server refuses it and the screen shows the reason line by line.
  for (const name of ['Siren', 'Lamp']) await line(page, name).locator('.ag-selection-checkbox').click();
  await page.getByTestId('selection-bar').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByTestId('batch-result')).toContainText('1 not done');
  await expect(page.getByTestId('batch-result')).toContainText('Boiler fire');
  await expect(state(page, 'Lamp')).toHaveAttribute('data-status', 'output_on');
  await api.post(`/v1/alarm_plan/${plan.id}/stop`, {});
  await expect(state(page, 'Lamp')).toHaveAttribute('data-status', 'output_off');
  await api.delete(`/v1/alarm_plan/${plan.id}`);
  expectNoComplaints(page);
});

if (isLong)
  test('a lost alarm terminal and a failing output are faults; on its return all outputs are set again', async ({
    page,
  }) => {
    await openConsole(page, server, '/menu_io_manager');
    await expect(state(page, 'Lamp')).toHaveAttribute('data-status', 'output_off');
    const outputs = (output: number) => ({ outputs: [{ terminal_id: terminal, output }] });
    const began = Date.now();
    panel.hold();
    await expect(state(page, 'Siren')).toHaveAttribute('data-status', 'io_offline');
    const kinds = async () =>
      (await api.get<{ rows: { kind: string }[] }>('/v1/fault?state=open')).rows.map((fault) => fault.kind);
    await expect.poll(kinds).toContain('fire_device_lost');
    console.log(`a fire terminal that stopped without closing is a fault after ${Date.now() - began} ms`);
    await api.post('/v1/io/output', { ...outputs(2), action: 'hold' });
    await expect(line(page, 'Lamp')).toContainText('admin', { ignoreCase: true });
    panel.release();
    await expect(state(page, 'Lamp')).toHaveAttribute('data-status', 'output_on');
    await expect.poll(kinds).not.toContain('fire_device_lost');
    await api.post('/v1/io/output', { ...outputs(2), action: 'off' });

    // Its third output is stuck.
    panel.line('stuck 3');
    await api.post('/v1/io/output', { ...outputs(3), action: 'hold' });
    await expect(state(page, 'Output 3')).toHaveAttribute('data-status', 'output_failed');
    await expect.poll(kinds).toContain('output_failed');
    await page.getByTestId('counter-output_failed').click();
    await expect(line(page, 'Siren')).toHaveCount(0);
    await expect(state(page, 'Output 3')).toHaveAttribute('data-status', 'output_failed');
    panel.line('free 3');
    await expect.poll(kinds).not.toContain('output_failed');
    await api.post('/v1/io/output', { ...outputs(3), action: 'off' });
    expectNoComplaints(page);
  });
