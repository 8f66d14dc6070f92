import { type CDPSession, chromium, type Page } from 'playwright';
import type { SitePlan } from '../../contract/entities/site/sitePlan.ts';
import { launchOptions } from '../../scripts/test/launchBrowser.ts';
import { type Frames, watchFrames } from '../pace/frames.ts';
import { Api } from '../support/api.ts';
import { serveCalls } from './harness.ts';

/** Browser of the benchmark of site plans, with all its processes on one core. */
const [url = '', password = ''] = process.argv.slice(2);
const browser = await chromium.launch(launchOptions());
const api = await Api.login(url, password);
let page: Page | undefined;
let devtools: CDPSession | undefined;

/** Drawing of a floor with 200 rooms. */
function drawing(): string {
  const rooms = Array.from(
    { length: 200 },
    (_, i) => `<rect x="${20 + (i % 20) * 58}" y="${20 + Math.floor(i / 20) * 76}" width="52" height="70"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><g fill="none" stroke="#222" stroke-width="2">${rooms.join('')}</g></svg>`;
}

function opened(): Page {
  if (page === undefined) throw new Error('no page is open');
  return page;
}

/** Time that the page's thread has worked, s. */
async function threadTime(): Promise<number> {
  const answer = await devtools?.send('Performance.getMetrics');
  return answer?.metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

type Watched = Frames & { busy: number };

/** Frames of the page while something is done in it; `busy`: processor time of its thread, s. */
async function during(ms: number, work: (until: number) => Promise<void>): Promise<Watched> {
  const before = await threadTime();
  const [frames] = await Promise.all([opened().evaluate(watchFrames, ms), work(Date.now() + ms)]);
  return { ...frames, busy: (await threadTime()) - before };
}

/** Turns of the pointer around a point, as fast as the page takes them. */
async function circle(until: number, step: (x: number, y: number) => Promise<void>): Promise<void> {
  for (let i = 0; Date.now() < until; i++) await step(Math.cos(i / 10), Math.sin(i / 10));
}

serveCalls({
  /** Makes a plan with the first terminals as marks in rows; returns its id. */
  async plan(count: number): Promise<number> {
    const { rows: zones } = await api.call<{ rows: { id: number; parent_id: number | null }[] }>(
      'GET',
      '/v1/partition?limit=1000',
    );
    const marks: { kind: string; id: number; x: number; y: number }[] = [];
    const columns = Math.ceil(Math.sqrt(count * 1.5));
    const { rows } = await api.call<{ rows: { id: number }[] }>('GET', `/v1/device?limit=1000&sort=code`);
    const ids = rows.map(({ id }) => id);
    for (let n = 2; ids.length < count; n++) {
      const more = await api.call<{ rows: { id: number }[] }>(
        'GET',
        `/v1/device?limit=1000&sort=code&page=${n}`,
      );
      ids.push(...more.rows.map(({ id }) => id));
    }
    for (const [i, id] of ids.slice(0, count).entries())
      marks.push({
        kind: 'terminal',
        id,
        x: ((i % columns) + 0.5) / columns,
        y: (Math.floor(i / columns) + 0.5) / Math.ceil(count / columns),
      });
    const org = zones.find(({ parent_id }) => parent_id === null)?.id;
    const body = { name: `${count} marks`, org, marks };
    const { id } = await api.call<SitePlan>('POST', '/v1/site_plan', body);
    const form = new FormData();
    form.append('file', new Blob([drawing()]), 'plan.svg');
    await api.call('POST', `/v1/site_plan/${id}/picture`, form);
    return id;
  },
  /** Opens a plan; ms until all of its marks are in the page. */
  async open({ id, count }: { id: number; count: number }): Promise<number> {
    await page?.close();
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    page = await context.newPage();
    page.on('pageerror', (error) => process.stdout.write(`page: ${error.message}\n`));
    const answer = await page.request.post(`${url}/v1/login`, { data: { username: 'admin', password } });
    const { value } = (await answer.json()) as { value: { token: string } };
    await context.addCookies([{ name: 'TOKEN', value: value.token, url }]);
    await page.addInitScript(() => localStorage.setItem('lang', 'en'));
    devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const begun = performance.now();
    await page.goto(`${url}/menu_site_plan?id=${id}`);
    await page.waitForFunction((n) => document.querySelectorAll('[data-mark]').length >= n, count, {
      timeout: 120_000,
    });
    return performance.now() - begun;
  },
  watch: (ms: number) => during(ms, async () => {}),
  /** Moves the plan by dragging it. */
  async pan(ms: number) {
    const box = await opened().getByTestId('site-plan').boundingBox();
    if (box === null) throw new Error('the plan is not shown');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const { mouse } = opened();
    await mouse.move(x, y);
    await mouse.wheel(0, -200);
    await mouse.down();
    const watched = await during(ms, (until) =>
      circle(until, (dx, dy) => mouse.move(x + dx * 80, y + dy * 80)),
    );
    await mouse.up();
    return watched;
  },
  /** Opens the editor and drags a mark. */
  async drag(ms: number) {
    await opened().getByRole('button', { name: 'Place', exact: false }).first().click();
    const mark = opened().locator('[data-mark]').nth(7);
    await mark.waitFor();
    const box = await mark.boundingBox();
    if (box === null) throw new Error('the mark is not shown');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const { mouse } = opened();
    await mouse.move(x, y);
    await mouse.down();
    const watched = await during(ms, (until) =>
      circle(until, (dx, dy) => mouse.move(x + 90 + dx * 80, y + 90 + dy * 80)),
    );
    await mouse.up();
    return watched;
  },
  close: () => browser.close(),
});
