import type { EngineDeps } from './broadcast.ports.ts';
import type { BroadcastRecords } from './broadcastRecords.ts';
import type { ClaimTable } from './claimTable.ts';
import { liveRow } from './liveRow.ts';
import type { Broadcast } from './state/broadcast.ts';
import type { TargetStates } from './targetStates.ts';

/** Publishes the live rows of running broadcasts. */
export interface LivePublisher {
  /** Publishes the row as it is now, and updates the states of the targets for it. */
  publish(b: Broadcast): void;
  /** Publishes the row if it is due. */
  tick(b: Broadcast, nowUs: number): void;
}

export function createLivePublisher(
  { clock, orgOf, live }: Pick<EngineDeps, 'clock' | 'orgOf' | 'live'>,
  claims: ClaimTable,
  states: TargetStates,
  records: Pick<BroadcastRecords, 'saveProofsSoon'>,
): LivePublisher {
  function publish(b: Broadcast): void {
    if (b.ended !== null) return;
    const nowUs = clock.now();
    for (const target of b.targets.values()) {
      target.setState(states.stateOf(b, target));
      // A terminal in another zone: its proof is stored at once, so that this zone's readers see the run with
      // its live row.
      if (target.moved(orgOf(target.terminalId) ?? null)) records.saveProofsSoon(b);
    }
    b.liveRow.published(nowUs);
    live.upsert(liveRow(b, claims.heardCount(b.id), nowUs, clock.toWall));
  }

  return {
    publish,
    tick(b, nowUs) {
      if (b.liveRow.isDue(nowUs, b.from_us !== null)) publish(b);
    },
  };
}
