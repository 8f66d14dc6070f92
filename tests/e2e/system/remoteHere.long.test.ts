import { expect, test } from '@playwright/test';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectMessage, expectNoComplaints, openConsole } from '../support/consolePage.ts';

let server: TestServer;
let terminal: Terminal;
test.beforeAll(async () => {
  server = await startServer();
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  terminal = createTerminal({
    server: server.httpsUrl,
    code: 'HERE-1',
    administration: { consent: 'yes' },
  });
  await api.adopt(['HERE-1']);
  await terminal.until((t) => t.session.phase === 'welcomed' && t.session.state === 'idle');
});
test.afterAll(async () => {
  terminal?.stop();
  await server?.stop();
});

test('by default this server administers a terminal: its panel shows log and network state, and restarts it', async ({
  page,
}) => {
  await openConsole(page, server, '/menu_device_management');
  await page.getByRole('row', { name: 'HERE-1' }).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Remote administration' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Set' }).click();
  await page.getByRole('button', { name: 'Details' }).click();
  const panel = page.getByTestId('device-panel');
  await expect(panel.getByText('Connected - this server')).toBeVisible();

  await panel.getByRole('button', { name: 'Log', exact: true }).click();
  const log = page.getByRole('dialog', { name: 'Log of HERE-1' });
  await expect(log.getByRole('cell', { name: 'HERE-1 "HERE-1": idle' }).first()).toBeVisible();
  await expectAccessible(page);
  await log.getByRole('button', { name: 'Close' }).click();

  await panel.getByRole('button', { name: 'Network state' }).click();
  const network = page.getByRole('dialog', { name: 'Network state of HERE-1' });
  await expect(network.getByRole('cell', { name: '127.0.0.1/8' })).toBeVisible();
  await network.getByRole('button', { name: 'Close' }).click();

  const section = panel.getByRole('heading', { name: 'Remote administration' });
  await expect(section).toBeVisible();
  await panel.getByRole('button', { name: 'Restart' }).click();
  await expectMessage(page, 'Restart: all 1 done');
  await expect(panel.getByText('Connected - this server')).toBeVisible();
  expectNoComplaints(page);
});
