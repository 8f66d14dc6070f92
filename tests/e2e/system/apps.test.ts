import { type Browser, expect, test } from '@playwright/test';
import { appIcons } from '../../../contract/apps.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer({ env: { BRAND: 'concourse' } });
});
test.afterAll(() => server?.stop());

/** Page of a browser that has the worker of the apps. */
async function withWorker(browser: Browser, path: string) {
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  await page.goto(`${server.url}${path}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
  });
  return { context, page };
}

interface Manifest {
  name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; purpose: string }[];
}

test('console and call station have a manifest in the name of the brand, with icons of every size', async ({
  page,
}) => {
  const manifests: Manifest[] = [];
  for (const path of ['/login', '/terminal/?role=caster']) {
    await page.goto(`${server.url}${path}`);
    const link = page.locator('link[rel="manifest"]');
    await expect(link).toHaveCount(1);
    const answer = await page.request.get(new URL((await link.getAttribute('href')) ?? '', server.url).href);
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    manifests.push(await answer.json());
  }
  const [desk, station] = manifests;
  expect(desk).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' });
  expect(station).toMatchObject({ start_url: '/terminal/?role=caster', scope: '/terminal/' });
  expect(station?.name).not.toBe(desk?.name);
  for (const { icons } of manifests) {
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
  }
  for (const { file, size } of appIcons) {
    const width = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return image.naturalWidth;
    }, `/v1/app/icon/${file}`);
    expect(width).toBe(size);
  }
});

if (isLong)
  test('without the server an installed app says so and shows no state; it opens when the server is back', async ({
    browser,
  }) => {
    const { context, page } = await withWorker(browser, '/login');
    // Nothing private is stored: one page of the build, no answer of the API.
    const stored = await page.evaluate(async () => {
      const names = await caches.keys();
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return { names, paths: keys.flat().map(({ url }) => new URL(url).pathname) };
    });
    expect(stored.paths).toEqual(['/offline.html']);
    expect(stored.names).toEqual([`offline-${await page.locator('html').getAttribute('data-build')}`]);

    const station = await context.newPage();
    await server.kill9();
    await page.goto(`${server.url}/menu_device_management`);
    await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible();
    await expect(page.getByRole('heading', { name: '无法连接服务器' })).toBeVisible();
    await station.goto(`${server.url}/terminal/?role=caster`);
    await expect(station.getByRole('heading', { name: '서버에 연결할 수 없습니다' })).toBeVisible();
    await server.start();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-build', /./);
    await context.close();
  });
