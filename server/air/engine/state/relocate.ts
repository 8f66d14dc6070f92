import type { BroadcastItem } from '../../../sound/source/broadcastItem.ts';
import { timelineOf } from '../../../sound/source/listTimeline.ts';
import type { ListPosition } from '../../../sound/source/source.ts';
import type { RunningBroadcast } from '../runningBroadcast.ts';

/**
 * Finds the current sound in another list: the item that is heard at `position` goes on at the same offset;
 * if the new list does not hold it, the item at its index begins.
 */
export function relocate(
  b: RunningBroadcast,
  items: readonly BroadcastItem[],
  position: number,
): ListPosition {
  const timeline = timelineOf({ ...b.row, items: [...items] });
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
