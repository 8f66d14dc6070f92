import type { BroadcastLive } from '../../../contract/entities/broadcast.ts';

/** How far a broadcast is, milliseconds. `left` and `share` are null when it has no end of its own. */
export interface Progress {
  elapsed: number;
  left: number | null;
  share: number | null;
}

/**
 * Position in the whole list at `now` (server time, epoch ms): it runs on from the anchor while it plays. What loops
 * or is live counts from its start.
 */
export function progressOf(task: BroadcastLive, now: number): Progress {
  if (task.total_ms === null)
    return { elapsed: Math.max(0, now - task.started_at * 1000), left: null, share: null };
  const since = task.state === 'playing' ? Math.max(0, now - task.anchor_at) : 0;
  const elapsed = Math.min(task.position_ms + since, task.total_ms);
  return {
    elapsed,
    left: task.total_ms - elapsed,
    share: task.total_ms > 0 ? elapsed / task.total_ms : 0,
  };
}
