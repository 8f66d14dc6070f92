import type { StoredProof } from '../../broadcast/proofs.repository.ts';
import type { Tx } from '../../db/client.ts';
import type { Audit, AuditEntry } from '../../system/audit.ts';
import type { Doer } from '../machine/ports.ts';
import type { AlarmRow, NewAir, NewEvent } from './alarm.repository.ts';
import * as repository from './alarm.repository.ts';

/** What of an alarm is to be stored: the row as it is, and what has happened since it was stored last. */
export interface Part {
  row: AlarmRow | null;
  events: NewEvent[];
  air: NewAir[];
  /** Terminals that came to a broadcast which is stored already. */
  joined: { broadcast: number; terminals: number[] }[];
  proofs: { broadcast: number; proofs: readonly StoredProof[] }[];
  audit: { doer: Doer; entry: AuditEntry }[];
}

export const emptyPart = (): Part => ({ row: null, events: [], air: [], joined: [], proofs: [], audit: [] });

/** Adds to a part what came after it. */
export function addTo(part: Part, newer: Partial<Part>): void {
  part.row = newer.row ?? part.row;
  part.events.push(...(newer.events ?? []));
  part.air.push(...(newer.air ?? []));
  part.joined.push(...(newer.joined ?? []));
  part.proofs.push(...(newer.proofs ?? []));
  part.audit.push(...(newer.audit ?? []));
}

export async function storePart(tx: Tx, audit: Audit, id: number, part: Part): Promise<void> {
  if (part.row !== null) await repository.saveAlarm(tx, part.row);
  await repository.insertEvents(tx, id, part.events);
  for (const one of part.air) await repository.insertAir(tx, one);
  for (const { broadcast, terminals } of part.joined) await repository.insertJoined(tx, broadcast, terminals);
  const byBroadcast = Map.groupBy(part.proofs, ({ broadcast }) => broadcast);
  for (const [broadcast, some] of byBroadcast) {
    const proofs = some.flatMap((one) => one.proofs);
    await repository.saveProofs(tx, broadcast, proofs);
  }
  for (const { doer, entry } of part.audit) await audit.record(tx, doer, entry);
}
