import { loopMode } from '../../../contract/codes.ts';
import type { BroadcastItem } from './broadcastItem.ts';
import { createTimeline, PACKET_MS, roundOrder, type Timeline, type TimelineInput } from './timeline.ts';

/** A list with chimes around it, in the order of its items: the chime before, the list, the chime after. */
export interface ChimeTimelineInput extends Omit<TimelineInput, 'durations'> {
  items: readonly Pick<BroadcastItem, 'duration_ms' | 'part'>[];
  /** Length of the list between the chimes, ms; null: its own length. */
  programme_ms: number | null;
}

const toPackets = (ms: number) => Math.ceil(ms / PACKET_MS) * PACKET_MS;

/**
 * Timeline of a list between two chimes, each played once. A single-track mode plays the first track of the
 * order, once or in a loop, because a position must tell how much of the programme is over. Pure.
 */
export function chimeTimeline(input: ChimeTimelineInput): Timeline {
  const { items, loop, programme_ms } = input;
  const chimeBefore = items.findIndex((item) => item.part === 'before');
  const chimeAfter = items.findIndex((item) => item.part === 'after');
  let own = items.flatMap((item, index) => (item.part === undefined ? [index] : []));
  const single = loop === loopMode.trackLoop || loop === loopMode.trackOnce;
  if (single) own = [own[roundOrder(own.length, input.play_order, input.seed, 0)[0] ?? 0] ?? 0];
  const inner = createTimeline({
    ...input,
    durations: own.map((index) => items[index]?.duration_ms ?? 0),
    loop: loop === loopMode.trackLoop ? loopMode.listLoop : single ? loopMode.listOnce : loop,
  });
  const lengthOf = (index: number) => (index < 0 ? 0 : toPackets(items[index]?.duration_ms ?? 0));
  const [before, after] = [lengthOf(chimeBefore), lengthOf(chimeAfter)];
  const limit = programme_ms === null ? Number.POSITIVE_INFINITY : toPackets(Math.max(0, programme_ms));
  const programme = Math.min(inner.remaining(0), limit);
  const [tail, end] = [before + programme, before + programme + after];
  const chime = (item: number, offset_ms: number, duration_ms: number) => ({
    item,
    gap: false,
    offset_ms,
    left_ms: duration_ms - offset_ms,
    duration_ms,
  });

  return {
    total: () => (Number.isFinite(end) ? end : null),
    remaining: (position) => Math.max(0, end - position),
    segment(position) {
      if (position >= end) return null;
      if (position < before) return chime(chimeBefore, position, before);
      if (position >= tail) return chime(chimeAfter, position - tail, after);
      const segment = inner.segment(position - before);
      if (segment === null) return null;
      const left_ms = Math.min(segment.left_ms, tail - position);
      return { ...segment, item: own[segment.item] ?? 0, left_ms };
    },
    advance: (position, ms) => position + ms,
    next(position) {
      if (position < before) return before;
      if (position >= tail) return null;
      const next = inner.next(position - before);
      if (next !== null && next > position - before && next < programme) return before + next;
      return after > 0 ? tail : null;
    },
    previous(position) {
      if (position < before) return 0;
      if (position < tail) return before + inner.previous(position - before);
      // Back into the list: to the start of the item that was heard last.
      const last = Math.max(0, programme - PACKET_MS);
      return before + last - (inner.segment(last)?.offset_ms ?? 0);
    },
    startOf(item) {
      if (item === chimeBefore) return 0;
      if (item === chimeAfter) return tail;
      return before + inner.startOf(Math.max(0, own.indexOf(item)));
    },
  };
}
