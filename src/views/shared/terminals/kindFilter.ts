import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import { kindStateOf } from '../../../streams/kind.ts';

/** Counters above the grid of a kind, in their order. */
export const kindCounters = ['all', 'offline', 'behind_relay', 'expected', 'locked', 'online'] as const;
export type KindCounter = (typeof kindCounters)[number];

type Test = (row: TerminalLive) => boolean;

/** Counter of a terminal, beside `all`. */
export function counterOf(row: TerminalLive): Exclude<KindCounter, 'all'> {
  const state = kindStateOf(row);
  return state === 'offline_known' ? 'offline' : state;
}

/** Combines the filter and the selected counter. */
export function withCounter(base: Test | undefined, counter: string | undefined): Test | undefined {
  if (counter === undefined || counter === 'all') return base;
  return (row) => counterOf(row) === counter && base?.(row) !== false;
}

/** Counts the rows that pass a filter. */
export function countByCounter(
  rows: Iterable<TerminalLive>,
  base: Test | undefined,
): Record<KindCounter, number> {
  const counts: Record<KindCounter, number> = {
    ...{ all: 0, offline: 0, behind_relay: 0, expected: 0, locked: 0, online: 0 },
  };
  for (const row of rows) {
    if (base !== undefined && !base(row)) continue;
    counts.all += 1;
    counts[counterOf(row)] += 1;
  }
  return counts;
}
