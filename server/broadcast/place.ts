import { join } from 'node:path';
import type { BroadcastItem } from '../db/schema.ts';
import type { EngineDeps } from './ports.ts';
import { ProgrammeReader } from './programmeReader.ts';
import { type RunningBroadcast, timelineOf } from './runningBroadcast.ts';
import type { OpenSource } from './source.ts';
import type { Timeline } from './timeline.ts';

/** File name of a programme in the folder that `BroadcastItem.path` names (server/media). */
const PROGRAMME = 'programme.opk';

/** A place in a list. */
export interface Place {
  position: number;
  items: readonly BroadcastItem[];
  timeline: Timeline;
}

/** Path of the file of an item's programme. @param dataDir absolute path */
export function programmeFile(dataDir: string, item: Pick<BroadcastItem, 'path'>): string {
  return join(dataDir, item.path, PROGRAMME);
}

/** Makes a function that opens stored programmes: a reader of the list from a place on. */
export function openStored(deps: Pick<EngineDeps, 'open' | 'dataDir'>): OpenSource {
  return ({ items, timeline, position }) => {
    const paths = items.map((item) => programmeFile(deps.dataDir, item));
    return new ProgrammeReader(deps.open, timeline, paths, position);
  };
}

/**
 * Finds the current sound in another list: the item that is heard at `position` goes on at the same offset;
 * if the new list does not hold it, the item at its index begins.
 */
export function relocate(b: RunningBroadcast, items: readonly BroadcastItem[], position: number): Place {
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
