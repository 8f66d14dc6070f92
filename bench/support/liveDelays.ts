import type { Change } from './liveDriver.ts';
import type { Watched } from './livePage.ts';

/** Time after which a change counts as late, ms. */
export const LIMIT_MS = 300;

/**
 * Time until each change was in the page, ms, for rows in the view.
 *
 * @param leaving a change also counts as seen when its row has left the view
 */
export function delays(watched: Watched, changes: Record<string, Change[]>, leaving: boolean): number[] {
  const found: number[] = [];
  for (const [id, seen] of Object.entries(watched.seen)) {
    const log = changes[id] ?? [];
    for (const [i, { at }] of log.entries()) {
      const before = seen.findLast((event) => event[0] <= at);
      if (before === undefined || before[1] === null) continue;
      const newer = new Set(log.slice(i).map((change) => change.text));
      const after = seen.find((event) => event[0] > at && (event[1] === null || newer.has(event[1])));
      // Not before the end of the watch: only then it counts as late.
      const end = seen.at(-1)?.[0] ?? at;
      if (after === undefined) {
        if (end - at > LIMIT_MS) found.push(end - at);
      } else if (after[1] !== null || leaving || after[0] - at > LIMIT_MS) found.push(after[0] - at);
    }
  }
  return found;
}

/** Shortest time that the browser reports, ms. */
const SHORTEST_MS = 16;
/** Interactions of which one may be slower: the definition of INP in the library web-vitals. */
const PER_OUTLIER = 50;

/** Interaction to next paint (INP), ms: the longest, without one of each fifty. */
export function interactionToNextPaint({
  interactions,
  interactionsMs,
}: Pick<Watched, 'interactions' | 'interactionsMs'>): number {
  const slowest = [...interactionsMs].sort((a, b) => b - a);
  return slowest[Math.floor(interactions / PER_OUTLIER)] ?? SHORTEST_MS;
}
