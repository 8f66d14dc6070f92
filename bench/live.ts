import { checkWarmUp, scaled } from '../tests/support/load/sizing.ts';
import {
  type Figures,
  finish,
  LOAD_CORE,
  MAX_LOAD_BUSY,
  medianOf,
  type Part,
  percentile,
  pinnedTo,
  print,
  RUNS,
  rounded,
  SERVER_CORE,
  startPart,
} from './parts/harness.ts';
import { measure } from './support/cpu.ts';
import { delays, interactionToNextPaint, LIMIT_MS } from './support/liveDelays.ts';
import type { Change } from './support/liveDriver.ts';
import type { Watched } from './support/livePage.ts';
import { sized } from './support/sized.ts';
import { repeated } from './support/timeLimit.ts';

/**
 * Benchmark of live rows: 10,000 terminals, 10,000 changes of status a second, through the real socket into
 * the real device screen, sorted, while it scrolls. Baseline: a page with AG Grid alone on the same socket.
 * The server is on one core, the browser with all its processes on the other.
 *
 * Sorted by name the rows stay in place, and the time until each change of a visible row is in the page is
 * measured. Sorted by state, the default of the screen, every change moves its row: there a change counts as
 * seen when the old value is no longer in the view.
 *
 * The same once more with a processor slowed by the browser's own emulation, for the page only: frames and answers
 * to input must stay, and the changes come later.
 */
const DEVICES = 10_000;
const CHANGES_PER_S = 10_000;
/** Load of the server's core, which also makes the changes, on the reference machine at that rate. */
const NOMINAL_BUSY = 0.2;
const SETTLE_MS = 3_000;
const WATCH_MS = 15_000;
/** Time of each measurement with a slowed processor, ms. */
const SLOWED_MS = 8_000;
/** How many times slower the processor is, and the fewest frames a second that the console must keep. */
const slowed = { 2: 50, 4: 30 } as const;
/** Longest time from an interaction to its frame, ms (INP). */
const INP_MS = 200;
/** Interactions of a run below which the longest one says nothing: two are made each second. */
const LEAST_INTERACTIONS = 10;
const SCROLL_PX_PER_S = 300;
/** Maximum share of other programs on the browser's core. */
const MAX_OTHERS = 0.1;

const sides = ['baseline', 'measured'] as const;
const sorts = ['name', 'state'] as const;
const invalid: string[] = [];

/** One run without warm-up, to compare variants of the code. */
const quick = process.argv.includes('--quick');

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Case {
  side: string;
  sort: string;
  slower: number;
  changesPerS: number;
}

/** @param reasons what makes the run invalid is added to them; null: a warm-up */
async function watch(
  server: Part,
  browser: Part,
  { side, sort, slower, changesPerS }: Case,
  reasons: string[] | null,
) {
  await server.call('start', changesPerS);
  await browser.call('open', { side, sort, slower });
  await pause(SETTLE_MS);
  await server.call('stop');
  await server.call('start', changesPerS);
  const end = measure(server.pid, [SERVER_CORE, LOAD_CORE]);
  const endBrowser = measure(browser.pid, []);
  const watched = await browser.call<Watched & { busy: number }>('watch', {
    ms: slower === 1 ? WATCH_MS : SLOWED_MS,
    pixelsPerS: SCROLL_PX_PER_S,
  });
  const usage = end();
  const own = endBrowser();
  const { made, seconds } = await server.call<{ made: number; seconds: number }>('stop');
  const ids = Object.keys(watched.seen).map(Number);
  const changes = await server.call<Record<string, Change[]>>('changes', ids);
  const late = delays(watched, changes, sort === 'state');
  const busy = usage.cores.get(SERVER_CORE) ?? 1;
  const browserCore = usage.cores.get(LOAD_CORE) ?? 1;
  const others = Math.max(browserCore - own.main - own.rest, 0);
  // Changes that could not be made tell that the core was full.
  if (reasons === null) checkWarmUp(side, made / seconds < 0.97 * changesPerS ? 1 : busy);
  if (others > MAX_OTHERS)
    reasons?.push(`${side}: other programs took ${Math.round(others * 100)} % of the browser's core`);
  if (busy > MAX_LOAD_BUSY) reasons?.push(`${side}: the server's core was ${Math.round(busy * 100)} % busy`);
  if (made / seconds < 0.99 * changesPerS)
    reasons?.push(`${side}: only ${Math.round(made / seconds)} changes a second were made`);
  if (late.length < (slower === 1 ? 50 : 10))
    reasons?.push(`${side}: only ${late.length} changes of visible rows`);
  if (watched.interactions < LEAST_INTERACTIONS)
    reasons?.push(`${side}: only ${watched.interactions} interactions were counted`);
  const inp = interactionToNextPaint(watched);
  if (slower > 1)
    return {
      [`fps_${sort}_${slower}x`]: watched.frames / watched.seconds,
      [`inp_ms_${sort}_${slower}x`]: inp,
      [`longest_frame_ms_${sort}_${slower}x`]: watched.longestMs,
      [`delay_p50_ms_${sort}_${slower}x`]: percentile(late, 0.5),
      [`delay_p95_ms_${sort}_${slower}x`]: percentile(late, 0.95),
    };
  return {
    [`page_cpu_${sort}`]: watched.busy / watched.seconds,
    [`inp_ms_${sort}`]: inp,
    [`fps_${sort}`]: watched.frames / watched.seconds,
    [`slow_frames_pct_${sort}`]: (100 * watched.slow) / watched.frames,
    [`longest_frame_ms_${sort}`]: watched.longestMs,
    [`within_300ms_pct_${sort}`]: (100 * late.filter((ms) => ms <= LIMIT_MS).length) / late.length,
    [`delay_p50_ms_${sort}`]: percentile(late, 0.5),
    [`delay_p95_ms_${sort}`]: percentile(late, 0.95),
    [`seen_changes_${sort}`]: late.length,
    [`server_cpu_${sort}`]: usage.main,
    [`browser_cpu_${sort}`]: own.main + own.rest,
    [`others_${sort}`]: others,
  };
}

