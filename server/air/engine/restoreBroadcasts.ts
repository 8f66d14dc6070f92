import { compareRank } from '../../../contract/protocol/arbitration.ts';
import { openStored } from '../../sound/source/listPosition.ts';
import { isSynthesizing } from '../../sound/source/listTimeline.ts';
import { type OpenSource, SourceError } from '../../sound/source/source.ts';
import type { BroadcastRow } from '../broadcast/broadcast.table.ts';
import type { EngineState } from './engineState.ts';
import type { Lifecycle } from './lifecycle.ts';
import { Broadcast } from './state/broadcast.ts';

/** Largest lead with which a broadcast is put on the air; above it the wall clock was set back, ms. */
const MAX_AHEAD_MS = 10_000;

/** Tells if the sound of a broadcast is in files: it is not made or fetched first. */
const isStored = ({ items }: Pick<BroadcastRow, 'items'>): boolean =>
  items.length > 0 && !items.some(isSynthesizing);

/**
 * Resumes the broadcasts that were on the air when the server went down. Those that played continue at the
 * position they would have by now: in the same epoch by the media clock, with the packets that the last server would
 * have sent, else by the wall clock. Those paused or held stay so.
 */
export async function restoreBroadcasts(engine: EngineState, lifecycle: Lifecycle): Promise<void> {
  const { deps, broadcasts, claims, routing } = engine;
  for (const { row, startedBy, targets } of await deps.store.running()) {
    const b = new Broadcast({
      row,
      targets,
      startedBy,
      weights: deps.weights(),
      originUs: anchorOf(row) ?? lifecycle.soon(),
      open: openerOf(row),
      voiceMix: deps.voiceMix(),
      ...{ decode: deps.decode, leadsAlone: deps.leadsAlone },
    });
    b.stream.recordTo(deps.record(b));
    broadcasts.set(b.id, b);
  }
  // The highest rank first, so that no claim drops another: all such drops happened before.
  const byRank = [...broadcasts.values()].sort((a, b) => compareRank(a.claim.rank, b.claim.rank));
  for (const b of byRank) claims.add(b.claim, b.targets.keys());
  await Promise.all([...broadcasts.values()].map(resume));

  async function resume(b: Broadcast): Promise<void> {
    const live = b.row.state === 'playing';
    const anchorUs = anchorOf(b.row);
    const from_us = b.stream.align(Math.max(lifecycle.soon(), live ? (anchorUs ?? appointedOf(b.row)) : 0));
    if (anchorUs !== null) {
      b.position.catchUp((from_us - anchorUs) / 1000);
      // Terminals may report sound that was heard before the restart.
      for (const target of b.targets.values()) target.opened(anchorUs);
    } else if (live) b.position.catchUp(Math.max(0, deps.clock.toWall(from_us) - b.row.anchor_at));
    if (b.position.isOver) return lifecycle.end(b, 'outage').catch(() => {});
    if (live && claims.terminals(b.id).size > 0) {
      const opened = lifecycle.open(b, from_us);
      // A station that does not answer must not delay the start of the server.
      if (isStored(b.row)) await opened;
    }
    lifecycle.reconcile(b);
    routing.route(claims.terminals(b.id), deps.clock.now());
  }

  /** Media time of the anchor of a row that played; null: it did not, or by another clock. */
  function anchorOf({ state, anchor_us, anchor_epoch }: BroadcastRow): number | null {
    return state === 'playing' && anchor_epoch === deps.clock.epoch ? anchor_us : null;
  }

  /** Media time of a scheduled start that was still ahead when the server went down: it begins in time. */
  function appointedOf(row: BroadcastRow): number {
    const aheadMs = row.anchor_at - deps.clock.toWall(deps.clock.now());
    return aheadMs <= MAX_AHEAD_MS ? deps.clock.fromWall(row.anchor_at) : 0;
  }

  function openerOf(row: BroadcastRow): OpenSource {
    if (isStored(row)) return openStored(deps);
    const gone = () => {
      throw new SourceError(0, 'live sound is gone after a restart of the server');
    };
    return deps.reopen(row) ?? gone;
  }
}
