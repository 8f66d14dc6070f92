import { loadavg } from 'node:os';
import type { Frames } from './pace/frames.ts';
import {
  type Figures,
  finish,
  LOAD_CORE,
  type Part,
  pinnedTo,
  print,
  rounded,
  SERVER_CORE,
  startPart,
} from './parts/harness.ts';

/**
 * Benchmark of a site plan with 2,000 marks, the most that it may have, beside one with 50: time until it is shown, and
 * frames a second and processor time of the page in peace, while half of the terminals change every second, while the
 * plan is moved, and while a mark is dragged in the editor. The server is on one core, the browser with all its
 * processes on the other.
 */
const COUNTS = { baseline: 50, measured: 2_000 } as const;
const CHANGES_PER_S = 1_000;
const WATCH_MS = 8_000;
const SETTLE_MS = 2_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function figuresOf(server: Part, browser: Part, count: number): Promise<Figures> {
  const id = await browser.call<number>('plan', count);
  const figures: Figures = { open_ms: rounded(await browser.call('open', { id, count })) };
  await pause(SETTLE_MS);
  const watch = async (name: string, action: 'watch' | 'pan' | 'drag') => {
    const { frames, slow, longestMs, seconds, busy } = await browser.call<Frames & { busy: number }>(
      action,
      WATCH_MS,
    );
    figures[`${name}_fps`] = rounded(frames / seconds);
    figures[`${name}_slow_frames`] = slow;
    figures[`${name}_longest_ms`] = rounded(longestMs);
    figures[`${name}_page_cpu`] = rounded(busy / seconds);
  };
  await watch('peace', 'watch');
  await server.call('start', CHANGES_PER_S);
  await watch('changes', 'watch');
  await watch('pan', 'pan');
  const { made, seconds } = await server.call<{ made: number; seconds: number }>('stop');
  figures.changes_per_s = rounded(made / seconds);
  await watch('drag', 'drag');
  print(`  ${count} marks ${JSON.stringify(figures)}`);
  return figures;
}

const invalid: string[] = [];
if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
const server = startPart('liveServer.ts', SERVER_CORE, [String(COUNTS.measured)]);
let browser: Part | undefined;
try {
  const { url, password } = await server.call<{ url: string; password: string }>('address');
  browser = startPart('planBrowser.ts', LOAD_CORE, [url, password]);
  const baseline = await figuresOf(server, browser, COUNTS.baseline);
  const measured = await figuresOf(server, browser, COUNTS.measured);
  const load = loadavg()[0] ?? 0;
  // Other programs take from both sides, so that only their ratio means something then.
  if (load > 6) invalid.push(`load of the machine ${rounded(load)}`);
  finish({
    name: 'plans',
    baseline,
    measured: { ...measured, load: rounded(load) },
    ratio: { open_ratio: rounded((measured.open_ms ?? 0) / (baseline.open_ms ?? 1)) },
    goal: {
      changes_fps: { min: 30 },
      pan_fps: { min: 30 },
      drag_fps: { min: 30 },
      open_ms: { max: 3_000 },
    },
    invalid,
  });
} finally {
  await browser?.call('close').catch(() => {});
  await browser?.end();
  await server.call('close').catch(() => {});
  await server.end();
}
