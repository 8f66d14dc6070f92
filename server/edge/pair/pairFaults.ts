import type { PairMachine } from '../../../contract/entities/site/pair.ts';
import type { FaultSink } from '../../site/faults/faults.ts';

/** Lag from which the standby counts as behind, ms. */
export const BEHIND_MS = 5_000;

/** Opens and resolves the faults of the standby server. @param state null: there is none any more */
export function updatePairFaults(
  faults: Pick<FaultSink, 'open' | 'resolve'>,
  name: string,
  state: Pick<PairMachine, 'stage' | 'lag_ms'> | null,
): void {
  const isLost = state?.stage === 'lost';
  if (isLost) faults.open({ kind: 'standby_lost', subject: 'standby', params: { name } });
  else faults.resolve('standby_lost', 'standby');
  const late = state?.lag_ms ?? 0;
  if (!isLost && late >= BEHIND_MS) {
    const params = { name, seconds: Math.floor(late / 1000) };
    faults.open({ kind: 'standby_behind', subject: 'standby', params });
  } else faults.resolve('standby_behind', 'standby');
}

/** Opens and resolves the fault of a witness that is not connected. @param name null: there is none */
export function updateWitnessFault(
  faults: Pick<FaultSink, 'open' | 'resolve'>,
  name: string | null,
  isConnected: boolean,
): void {
  if (name !== null && !isConnected)
    faults.open({ kind: 'witness_lost', subject: 'standby', params: { name } });
  else faults.resolve('witness_lost', 'standby');
}
