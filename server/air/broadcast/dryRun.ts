import type {
  AirPreview,
  StartRealTimeTask,
  TaskDryRun,
} from '../../../contract/entities/tasks/broadcast.ts';
import { type SilenceReasonDeps, silenceReason } from '../../site/faults/silenceReason.ts';
import { transportOf } from '../../site/foreign/transportOf.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import { timelineOf } from '../../sound/source/listTimeline.ts';
import type { ClaimEffect } from '../engine/claim.ts';
import type { Engine } from '../engine/engineApi.ts';
import { mixClassOf, type Ranked, rankOf, type TaskWeights } from '../engine/rank.ts';
import { startType } from './startType.ts';

/** Largest number of unreachable terminals that are listed; the others are only counted. */
const MAX_NAMED = 1_000;
/** Id of the task in the preview: ranks behind all running broadcasts, as the latest start. */
const NOT_STARTED = Number.MAX_SAFE_INTEGER;

export interface AirPreviewDeps extends SilenceReasonDeps {
  engine: Pick<Engine, 'claims' | 'get'>;
  weights: TaskWeights;
  voiceMix: boolean;
  /** Epoch seconds. */
  now: number;
}

/** The fields of a task that decide its rank and how it mixes. */
export type Unstarted = Pick<Ranked, 'task_type' | 'priority' | 'emergency' | 'linkage_task_id' | 'exam'> & {
  audio_source: number;
};

/**
 * Previews a start at these terminals: which broadcasts it would pre-empt or duck, which it would wait behind
 * or be ducked under, and which terminals cannot be reached. Changes nothing.
 */
export function airPreview(
  on: AirPreviewDeps,
  task: Unstarted,
  terminals: readonly AdoptedTerminal[],
): AirPreview {
  const ranked = { ...task, id: NOT_STARTED, started_at: on.now };
  const rank = rankOf(ranked, on.weights);
  const part = mixClassOf(ranked, on.voiceMix);
  const counts: Record<ClaimEffect['kind'], Map<number, number>> = {
    preempts: new Map(),
    ducks: new Map(),
    ducked: new Map(),
    waits: new Map(),
  };
  const unreachable: TaskDryRun['unreachable'] = [];
  let unreachable_count = 0;
  let sounding = 0;
  let sent = 0;
  for (const { id, code, org, row } of terminals) {
    const reason = silenceReason(on, id);
    // An offline terminal plays nothing that could be pre-empted.
    const met = reason === 'offline' ? [] : on.engine.claims.preview(rank, part, id);
    for (const { kind, other } of met) counts[kind].set(other, (counts[kind].get(other) ?? 0) + 1);
    if (reason === null) {
      const plays = met.some(({ kind }) => kind === 'waits') ? 0 : 1;
      sounding += plays;
      if (transportOf(row) !== null) sent += plays;
    } else if (++unreachable_count <= MAX_NAMED)
      unreachable.push({ terminal_id: id, code, name: row.name, org, reason });
  }
  const others = (found: Map<number, number>) =>
    [...found]
      .map(([task_id, n]) => ({ task_id, name: on.engine.get(task_id)?.row.name ?? '', terminals: n }))
      .sort((a, b) => b.terminals - a.terminals);
  return {
    targets: terminals.length,
    sounding,
    sent,
    preempts: others(counts.preempts),
    ducks: others(counts.ducks),
    ducked: others(counts.ducked),
    waits: others(counts.waits),
    unreachable_count,
    unreachable,
  };
}

/**
 * Previews a real-time task, were it started now.
 *
 * @param items null: a text whose length is not known before it is synthesised
 */
export function dryRun(
  on: AirPreviewDeps,
  task: StartRealTimeTask,
  terminals: readonly AdoptedTerminal[],
  items: readonly BroadcastItem[] | null,
): TaskDryRun {
  const { priority, audio_source } = task;
  return {
    ...airPreview(on, { task_type: startType(task), priority, audio_source }, terminals),
    total_ms: items === null ? null : lengthOf(task, items),
  };
}

/** Fields of a task that decide how long it plays; `duration` in seconds, 0: no limit. */
export type Length = Pick<StartRealTimeTask, 'duration' | 'interval_time' | 'loop' | 'play_order'>;

/** Length of a list as it would be played, ms; null: until it is stopped. */
export function lengthOf(task: Length, items: readonly BroadcastItem[]): number | null {
  const limit = task.duration > 0 ? task.duration * 1000 : null;
  const timeline = timelineOf({
    ...task,
    items: [...items],
    interval_ms: task.interval_time * 1000,
    seed: 0,
    programme_ms: limit,
  });
  const total = timeline.total(0);
  // With chimes the duration is part of the timeline already.
  if (items.some((item) => item.part !== undefined)) return total;
  if (total === null) return limit;
  return limit === null ? total : Math.min(total, limit);
}
