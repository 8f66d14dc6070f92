import { type CDPSession, chromium, type Page } from 'playwright';
import { launchOptions } from '../../scripts/test/launchBrowser.ts';
import { Api } from '../support/api.ts';
import { type Watched, watchGrid } from '../support/livePage.ts';
import { serveCalls } from './harness.ts';

/** Browser of the live benchmark, with all its processes on one core: the device screen, or the bare grid. */
const [url = '', password = ''] = process.argv.slice(2);
const browser = await chromium.launch(launchOptions());
let page: Page | undefined;
let devtools: CDPSession | undefined;

/** Columns that the bare page shows too. */
const columns = ['state', 'name', 'reason', 'level', 'ao_volume', 'lost_pct', 'reported_at', 'skew_us'];
const hidden = ['code', 'dev_name2', 'org', 'role', 'client_ip', 'client_version', 'ai_volume'];
const alsoHidden = ['call_number', 'last_login_time', 'ICCID', 'peak_db', 'buffer_ms'];

async function newPage(): Promise<Page> {
  await page?.close();
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  page = await context.newPage();
  page.on('pageerror', (error) => process.stdout.write(`page: ${error.message}\n`));
  const answer = await page.request.post(`${url}/v1/login`, { data: { username: 'admin', password } });
  const { value } = (await answer.json()) as { value: { token: string } };
  await context.addCookies([{ name: 'TOKEN', value: value.token, url }]);
  return page;
}

/** Time that the page's thread has worked, s. */
async function threadTime(): Promise<number> {
  const answer = await devtools?.send('Performance.getMetrics');
  return answer?.metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

serveCalls({
  /** Column layout of the account: shows the column that identifies changes. */
  async prepare() {
    const api = await Api.login(url, password);
    const layout = [
      ...columns.map((colId) => ({ colId, hide: false })),
      ...[...hidden, ...alsoHidden].map((colId) => ({ colId, hide: true })),
    ];
    await api.call('PUT', '/v1/preference/grid.device', { value: layout });
  },
  async open({ side, sort, slower }: { side: 'baseline' | 'measured'; sort: string; slower: number }) {
    const opened = await newPage();
    await opened.addInitScript(() => localStorage.setItem('lang', 'en'));
    const path = side === 'baseline' ? '/bare.html' : '/menu_device_management';
    await opened.goto(`${url}${path}?sort=${sort}`);
    await opened.locator('.ag-row [col-id=skew_us]').first().waitFor({ timeout: 60_000 });
    devtools = await opened.context().newCDPSession(opened);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  },
  /** Watches the grid while a key is pressed twice a second; `busy`: processor time of the page's thread, s. */
  async watch(options: { ms: number; pixelsPerS: number }): Promise<Watched & { busy: number }> {
    if (page === undefined) throw new Error('no page is open');
    const { keyboard } = page;
    const before = await threadTime();
    const keys = setInterval(() => void keyboard.press('Shift').catch(() => undefined), 500);
    const watched = await page.evaluate(watchGrid, options);
    clearInterval(keys);
    return { ...watched, busy: (await threadTime()) - before };
  },
  close: () => browser.close(),
});
