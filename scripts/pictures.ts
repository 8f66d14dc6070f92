import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import type { Page } from '../contract/api/envelope.ts';
import type { Device } from '../contract/entities/terminals/device.ts';
import { type Call, login } from './demo/api.ts';
import { launchOptions } from './test/launchBrowser.ts';

/**
 * `npm run pictures`: takes the pictures of the README from the sample site of `npm run demo`, in a browser without a
 * window. Needs the built console.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
/** A screen, and the window in which it is shown. */
const pictures = [
  { name: 'devices', path: '/menu_device_management', width: 1366, height: 768 },
  { name: 'alarm', path: '/menu_fire_gpio_task', width: 1366, height: 768 },
  { name: 'phone', path: '/menu_home_page', width: 390, height: 844 },
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

async function take(browser: Browser, url: string, token: string): Promise<void> {
  for (const { name, path, width, height } of pictures) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: 2,
      locale: 'en',
    });
    await context.addCookies([{ name: 'TOKEN', value: token, url }]);
    await context.addInitScript(() => localStorage.setItem('lang', 'en'));
    const page = await context.newPage();
    await page.goto(url + path);
    await page.getByTestId('data-age').waitFor();
    // Levels and counts arrive within a few frames of the live socket.
    await page.waitForTimeout(3000);
    await page.screenshot({ path: `${root}docs/images/${name}.png` });
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
  await take(browser, url, token);
  await browser.close();
} finally {
  demo.kill();
}
