import { hostname } from 'node:os';
import type { PairMachine, PairOverview } from '../../../contract/entities/site/pair.ts';
import { serverVersion } from '../../platform/config/version.ts';
import type { PairRecord, Partner } from './link/pairRecord.ts';
import type { Split } from './link/split.ts';

/** Describes this leading server and its partner, if it has one. */
export function machinesOf(
  pair: PairRecord | null,
  standby: Omit<PairMachine, 'name' | 'role' | 'urls'>,
): PairMachine[] {
  const own: PairMachine = {
    role: 'leader',
    ...{ name: hostname(), urls: [], version: serverVersion, clock_ms: 0, stage: null },
    since: pair?.leads_since == null ? null : Math.floor(pair.leads_since / 1000),
    ...{ lag_bytes: null, lag_ms: null, done_bytes: 0, total_bytes: 0, bytes_per_s: 0, files_missing: null },
    ...{ alarms_copied: null, clock_error_us: null },
  };
  if (pair?.partner == null) return [own];
  const { name, urls } = pair.partner;
  return [own, { name, role: 'standby', urls, ...standby }];
}

export function witnessState(witness: Partner | null, isConnected: boolean): PairOverview['witness'] {
  if (witness === null) return null;
  const { name, urls } = witness;
  return { name, urls, is_connected: isConnected };
}

export function splitOf(partner: Partner | null, split: Split | null): PairOverview['split'] {
  return partner === null || split === null ? null : { name: partner.name, ...split };
}
