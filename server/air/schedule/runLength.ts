import { audioSource, loopMode } from '../../../contract/codes.ts';
import type { ScheduledTaskForm } from '../../../contract/entities/tasks/scheduledTask.ts';
import { isEndless } from '../../../contract/entities/tasks/scheduledTask.ts';
import { createTimeline, PACKET_MS, roundOrder } from '../../sound/source/timeline.ts';

/** Lengths of the sounds of a task, ms; not necessarily whole packets. */
export interface Durations {
  /** Items of the list; null: a source without a list, or speech that is not synthesised yet. */
  list: readonly number[] | null;
  before: number;
  after: number;
}

/** Time limits of a run, ms; null: no limit. */
export interface Limits {
  /** Time between the chimes. */
  programme_ms: number | null;
  /** Whole run, from the first chime to the last. */
  total_ms: number | null;
}

type Listed = Pick<
  ScheduledTaskForm,
  'audio_source' | 'loop' | 'play_order' | 'interval_time' | 'count' | 'duration'
>;

const toPackets = (ms: number) => Math.ceil(ms / PACKET_MS) * PACKET_MS;

/** Loop mode of a task: a `count` turns the modes that play once into their repeating counterparts. */
export function loopOf(task: Pick<Listed, 'loop' | 'count'>): number {
  if (task.count === null) return task.loop;
  if (task.loop === loopMode.listOnce) return loopMode.listLoop;
  return task.loop === loopMode.trackOnce ? loopMode.trackLoop : task.loop;
}

/** Length of a list, or of `count` rounds of it, ms; null: endless. */
function listLength(task: Listed, durations: readonly number[], seed: number): number | null {
  const interval_ms = task.interval_time * 1000;
  if (task.count === null) {
    const { loop, play_order } = task;
    const total = createTimeline({ durations, play_order, loop, interval_ms, seed }).remaining(0);
    return Number.isFinite(total) ? total : null;
  }
  const single = task.loop === loopMode.trackLoop || task.loop === loopMode.trackOnce;
  const track = durations[roundOrder(durations.length, task.play_order, seed, 0)[0] ?? 0] ?? 0;
  const gap = toPackets(interval_ms);
  const round = (single ? [track] : durations).reduce((sum, one) => sum + toPackets(one) + gap, 0);
  return round * task.count - gap;
}

/**
 * Computes the length of a run: until its list, its count or its duration is over, or its end time is
 * reached. The closing chime is within the duration or end time.
 * @param window_ms from the start to the end time; null: no end time
 */
export function limitsOf(task: Listed, durations: Durations, window_ms: number | null, seed: number): Limits {
  const { before, after, list } = durations;
  const firm = Math.min(
    window_ms ?? Number.POSITIVE_INFINITY,
    task.duration === null ? Number.POSITIVE_INFINITY : task.duration * 1000,
  );
  const own =
    list === null || list.length === 0
      ? Number.POSITIVE_INFINITY
      : (listLength(task, list, seed) ?? Number.POSITIVE_INFINITY);
  const chimes = toPackets(before) + toPackets(after);
  const programme = Math.min(own, Math.max(0, firm - chimes));
  const total = Math.min(programme + chimes, firm);
  return {
    programme_ms: Number.isFinite(programme) ? programme : null,
    total_ms: Number.isFinite(total) ? total : null,
  };
}

/** Length of a run as far as it is known beforehand, ms; null: unknown, or endless without a limit. */
export function runLength(
  task: ScheduledTaskForm,
  durations: Durations,
  window_ms: number | null,
): number | null {
  if (task.audio_source === audioSource.controlTask) return 0;
  const { total_ms } = limitsOf(task, durations, window_ms, 0);
  const unknown = durations.list === null && !isEndless(task);
  return unknown && window_ms === null && task.duration === null ? null : total_ms;
}
