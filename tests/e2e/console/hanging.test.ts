import { expect, test } from '@playwright/test';
import { expectMessage, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Hall } from '../support/hall.ts';
import { type HangingProxy, openHangingProxy } from '../support/hangingProxy.ts';
import { goTo } from '../support/walk.ts';

let hall: Hall;
let proxy: HangingProxy;
test.beforeAll(async () => {
  hall = await Hall.open();
  proxy = await openHangingProxy(Number(new URL(hall.server.url).port));
});
test.afterAll(async () => {
  await proxy?.close();
  await hall?.close();
});

/** Connections that a browser opens to one server over HTTP/1.1. */
const CONNECTIONS = 6;

test('screens open and a stop arrives although no read is answered, on more screens than the browser has connections', async ({
  page,
}) => {
  await openConsole(page, { ...hall.server, url: proxy.url }, '/menu_device_management');
  await expect(page.getByTestId('on-air')).toContainText('Nothing on the air');
  proxy.hang((method, path) => method === 'GET' && path.startsWith('/v1/'));
  for (const path of [
    'menu_task_log',
    'menu_online_log',
    'menu_user_management',
    'menu_role_management',
    'menu_record_file',
    'menu_alarm_record',
    'menu_radio_management',
  ])
    await goTo(page, path);
  await expect.poll(() => proxy.hanging).toBe(CONNECTIONS);
  const before = proxy.arrived.length;
  await page.getByTestId('on-air').click();
  await page.getByRole('button', { name: 'Stop all' }).click();
  await expect.poll(() => proxy.arrived.slice(before)).toContain('POST /v1/task/stop_all');
  await expectMessage(page, 'Nothing was on the air or about to begin');
  expectNoComplaints(page);
});
