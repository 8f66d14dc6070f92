import type { BroadcastItem } from './broadcastItem.ts';
import { chimeTimeline } from './chimeTimeline.ts';
import { createTimeline, liveTimeline, type Timeline } from './timeline.ts';

/** The part of a broadcast that its timeline is made from. */
export interface ListRow {
  items: BroadcastItem[];
  play_order: number;
  loop: number;
  /** Silence between two items, ms. */
  interval_ms: number;
  seed: number;
  /** Length of the list between two chimes, ms; none: its own length. */
  programme_ms?: number | null;
}

/**
 * Tells if an item is a text that is still being synthesised: its programme and its length are not known yet.
 */
export function isSynthesizing({ duration_ms }: Pick<BroadcastItem, 'duration_ms'>): boolean {
  return duration_ms === 0;
}

/** Makes the timeline of the items; sound without items (live, radio), or of unknown length, has no end. */
export function timelineOf(row: ListRow): Timeline {
  if (row.items.length === 0 || row.items.some(isSynthesizing)) return liveTimeline;
  if (row.items.some((item) => item.part !== undefined))
    return chimeTimeline({ ...row, programme_ms: row.programme_ms ?? null });
  const durations = row.items.map((item) => item.duration_ms);
  return createTimeline({ ...row, durations });
}
