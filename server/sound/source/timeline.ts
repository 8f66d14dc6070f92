import { loopMode, playOrder } from '../../../contract/codes.ts';
import { PACKET_US } from '../../../contract/protocol/audio.ts';

/** Lengths are whole numbers of packets, ms: position and packet number are equivalent. */
export const PACKET_MS = PACKET_US / 1000;

export interface TimelineInput {
  /** Length of each item of the list, ms; rounded up to whole packets. */
  durations: readonly number[];
  /** Codes of contract/codes.ts: `playOrder`, `loopMode`. */
  play_order: number;
  loop: number;
  /** Silence after an item before the next one, ms. */
  interval_ms: number;
  /** Seed of the shuffle, for the same order after a restart. */
  seed: number;
}

/** A stretch of one item, or of the silence behind it (`gap`), from a position to its end. */
export interface Segment {
  /** Index in the list as it was given. */
  item: number;
  gap: boolean;
  /** Position in the item (or in the gap), and the rest of it from there, ms. */
  offset_ms: number;
  left_ms: number;
  duration_ms: number;
}

/**
 * Timeline of a list: items, silences and loops. A position is in ms of playing: it grows through the list
 * and, when the list loops, through one round after another. In the two single-track modes the item at the
 * position is the track, and playing on returns to its start.
 */
export interface Timeline {
  /**
   * Length until it ends by itself, ms; null: it loops. In single-track mode that of the track at `position`.
   */
  total(position: number): number | null;
  /** Returns the stretch at a position; null at the end and after it. */
  segment(position: number): Segment | null;
  /** The position after playing on for `ms`. */
  advance(position: number, ms: number): number;
  /** Remaining time from a position until it ends by itself, ms; Infinity: it loops. */
  remaining(position: number): number;
  /** Start of the next item; null when that is the end. */
  next(position: number): number | null;
  /** Start of the previous item (of this one, when there is none before). */
  previous(position: number): number;
  /** Position at which an item of the list starts for the first time. */
  startOf(item: number): number;
}

interface Slot {
  item: number;
  start: number;
  duration: number;
}

const ceilToPacket = (ms: number) => Math.ceil(ms / PACKET_MS) * PACKET_MS;

/** Uniform pseudo-random generator (mulberry32); sufficient for the order of songs. */
function random(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled(count: number, seed: number, round: number): number[] {
  const next = random(Math.imul(seed ^ Math.imul(round + 1, 0x9e3779b1), 0x85ebca6b));
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
  }
  return order;
}

/**
 * Order of the items in a round. With three items or more no item plays twice in a row across rounds: the
 * first two are swapped, which leaves the last in place, so a round depends only on the one before it.
 */
export function roundOrder(count: number, order: number, seed: number, round: number): number[] {
  if (order !== playOrder.shuffle) return Array.from({ length: count }, (_, i) => i);
  const own = shuffled(count, seed, round);
  if (round > 0 && count > 2 && own[0] === shuffled(count, seed, round - 1).at(-1)) {
    [own[0], own[1]] = [own[1] ?? 0, own[0] ?? 0];
  }
  return own;
}

/** The timeline of live sound: one item without an end. */
export const liveTimeline: Timeline = {
  total: () => null,
  remaining: () => Number.POSITIVE_INFINITY,
  segment: (position) => ({
    item: 0,
    gap: false,
    offset_ms: position,
    left_ms: Number.POSITIVE_INFINITY,
    duration_ms: 0,
  }),
  advance: (position, ms) => position + ms,
  next: () => null,
  previous: (position) => position,
  startOf: () => 0,
};

/**
 * Makes the timeline of a list that has at least one item, all with a length above zero. Pure.
 *
 * @throws RangeError otherwise
 */
export function createTimeline(input: TimelineInput): Timeline {
  const durations = input.durations.map(ceilToPacket);
  const interval = ceilToPacket(input.interval_ms);
  const count = durations.length;
  const round = durations.reduce((sum, d) => sum + d + interval, 0);
  const single = input.loop === loopMode.trackLoop || input.loop === loopMode.trackOnce;
  const loops = input.loop === loopMode.listLoop;
  if (count === 0 || durations.some((d) => d <= 0))
    throw new RangeError('a timeline needs items with a length');

  let cached: { round: number; slots: Slot[] } | null = null;
  /** Slots of a round with their starts; the last round is cached. */
  function slotsOfRound(index: number): Slot[] {
    if (cached?.round === index) return cached.slots;
    let start = index * round;
    const slots = roundOrder(count, input.play_order, input.seed, index).map((item) => {
      const slot = { item, start, duration: durations[item] ?? 0 };
      start += slot.duration + interval;
      return slot;
    });
    cached = { round: index, slots };
    return slots;
  }
  const roundAt = (position: number) => (loops ? Math.floor(position / round) : 0);
  function slotAt(position: number): { slot: Slot; place: number; round: number } {
    const index = roundAt(position);
    const slots = slotsOfRound(index);
    let place = slots.findLastIndex((s) => s.start <= position);
    if (place < 0) place = 0;
    return { slot: slots[place] as Slot, place, round: index };
  }

  function remaining(position: number): number {
    if (loops || input.loop === loopMode.trackLoop) return Number.POSITIVE_INFINITY;
    const last = input.loop === loopMode.trackOnce ? slotAt(position).slot : slotsOfRound(0).at(-1);
    return last ? Math.max(0, last.start + last.duration - position) : 0;
  }

  return {
    remaining,
    total(position) {
      if (loops || input.loop === loopMode.trackLoop) return null;
      return single ? slotAt(position).slot.duration : round - interval;
    },
    segment(position) {
      if (remaining(position) <= 0) return null;
      const { slot } = slotAt(position);
      const inside = position - slot.start;
      const gap = inside >= slot.duration;
      const offset_ms = gap ? inside - slot.duration : inside;
      const left_ms = (gap ? interval : slot.duration) - offset_ms;
      return { item: slot.item, gap, offset_ms, left_ms, duration_ms: slot.duration };
    },
    advance(position, ms) {
      if (input.loop !== loopMode.trackLoop) return position + ms;
      const { slot } = slotAt(position);
      return slot.start + ((position - slot.start + ms) % (slot.duration + interval));
    },
    next(position) {
      const at = slotAt(position);
      const following = slotsOfRound(at.round)[at.place + 1];
      if (following) return following.start;
      if (loops) return (at.round + 1) * round;
      return single ? 0 : null;
    },
    previous(position) {
      const at = slotAt(position);
      const before = slotsOfRound(at.round)[at.place - 1];
      if (before) return before.start;
      if (loops && at.round > 0) return slotsOfRound(at.round - 1).at(-1)?.start ?? 0;
      return loops || single ? (slotsOfRound(0).at(-1)?.start ?? 0) : 0;
    },
    startOf: (item) => slotsOfRound(0).find((s) => s.item === item)?.start ?? 0,
  };
}
