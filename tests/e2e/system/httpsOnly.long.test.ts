import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

const root = join(import.meta.dirname, '../../..');

test('HTTPS only: the confirmation lists clients over plain HTTP; afterwards each gets the reason', async ({
  page,
  browser,
}) => {
  const client = new ApiClient(server.url);
  await client.login('admin', server.adminPassword);
  const terminal = spawn(
    process.execPath,
    [
      ...[join(root, 'terminal/headless/main.ts'), '--server', server.url, '--code', 'HALL-1'],
      ...['--state', join(server.dataDir, 'hall.json'), '--decode', '0'],
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, TERMINAL_NICE: '0' } },
  );
  try {
    let output = '';
    terminal.stdout.on('data', (text) => {
      output += String(text);
    });
    await expect.poll(() => output).toContain('found by the server');
    const { rows } = await client.get<{ rows: { id: number }[] }>('/v1/terminal_found');
    const [zone] = (await client.get<{ rows: { id: number }[] }>('/v1/partition?limit=1')).rows;
    await client.post(`/v1/terminal_found/${rows[0]?.id}/adopt`, { name: 'Hall', org: zone?.id });

    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const other = await context.newPage();
    await openConsole(other, server, '/system');
    await expect(other.getByRole('switch', { name: 'HTTPS only' })).not.toBeChecked();

    await openConsole(page, { ...server, url: server.httpsUrl }, '/system');
    await page.getByRole('switch', { name: 'HTTPS only' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('1 terminal is connected over plain HTTP');
    await expect(question.getByRole('listitem')).toHaveText('HallSound column HALL-1');
    await expect(question).toContainText('1 console or wall display is open over plain HTTP');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Enable' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText('All changes saved')).toBeVisible();

    await expect(other.getByText('the site now requires HTTPS').first()).toBeVisible();
    await other.goto(`${server.url}/tasks?q=hall`);
    expect(new URL(other.url()).origin).toBe(server.httpsUrl);
    await expect.poll(() => output).toContain('refused (https)');
    expectNoComplaints(page);
    await context.close();
  } finally {
    terminal.kill('SIGKILL');
  }
});
