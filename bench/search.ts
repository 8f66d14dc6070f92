import type { SearchAnswer } from '../contract/api/search.ts';
import { search } from '../server/edge/search/search.service.ts';
import type { Caller } from '../server/platform/auth/callers.ts';
import { createLiveHub } from '../server/platform/live/hub.ts';
import { createFinders, type Findable } from '../server/platform/search/finders.ts';
import type { ZoneNode, Zones } from '../server/site/zones/zones.ts';
import { type Figures, finish, medians, percentile, print, rounded } from './parts/harness.ts';

/**
 * Benchmark of the search: 10,000 terminals with Chinese names in 300 zones, searched by parts, codes, pinyin and
 * zones; next to it a bare loop of `includes` over the same names. docs/decisions/0185-search-by-name.md.
 */
const TERMINALS = 10_000;
const ZONES = 300;
/** Number of times that each text is searched in a run. */
const TIMES = 20;
const texts = ['食堂', 'st', 'shitang', 'jxl', 'LS-00042', 's016 st', '走廊 12', '1', 'nothing-like-it'];
const places = ['食堂', '教学楼', '操场', '图书馆', '宿舍', '走廊', '体育馆', '大礼堂'];

const nodes: ZoneNode[] = Array.from({ length: ZONES }, (_, n) => ({
  id: n + 1,
  name: `第${n}小学`,
  code: `S${String(n).padStart(3, '0')}`,
  parent_id: n === 0 ? null : 1,
  has_password: false,
  start_wait_s: 0,
  rev: 1,
}));
const rows: Findable[] = Array.from({ length: TERMINALS }, (_, n) => ({
  id: n + 1,
  org: (n % ZONES) + 1,
  name: `${places[n % places.length]}${n % 7}层 ${n}号`,
  code: `LS-${String(n).padStart(5, '0')}`,
  client_ip: `10.0.${n >> 8}.${n & 255}`,
}));
const zones = {
  all: () => nodes,
  get: (id: number) => nodes[id - 1],
  ancestors: (id: number) => (id === 1 ? [1] : [id, 1]),
  subtree: (ids: readonly number[]) => new Set(ids.includes(1) ? nodes.map(({ id }) => id) : ids),
} as unknown as Zones;

/** Times of a work for every text, ms. */
async function timesOf(work: (text: string) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++)
    for (const text of texts) {
      const begun = performance.now();
      await work(text);
      times.push(performance.now() - begun);
    }
  return times;
}

async function main(): Promise<void> {
  const live = createLiveHub();
  const finders = createFinders(live);
  finders.rows('partition', () => nodes.map((node) => ({ ...node, org: node.id })));
  finders.rows('device', () => rows);
  const begun = performance.now();
  await finders.warm();
  const warm_ms = rounded(performance.now() - begun);
  const permissions = new Set(['list_device', 'list_partition', 'list_client_address']);
  const caller = { scope: { all: true }, permissions } as unknown as Caller;
  const ask = (q: string): Promise<SearchAnswer> =>
    search({ finders, zones }, caller, { q, limit: 20, kinds: undefined });
  for (const q of texts) print(`${q}: ${(await ask(q)).totals.map(({ total }) => total).join()}`);
  const names = rows.map(({ name }) => name);
  const figures = async (work: (text: string) => unknown): Promise<Figures> => {
    const times = await timesOf(work);
    return { p50_ms: percentile(times, 0.5), p99_ms: percentile(times, 0.99) };
  };
  const baseline = await medians('includes', () =>
    figures((text) => names.filter((name) => name.includes(text)).length),
  );
  const measured = await medians('search', () => figures(ask));
  finish({
    name: 'search',
    baseline,
    measured: { ...measured, warm_ms },
    ratio: { times_includes: rounded((measured.p50_ms ?? 0) / (baseline.p50_ms ?? 1)) },
    goal: { p99_ms: { max: 50 } },
    invalid: [],
  });
  live.close();
}

await main();
