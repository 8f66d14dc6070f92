import type { BroadcastItem } from '../db/schema.ts';
import type { Place } from './course.ts';
import { type RunningBroadcast, timelineOf } from './runningBroadcast.ts';

/**
 * The same sound in another list: the item that is heard at `position` goes on where it is; when it is not in
 * the new list, what took its place begins.
 */
export function relocate(b: RunningBroadcast, items: BroadcastItem[], position: number): Place {
  const timeline = timelineOf({ ...b.row, items });
  const segment = b.timeline.segment(position);
  const index = segment?.item ?? 0;
  const path = segment ? b.items[index]?.path : undefined;
  let nearest = -1;
  for (const [i, item] of items.entries()) {
    const closer = nearest < 0 || Math.abs(i - index) < Math.abs(nearest - index);
    if (item.path === path && closer) nearest = i;
  }
  if (nearest < 0 || !segment)
    return { position: timeline.startOf(Math.min(index, items.length - 1)), items, timeline };
  const inside = segment.gap ? segment.duration_ms + segment.offset_ms : segment.offset_ms;
  return { position: timeline.startOf(nearest) + inside, items, timeline };
}