async function main(share: number): Promise<void> {
  const changesPerS = scaled(CHANGES_PER_S, share, 100);
  const server = startPart('liveServer.ts', SERVER_CORE, [String(DEVICES)]);
  let browser: Part | undefined;
  try {
    const { url, password } = await server.call<{ url: string; password: string }>('address');
    const page = startPart('liveBrowser.ts', LOAD_CORE, [url, password]);
    browser = page;
    await page.call('prepare');
    const runs: Record<(typeof sides)[number], Figures[]> = { baseline: [], measured: [] };
    const figuresOf = async (side: string, slower: number, reasons: string[] | null) => {
      let figures: Figures = {};
      for (const sort of sorts) {
        const one = await watch(server, page, { side, sort, slower, changesPerS }, reasons);
        const texts = Object.entries(one).map(([key, value]) => `${key} ${rounded(value)}`);
        print(`  ${side} ${texts.join('  ')}`);
        figures = { ...figures, ...one };
      }
      return figures;
    };
    if (!quick) {
      print('warm-up');
      for (const side of sides) await figuresOf(side, 1, null);
    }
    const times = quick ? 1 : RUNS;
    await repeated('runs', { times, part: 0.7 }, async (i) => {
      print(`run ${i + 1} of ${times}`);
      for (const side of sides) runs[side].push(await figuresOf(side, 1, invalid));
    });
    for (const slower of Object.keys(slowed).map(Number)) {
      print(`processor ${slower} times slower`);
      for (const side of sides) {
        const figures = await figuresOf(side, slower, invalid);
        for (const run of runs[side]) Object.assign(run, figures);
      }
    }
    finishRuns(medianOf('baseline', runs.baseline), {
      ...medianOf('measured', runs.measured),
      changes_per_s: changesPerS,
    });
  } finally {
    await browser?.call('close').catch(() => {});
    await browser?.end();
    await server.call('close').catch(() => {});
    await server.end();
  }
}

function finishRuns(baseline: Figures, measured: Figures): void {
  const share = (key: string) => rounded((measured[key] ?? 0) / (baseline[key] ?? 0));
  const goal: Record<string, { max?: number; min?: number }> = {};
  const ratio: Figures = {};
  for (const sort of sorts) {
    goal[`fps_${sort}`] = { min: 50 };
    goal[`slow_frames_pct_${sort}`] = { max: 0.1 };
    goal[`within_300ms_pct_${sort}`] = { min: 95 };
    goal[`inp_ms_${sort}`] = { max: INP_MS };
    goal[`page_cpu_ratio_${sort}`] = { max: 1.2 };
    ratio[`fps_ratio_${sort}`] = share(`fps_${sort}`);
    ratio[`page_cpu_ratio_${sort}`] = share(`page_cpu_${sort}`);
    for (const [slower, fps] of Object.entries(slowed)) {
      goal[`fps_${sort}_${slower}x`] = { min: fps };
      goal[`inp_ms_${sort}_${slower}x`] = { max: INP_MS };
    }
  }
  finish({
    name: 'live',
    baseline,
    measured,
    ratio,
    goal,
    invalid,
  });
}

if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
await sized(NOMINAL_BUSY, main);
