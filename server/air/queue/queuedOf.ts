import { mixClassOf, rankOf, type TaskWeights } from '../engine/rank.ts';
import type { OnTurn, Queued, StartRequest } from './queue.types.ts';

export interface QueuedDeps {
  clock: { now(): number };
  /** Wall time, epoch ms. */
  now(): number;
  weights(): TaskWeights;
  voiceMix(): boolean;
}

/** Makes the entry of a start: its rank, and the time until which it waits. @param attempt from 1 */
export function queuedOf(
  deps: QueuedDeps,
  request: StartRequest,
  turn: OnTurn,
  attempt = request.again?.attempt ?? 1,
): Queued {
  const now = deps.now();
  const since_at = request.since_at ?? now;
  const latest = request.again?.latest_at ?? Number.POSITIVE_INFINITY;
  const until_at = Math.min(request.until_at ?? now + request.wait_s * 1000, latest);
  const ranked = { ...request.task, id: request.id, started_at: Math.floor(now / 1000) };
  const rank = rankOf(ranked, deps.weights());
  const part = mixClassOf(ranked, deps.voiceMix());
  return {
    ...{ id: request.id, weight: rank.weight, request, rank, part, since_at, until_at, turn, attempt },
    terminals: new Set(request.terminals.map(({ id }) => id)),
    untilUs: deps.clock.now() + Math.max(0, until_at - now) * 1000,
  };
}
