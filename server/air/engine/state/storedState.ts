import type { MediaClock } from '../../../platform/clock/mediaClock.ts';
import type { BroadcastRow } from '../../broadcast/broadcast.table.ts';
import type { Broadcast } from './broadcast.ts';

/** The fields of a running broadcast that change and are stored. */
export type StoredState = Pick<
  BroadcastRow,
  | 'state'
  | 'position_ms'
  | 'anchor_at'
  | 'anchor_us'
  | 'anchor_epoch'
  | 'limit_ms'
  | 'volume'
  | 'items'
  | 'seed'
> & { ended_at: number | null; end_reason: string | null };

/** Takes the state to be stored now, and keeps the time of its anchor in the row. */
export function takeState(b: Broadcast, clock: MediaClock): StoredState {
  const { position_ms, limit_ms, from_us, ended, row } = b;
  b.noteAnchor(Math.round(clock.toWall(from_us ?? clock.now())));
  return {
    state: ended ? 'ended' : b.paused ? 'paused' : from_us === null ? 'waiting' : 'playing',
    position_ms: Math.round(position_ms),
    anchor_at: row.anchor_at,
    anchor_us: from_us,
    anchor_epoch: from_us === null ? null : clock.epoch,
    limit_ms: limit_ms === null ? null : Math.round(limit_ms),
    volume: row.volume,
    items: row.items,
    seed: row.seed,
    ended_at: ended?.at ?? null,
    end_reason: ended?.reason ?? null,
  };
}
