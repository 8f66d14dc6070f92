import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';

/** A broadcast of two songs at four terminals, ten seconds into its first, as a live row. */
export function broadcastRow(fields: Partial<BroadcastLive> = {}): BroadcastLive {
  return {
    id: 1,
    org: [1],
    name: 'Music',
    task_type: 1,
    audio_source: 0,
    priority: 50,
    weight: 2050,
    volume: null,
    play_order: 0,
    loop: 0,
    resume_policy: 'live',
    state: 'playing',
    started_at: 1000,
    started_by: 'admin',
    item_index: 0,
    item_count: 2,
    item_name: 'First',
    item_duration_ms: 60_000,
    item_position_ms: 10_000,
    anchor_at: 1_010_000,
    total_ms: 120_000,
    position_ms: 10_000,
    left_ms: 110_000,
    targets: 4,
    sounding: 4,
    unknown: 0,
    silent: 0,
    preempted: 0,
    offline: 0,
    source_silent: false,
    level_db: -20,
    ...fields,
  };
}
