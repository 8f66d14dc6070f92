import type { EngineDeps } from './broadcast.ports.ts';
import type { BroadcastRecords } from './broadcastRecords.ts';
import type { ClaimTable } from './claimTable.ts';
import type { LivePublisher } from './livePublisher.ts';
import type { OutputRouting } from './outputRouting.ts';
import type { Broadcast } from './state/broadcast.ts';
import type { TargetStates } from './targetStates.ts';

/** State shared by the parts of the engine: running broadcasts, their claims, output routing and storage. */
export interface EngineState {
  deps: EngineDeps;
  broadcasts: Map<number, Broadcast>;
  claims: ClaimTable;
  states: TargetStates;
  routing: OutputRouting;
  records: BroadcastRecords;
  publisher: LivePublisher;
}
