import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import sharp from 'sharp';
import type { Page } from '../contract/api/envelope.ts';
import type { Device } from '../contract/entities/terminals/device.ts';
import { type Call, login } from './demo/api.ts';
import { launchOptions } from './test/launchBrowser.ts';

/**
 * `npm run pictures`: takes the pictures of the README from the sample site of `npm run demo`, in a browser without a
 * window. Needs the built console.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
/** A screen, and the window in which it is shown; `alarm`: while the sample plan is in alarm. */
const pictures = [
  { name: 'home', path: '/menu_home_page', width: 1366, height: 768 },
  { name: 'devices', path: '/menu_device_management', width: 1366, height: 768 },
  { name: 'plans', path: '/menu_site_plan', width: 1366, height: 768 },
  { name: 'timeline', path: '/menu_task_management?view=timeline', width: 1366, height: 768 },
  { name: 'wall', path: '/fullscreen/index', width: 1920, height: 1080, scheme: 'dark' },
  // Last, as it pre-empts the broadcasts that the others show.
  { name: 'alarm', path: '/menu_fire_gpio_task', width: 1366, height: 768, alarm: true },
] as const;
/** Time for the loudspeakers of the site to connect and to be heard, ms. */
const READY_MS = 300_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Logs in to the site as soon as it answers. */
async function firstLogin(url: string, password: string, demo: ChildProcess, until: number): Promise<Call> {
  for (;;) {
    try {
      return await login(url, password);
    } catch (error) {
      if (demo.exitCode !== null || Date.now() > until) throw error;
      await pause(500);
    }
  }
}

/** Waits until most loudspeakers are online, and some broadcast is heard: an empty site shows nothing. */
async function furnished(call: Call, until: number): Promise<void> {
  while (Date.now() < until) {
    const { rows } = await call<Page<Pick<Device, 'presence'>>>('GET', '/v1/device?limit=100');
    const tasks = await call<Page<{ ended_at: number | null; heard: number }>>('GET', '/v1/task?limit=20');
    const isHeard = tasks.rows.some(({ ended_at, heard }) => ended_at === null && heard > 0);
    if (isHeard && rows.filter(({ presence }) => presence.online).length >= 40) return;
    await pause(1000);
  }
  throw new Error('The sample site was not ready in time.');
}

/** Starts the first alarm plan of the site, as at its start key. */
async function startAlarm(call: Call): Promise<void> {
  const { rows } = await call<Page<{ id: number }>>('GET', '/v1/alarm_plan');
  await call('POST', `/v1/alarm_plan/${rows[0]?.id}/start`, {});
}

async function take(browser: Browser, url: string, token: string, call: Call): Promise<void> {
  for (const { name, path, width, height, ...look } of pictures) {
    if ('alarm' in look) await startAlarm(call);
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: width > 1366 ? 1 : 1.5,
      colorScheme: 'scheme' in look ? look.scheme : 'light',
      locale: 'en',
    });
    await context.addCookies([{ name: 'TOKEN', value: token, url }]);
    await context.addInitScript(() => localStorage.setItem('lang', 'en'));
    const page = await context.newPage();
    await page.goto(url + path);
    await page.getByTestId('data-age').first().waitFor();
    // Levels and counts arrive within a few frames of the live socket, an alarm becomes sound in seconds.
    await page.waitForTimeout('alarm' in look ? 12_000 : 3_000);
    // With a palette of 256 colours a picture takes a third, and the README is loaded by everybody.
    const picture = sharp(await page.screenshot()).png({ palette: true });
    await picture.toFile(`${root}docs/images/${name}.png`);
    await context.close();
  }
}

const port = await freePort();
const password = `Demo-${randomBytes(4).toString('hex')}`;
const demo = spawn(process.execPath, ['scripts/demo.mjs'], {
  cwd: root,
  env: { ...process.env, PORT: String(port), HTTPS_PORT: '0', ADMIN_PASSWORD: password },
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + READY_MS;
  const call = await firstLogin(url, password, demo, until);
  await furnished(call, until);
  const { token } = await call<{ token: string }>('POST', '/v1/login', { username: 'admin', password });
  const browser = await chromium.launch(launchOptions());
  await take(browser, url, token, call);
  await browser.close();
} finally {
  demo.kill();
}
