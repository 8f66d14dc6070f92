import type { BroadcastItem, broadcast } from '../../platform/db/schema.ts';
import { chimeTimeline } from './chimeTimeline.ts';
import { createTimeline, liveTimeline, type Timeline } from './timeline.ts';

export type BroadcastRow = typeof broadcast.$inferSelect;

/** The part of a broadcast that its timeline is made from. */
export type ListRow = Pick<BroadcastRow, 'items' | 'play_order' | 'loop' | 'interval_ms' | 'seed'> & {
  programme_ms?: number | null;
};

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
