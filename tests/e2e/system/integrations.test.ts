import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';
import type { Hall } from '../support/hall.ts';
import { test as ownHall } from '../support/ownHall.ts';

/** Integrations created at the screen, with a real external system. */
interface Outside {
  /** Address that the external system listens on. */
  address: string;
  received: { headers: IncomingHttpHeaders; body: string }[];
  /** Its status code for messages from now on. */
  answer: number;
}
const test = ownHall.extend<{ plan: number; outside: Outside }>({
  plan: async ({ hall }, use) => {
    const [speaker] = await hall.speakers(['GATE']);
    const create = async (path: string, body: object) => (await hall.api.post<{ id: number }>(path, body)).id;
    const task = await create('/v1/linkage_task', {
      name: 'Quiet',
      audio_source: 100,
      devices: [speaker?.id],
    });
    await use(await create('/v1/alarm_plan', { name: 'Gas in the works', linkage_task_ids: [task] }));
  },
  // Playwright reads the names of the fixtures that it needs from the first argument.
  // biome-ignore lint/correctness/noEmptyPattern: none is needed
  outside: async ({}, use) => {
    const outside: Outside = { address: '', received: [], answer: 200 };
    const other = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        outside.received.push({ headers: request.headers, body });
        response.writeHead(outside.answer).end();
      });
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    outside.address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/in`;
    await use(outside);
    other.close();
  },
});
test.use({ env: { STREAM_ALLOW: '127.0.0.1' } });
test.afterEach(({ page }) => expectNoComplaints(page));

const open = (page: Page, hall: Hall) => openConsole(page, hall.server, '/system?tab=integrations');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
/** Generates a secret in the form; returns it. */
async function secretOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate' }).click();
  return page.locator('input[name=secret]').inputValue();
}
const strip = (page: Page) => page.getByTestId('alarm-strip');

test('an incoming webhook created at the screen: a signed message raises the alarm in the strip, an unsigned one does not', async ({
  page,
  hall,
  plan,
}) => {
  await open(page, hall);
  await expect(page.getByTestId('empty')).toContainText('No integrations yet');
  await page.getByTestId('toolbar').getByRole('button', { name: 'New integration' }).click();
  const form = dialog(page, 'New integration');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Gas detector');
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Incoming webhook' }).click();
  await form.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'Gas in the works' }).click();
  const secret = await secretOf(page);
  expect(secret).toMatch(/^whsec_/);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const row = gridRow(page, 'integration', 'Gas detector');
  await expect(row.locator('[col-id=state]')).toContainText('Works');

  // The form shows the address, but the secret never again.
  await row.dblclick();
  const edited = dialog(page, 'Edit integration');
  await expect(edited).toContainText('Address for messages');
  const address = /POST (\S+?\/trigger)/.exec((await edited.textContent()) ?? '')?.[1] ?? '';
  await expect(page.locator('input[name=secret]')).toHaveValue('');
  await edited.getByRole('button', { name: 'Cancel' }).click();

  const body = JSON.stringify({ action: 'start', text: 'Detector 7' });
  const at = new Date();
  const signed = (by: string) => ({
    'content-type': 'application/json',
    'webhook-id': `m-${by.length}-${at.getTime()}`,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign(`m-${by.length}-${at.getTime()}`, at, body),
  });
  const wrong = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  expect((await fetch(address, { method: 'POST', headers: signed(wrong), body })).status).toBe(403);
  await expect(strip(page)).toHaveCount(0);
  expect((await fetch(address, { method: 'POST', headers: signed(secret), body })).status).toBe(200);
  await expect(strip(page)).toContainText('Gas in the works');
  await strip(page)
    .getByRole('button', { name: /Gas in the works/ })
    .click();
  await expect(page.getByTestId('alarm-view')).toContainText('Detector 7');
  await hall.api.post(`/v1/alarm_plan/${plan}/stop`, {});
  await expect(strip(page)).toHaveCount(0);
});

if (isLong)
  test('an outgoing webhook: the external system gets signed notifications of alarms; when it refuses, the list shows why and a fault is open', async ({
    page,
    hall,
    plan,
    outside,
  }) => {
    await open(page, hall);
    await page.getByTestId('toolbar').getByRole('button', { name: 'New integration' }).click();
    const form = dialog(page, 'New integration');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Fire brigade');
    await form.getByRole('textbox', { name: 'Address' }).fill(outside.address);
    const shared = await secretOf(page);
    await form.getByRole('checkbox', { name: 'Faults' }).uncheck();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();

    await hall.api.post(`/v1/alarm_plan/${plan}/start`, {});
    await expect.poll(() => outside.received.length).toBeGreaterThan(0);
    const [first] = outside.received;
    const headers = first?.headers as Record<string, string>;
    expect(new Webhook(shared).verify(first?.body ?? '', headers)).toMatchObject({ type: 'alarm.started' });
    await hall.api.post(`/v1/alarm_plan/${plan}/stop`, {});
    await expect.poll(() => outside.received.some(({ body }) => body.includes('alarm.ended'))).toBe(true);

    outside.answer = 500;
    await hall.api.post(`/v1/alarm_plan/${plan}/start`, {});
    await expect
      .poll(
        async () => {
          const { rows } = await hall.api.get<{ rows: { kind: string }[] }>('/v1/fault?state=open');
          return rows.map(({ kind }) => kind);
        },
        { timeout: 60_000 },
      )
      .toContain('integration');
    await page.reload();
    const row = gridRow(page, 'integration', 'Fire brigade');
    await expect(row.locator('[col-id=state]')).toContainText('Fails');
    await expect(row.locator('[col-id=last_error]')).not.toBeEmpty();
    await expectAccessible(page);
    await hall.api.post(`/v1/alarm_plan/${plan}/stop`, {});
  });
