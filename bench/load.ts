import { checkWarmUp, scaled } from '../tests/support/load/sizing.ts';
import { inpOf, type Vitals } from './page/vitals.ts';
import {
  type Figures,
  finish,
  LOAD_CORE,
  MAX_LOAD_BUSY,
  medianOf,
  type Part,
  pinnedTo,
  print,
  RUNS,
  rounded,
  SERVER_CORE,
  startPart,
} from './parts/harness.ts';
import { measure } from './support/cpu.ts';
import { sized } from './support/sized.ts';
import { repeated } from './support/timeLimit.ts';

/**
 * Benchmark of the console in a browser, as web-vitals defines its figures, at 10,000 terminals: largest contentful
 * paint of Home in an empty browser with a processor slowed four times, and interaction to next paint of the status
 * grid under 10,000 changes a second. Baselines: a page that asks for the same data and writes it as text, and a page
 * with AG Grid alone. docs/decisions/0300-first-paint.md.
 */
const TERMINALS = 10_000;
const CHANGES_PER_S = 10_000;
/** Load of the server's core, which also makes the changes, on the reference machine at that rate. */
const NOMINAL_BUSY = 0.2;
const SLOWER = 4;
const LCP_MS = 2_000;
const INP_MS = 100;
/** Time without a larger paint after which a page is painted, ms. */
const QUIET_MS = 1_500;
/** Rounds of interactions; each has some twenty. */
const ROUNDS = 3;
const MAX_OTHERS = 0.1;
const sides = ['baseline', 'measured'] as const;
type Side = (typeof sides)[number];
const invalid: string[] = [];
/** One run without warm-up, to compare variants of the code. */
const quick = process.argv.includes('--quick');

async function oneRun(
  server: Part,
  browser: Part,
  side: Side,
  rate: number,
  counts: boolean,
): Promise<Figures> {
  const endHome = measure(browser.pid, [SERVER_CORE, LOAD_CORE]);
  const home = await browser.call<Vitals>('home', { side, slower: SLOWER, quietMs: QUIET_MS });
  const homeUse = endHome();
  await server.call('start', rate);
  const endGrid = measure(browser.pid, [SERVER_CORE, LOAD_CORE]);
  const grid = await browser.call<Vitals & { made: number }>('grid', { side, rounds: ROUNDS });
  const gridUse = endGrid();
  const { made, seconds } = await server.call<{ made: number; seconds: number }>('stop');
  const busy = gridUse.cores.get(SERVER_CORE) ?? 1;
  if (!counts) checkWarmUp(side, made / seconds < 0.97 * rate ? 1 : busy);
  else {
    for (const [what, use] of [['Home', homeUse] as const, ['grid', gridUse] as const]) {
      const others = Math.max((use.cores.get(LOAD_CORE) ?? 1) - use.main - use.rest, 0);
      if (others > MAX_OTHERS)
        invalid.push(
          `${side}, ${what}: other programs took ${Math.round(others * 100)} % of the browser's core`,
        );
    }
    if (busy > MAX_LOAD_BUSY) invalid.push(`${side}: the server's core was ${Math.round(busy * 100)} % busy`);
    if (made / seconds < 0.99 * rate)
      invalid.push(`${side}: only ${Math.round(made / seconds)} changes a second were made`);
  }
  print(`  ${side} largest paint: ${home.lcpText}`);
  return {
    lcp_ms: home.lcpMs,
    fcp_ms: home.fcpMs,
    home_kb: home.bytes / 1000,
    home_requests: home.requests,
    inp_ms: inpOf(grid.interactionsMs, grid.made),
    slowest_interaction_ms: Math.max(16, ...grid.interactionsMs),
    interactions: grid.made,
  };
}

async function main(share: number): Promise<void> {
  const rate = scaled(CHANGES_PER_S, share, 100);
  const server = startPart('liveServer.ts', SERVER_CORE, [String(TERMINALS)]);
  let browser: Part | undefined;
  try {
    const { url, password } = await server.call<{ url: string; password: string }>('address');
    const page = startPart('loadBrowser.ts', LOAD_CORE, [url, password]);
    browser = page;
    const runs: Record<Side, Figures[]> = { baseline: [], measured: [] };
    if (!quick) {
      print('warm-up');
      for (const side of sides) await oneRun(server, page, side, rate, false);
    }
    const times = quick ? 1 : RUNS;
    await repeated('runs', { times, part: 1 }, async (i) => {
      print(`run ${i + 1} of ${times}`);
      for (const side of sides) {
        const figures = await oneRun(server, page, side, rate, true);
        print(
          `  ${side} ${Object.entries(figures)
            .map(([key, value]) => `${key} ${rounded(value)}`)
            .join('  ')}`,
        );
        runs[side].push(figures);
      }
    });
    const baseline = medianOf('baseline', runs.baseline);
    const measured: Figures = { ...medianOf('measured', runs.measured), changes_per_s: rate };
    finish({
      name: 'load',
      baseline,
      measured,
      ratio: {
        lcp_ratio: rounded((measured.lcp_ms ?? Number.NaN) / (baseline.lcp_ms ?? 1)),
        inp_ratio: rounded((measured.inp_ms ?? Number.NaN) / (baseline.inp_ms ?? 1)),
      },
      goal: { lcp_ms: { max: LCP_MS }, inp_ms: { max: INP_MS } },
      invalid,
    });
  } finally {
    await browser?.call('close').catch(() => {});
    await browser?.end();
    await server.call('close').catch(() => {});
    await server.end();
  }
}

if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
await sized(NOMINAL_BUSY, main);
