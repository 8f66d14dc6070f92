import { type Figures, percentile, print, rounded } from '../parts/harness.ts';
import { type Captured, uncovered } from './listCapture.ts';
import type { ListCase } from './listShapes.ts';

/** Longest turn of the event loop that a list may take, ms: the same loop sends a packet of sound each 20 ms. */
export const LONGEST_TURN_MS = 20;

/** Times of the requests of a list, ms. */
export interface Times {
  ours: number[];
  bare: number[];
}

/** Worst p95 of all cases, worst of each route, and the median of everything. */
export function figuresOf(
  cases: readonly ListCase[],
  times: ReadonlyMap<string, Times>,
  side: keyof Times,
): Figures {
  const p95 = ({ url }: ListCase) => percentile(times.get(url)?.[side] ?? [], 0.95);
  const figures: Figures = {
    p95_ms: Math.max(...cases.map(p95)),
    p50_ms: percentile(
      cases.flatMap(({ url }) => times.get(url)?.[side] ?? []),
      0.5,
    ),
  };
  for (const route of new Set(cases.map((one) => one.route)))
    figures[`${route.slice(4).replaceAll(/[/{}]+/g, '_')}_p95_ms`] = Math.max(
      ...cases.filter((one) => one.route === route).map(p95),
    );
  return figures;
}

/** Longest turn of the event loop of all cases, ms; prints those that take too long. */
export function longestTurn({ turns }: Captured): number {
  const sorted = Object.entries(turns).sort(([, a], [, b]) => b - a);
  for (const [url, ms] of sorted.filter(([, ms]) => ms > LONGEST_TURN_MS))
    print(`  blocks the event loop for ${rounded(ms)} ms  ${url}`);
  return sorted[0]?.[1] ?? Number.NaN;
}

/** Prints the slowest lists of the last run. */
export function worst(runs: readonly Map<string, Times>[]): void {
  const last = runs.at(-1) ?? new Map<string, Times>();
  const rows = [...last].map(([url, { ours, bare }]) => ({
    url,
    ours: percentile(ours, 0.95),
    bare: percentile(bare, 0.95),
  }));
  for (const { url, ours, bare } of rows.sort((a, b) => b.ours - a.ours).slice(0, 15))
    print(`  p95 ${rounded(ours)} ms, bare ${rounded(bare)} ms  ${url}`);
}

/** Reasons for an invalid run: routes and filters without a case. */
export function uncoveredBy({ routes, all }: Captured & { all: readonly ListCase[] }): string[] {
  const missing = uncovered(routes, all);
  if (missing.length === 0) return [];
  const what = `no case asks for ${missing.join(', ')}`;
  return [
    `${what}: add its rows to bench/support/listData.ts, and how the screens ask to bench/support/listCases.ts`,
  ];
}
