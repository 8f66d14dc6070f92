import type {
  AirPreview,
  StartRealTimeTask,
  TaskDryRun,
} from '../../../contract/entities/tasks/broadcast.ts';
import { isAway, type SilenceReasonDeps, silenceReason } from '../../site/faults/silenceReason.ts';
import { transportOf } from '../../site/foreign/transportOf.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import { timelineOf } from '../../sound/source/listTimeline.ts';
import type { ClaimEffect } from '../engine/claim.ts';
import type { Engine } from '../engine/engineApi.ts';
import { mixClassOf, rankOf, type TaskWeights, type Unstarted } from '../engine/rank.ts';
import type { StartOutcome } from '../queue/queue.types.ts';
import type { StartQueue } from '../queue/startQueue.ts';
import { startType } from './startType.ts';

/** Largest number of unreachable terminals that are listed; the others are only counted. */
const MAX_NAMED = 1_000;
/** Id of the task in the preview: ranks behind all running broadcasts, as the latest start. */
const NOT_STARTED = Number.MAX_SAFE_INTEGER;

export interface AirPreviewDeps extends SilenceReasonDeps {
  engine: Pick<Engine, 'claims' | 'get' | 'startNeeds'>;
  weights: TaskWeights;
  voiceMix: boolean;
  /** Epoch seconds. */
  now: number;
}

/**
 * Previews a start at these terminals: which broadcasts it would pre-empt or duck, which it would wait behind
 * or be ducked under, and which terminals cannot be reached. Changes nothing.
 * @param outcome effect of its policy for busy terminals; null: it goes by its rank. A start that waits is previewed as
 *   it goes later, one that leaves terminals out at the others.
 */
export function airPreview(
  on: AirPreviewDeps,
  task: Unstarted,
  terminals: readonly AdoptedTerminal[],
  outcome: StartOutcome | null,
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
  let unreachable_behind = 0;
  let sounding = 0;
  const leftOut = new Set(outcome?.kind === 'goes' ? outcome.busy.map(({ terminal }) => terminal.id) : []);
  const isLeftOut = (id: number) => outcome?.kind === 'refused' || leftOut.has(id);
  let sent = 0;
  for (const { id, code, org, row } of terminals) {
    const reason = silenceReason(on, id);
    // A terminal without a connection plays nothing that could be pre-empted, and a start that waits pre-empts nothing now.
    const meetsNone = isAway(reason) || outcome?.kind === 'waits' || isLeftOut(id);
    const met = meetsNone ? [] : on.engine.claims.preview(rank, part, id);
    for (const { kind, other } of met) counts[kind].set(other, (counts[kind].get(other) ?? 0) + 1);
    if (reason === 'behind_relay') unreachable_behind++;
    if (reason === null) {
      const plays = isLeftOut(id) || met.some(({ kind }) => kind === 'waits') ? 0 : 1;
      sounding += plays;
      if (transportOf(row) !== null) sent += plays;
    } else if (++unreachable_count <= MAX_NAMED)
      unreachable.push({ terminal_id: id, code, name: row.name, org, reason });
  }
  /** Wait of a start that goes now. */
  function startWait(): AirPreview['start_wait'] {
    const plays = terminals.flatMap(({ id, org }) => (isLeftOut(id) ? [] : [{ terminal_id: id, org }]));
    const called = on.engine.startNeeds(task, plays)?.called ?? [];
    if (called.length === 0) return null;
    return { loudspeakers: called.length, most_s: Math.max(...called.map(({ waitS }) => waitS)) };
  }
  const others = (found: Map<number, number>) =>
    [...found]
      .map(([task_id, n]) => ({ task_id, name: on.engine.get(task_id)?.row.name ?? '', terminals: n }))
      .sort((a, b) => b.terminals - a.terminals);
  return {
    targets: terminals.length,
    sounding,
    sent,
    start_wait: startWait(),
    preempts: others(counts.preempts),
    ducks: others(counts.ducks),
    ducked: others(counts.ducked),
    waits: others(counts.waits),
    unreachable_count,
    unreachable_behind,
    unreachable,
    outcome: outcome && { ...outcome, busy: outcome.busy.length },
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
  queue: Pick<StartQueue, 'preview'>,
): TaskDryRun {
  const { priority, audio_source, busy_policy, wait_s } = task;
  const unstarted = { task_type: startType(task), priority, audio_source };
  const outcome = queue.preview({ task: unstarted, terminals, busy_policy, wait_s });
  return {
    ...airPreview(on, unstarted, terminals, outcome),
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
