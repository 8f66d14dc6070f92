import { type BrowserContext, chromium, type Page } from 'playwright';
import { launchOptions } from '../../scripts/test/launchBrowser.ts';
import { bareHome } from '../page/bareHome.ts';
import { observeVitals, readVitals, type Vitals } from '../page/vitals.ts';
import { serveCalls } from './harness.ts';

/** Browser of the load benchmark, with all its processes on one core: Home, the status grid, and their baselines. */
const [url = '', password = ''] = process.argv.slice(2);
const browser = await chromium.launch(launchOptions());

type Side = 'baseline' | 'measured';

/** Opens an empty context of the browser, logged in; `slower`: emulated slowness of the processor. */
async function newPage(slower: number): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'en' });
  const answer = await context.request.post(`${url}/v1/login`, { data: { username: 'admin', password } });
  const { value } = (await answer.json()) as { value: { token: string } };
  await context.addCookies([{ name: 'TOKEN', value: value.token, url }]);
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stdout.write(`page: ${error.message}\n`));
  await page.addInitScript(observeVitals);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return { context, page };
}

/** Waits until a page has painted nothing larger for this time. */
async function painted(page: Page, quietMs: number): Promise<void> {
  let last = -1;
  for (;;) {
    const { lcpMs } = await page.evaluate(readVitals);
    if (lcpMs > 0 && lcpMs === last) return;
    last = lcpMs;
    await page.waitForTimeout(quietMs);
  }
}

/** Interactions of a round, by real events of pointer and keyboard: rows, cells, search and order. */
async function interact(page: Page, side: Side): Promise<number> {
  const search = side === 'measured' ? page.getByRole('searchbox').first() : page.locator('#search');
  const rows = await page.locator('.ag-center-cols-container .ag-row, .ag-row').all();
  const boxes = [];
  for (const row of rows) boxes.push(await row.boundingBox().catch(() => null));
  const seen = boxes.filter((box) => box !== null && box.y > 200 && box.y < 600).slice(0, 5);
  let made = 0;
  for (const box of seen) {
    await page.mouse.click((box?.x ?? 0) + 250, (box?.y ?? 0) + 10);
    made += 1;
    await page.waitForTimeout(150);
  }
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Escape']) {
    await page.keyboard.press(key);
    made += 1;
    await page.waitForTimeout(150);
  }
  await search.click();
  made += 1;
  for (const key of 'room') {
    await page.keyboard.press(key);
    made += 1;
    await page.waitForTimeout(150);
  }
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Backspace');
    made += 1;
    await page.waitForTimeout(150);
  }
  return made;
}

serveCalls({
  /** Loads Home, or its baseline, into an empty browser. */
  async home({ side, slower, quietMs }: { side: Side; slower: number; quietMs: number }): Promise<Vitals> {
    const { context, page } = await newPage(slower);
    if (side === 'baseline')
      await page.route(`${url}/bare_home`, (route) =>
        route.fulfill({ contentType: 'text/html', body: bareHome() }),
      );
    await page.goto(url + (side === 'baseline' ? '/bare_home' : '/menu_home_page'));
    if (side === 'measured') await page.getByRole('main').locator('h1').waitFor();
    await painted(page, quietMs);
    const vitals = await page.evaluate(readVitals);
    await context.close();
    return vitals;
  },
  /** Opens the status grid, or AG Grid alone, and interacts with it for some rounds. */
  async grid({ side, rounds }: { side: Side; rounds: number }): Promise<Vitals & { made: number }> {
    const { context, page } = await newPage(1);
    await page.goto(`${url}${side === 'baseline' ? '/bare.html' : '/menu_device_management'}?sort=name`);
    await page.locator('.ag-row').first().waitFor({ timeout: 60_000 });
    if (side === 'baseline')
      // Filters like the search field of the console. A text, because it uses the variable `api` of the page's script.
      await page.evaluate(`{
        const input = document.createElement('input');
        input.id = 'search';
        document.body.prepend(input);
        input.addEventListener('input', () => api.setGridOption('quickFilterText', input.value));
      }`);
    await page.waitForTimeout(2000);
    let made = 0;
    for (let i = 0; i < rounds; i++) made += await interact(page, side);
    const vitals = await page.evaluate(readVitals);
    await context.close();
    return { ...vitals, made };
  },
  close: () => browser.close(),
});
