import type { Actor, Audit, AuditEntry } from '../../platform/audit/audit.ts';
import type { LoginChange } from '../../platform/auth/away/loginJournal.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as keys from '../../platform/idempotency/key.repository.ts';
import { type HoldChange, storeHolds } from '../../site/io/io.repository.ts';
import { setTold, type Told } from '../../site/relays/relay.repository.ts';
import { saveState } from '../broadcast/broadcast.repository.ts';
import type { StoredProof } from '../broadcast/proofs.repository.ts';
import type { AlarmRow, NewEvent } from '../emergency/journal/alarm.repository.ts';
import { insertEvents, isStored, saveAlarm } from '../emergency/journal/alarm.repository.ts';
import type { StoredState } from '../engine/state/storedState.ts';
import { type ByHand, setByHand } from '../gpio/byHand.repository.ts';
import { insertAir, insertJoined, type NewAir, removeAir, saveProofs } from './air.repository.ts';
import { storeLogin } from './logins.repository.ts';
import type { Subject } from './subject.ts';

/** Writes of a subject: rows as they are, and events since the last write. */
export interface PendingWrites {
  /** Row of an alarm. */
  row: AlarmRow | null;
  events: NewEvent[];
  air: NewAir[];
  /** Terminals that joined a stored broadcast. */
  joined: { broadcast: number; terminals: number[] }[];
  /** States of broadcasts; the last one of each counts. */
  states: { broadcast: number; state: StoredState }[];
  proofs: { broadcast: number; proofs: readonly StoredProof[] }[];
  /** Broadcasts that were prepared and taken back. */
  removed: number[];
  audit: { actor: Actor; entry: AuditEntry }[];
  /** Outputs that persons have switched. */
  holds: HoldChange[];
  /** GPIO tasks that persons have started or stopped. */
  gpio: ByHand[];
  /** Logins that were made without the database. */
  logins: LoginChange[];
  /** Idempotency keys of the requests, with their responses. */
  keys: keys.AnsweredRun[];
  /** Lines of relays that these writes contain. */
  told: Told[];
}

export const noWrites = (): PendingWrites => ({
  row: null,
  events: [],
  air: [],
  joined: [],
  states: [],
  proofs: [],
  removed: [],
  audit: [],
  holds: [],
  gpio: [],
  logins: [],
  keys: [],
  told: [],
});

/** Appends later writes to a part. */
export function mergeWrites(part: PendingWrites, newer: Partial<PendingWrites>): void {
  part.row = newer.row ?? part.row;
  part.events.push(...(newer.events ?? []));
  part.air.push(...(newer.air ?? []));
  part.joined.push(...(newer.joined ?? []));
  part.states.push(...(newer.states ?? []));
  part.proofs.push(...(newer.proofs ?? []));
  part.removed.push(...(newer.removed ?? []));
  part.audit.push(...(newer.audit ?? []));
  part.holds.push(...(newer.holds ?? []));
  part.gpio.push(...(newer.gpio ?? []));
  part.logins.push(...(newer.logins ?? []));
  part.keys.push(...(newer.keys ?? []));
  part.told.push(...(newer.told ?? []));
}

/**
 * Order of writes: alarms first, older ones before newer, because an alarm must be over before the next of
 * its plan begins.
 */
export function writeOrder<T>(parts: ReadonlyMap<Subject, T>): [Subject, T][] {
  const placeOf = (of: Subject) => [of.startsWith('alarm') ? 0 : 1, Number(of.split(' ')[1] ?? 0)] as const;
  return [...parts].sort(([one], [other]) => {
    const [a, b] = [placeOf(one), placeOf(other)];
    return a[0] - b[0] || a[1] - b[1];
  });
}

/** Merges a proof with a later one; the first sound is kept. */
function newer(old: StoredProof | undefined, proof: StoredProof): StoredProof {
  return { ...old, ...proof, first_sound_at: old?.first_sound_at ?? proof.first_sound_at };
}

/** Merged proofs by broadcast and terminal. */
function proofsOf(part: PendingWrites): Map<number, Map<number, StoredProof>> {
  const all = new Map<number, Map<number, StoredProof>>();
  for (const { broadcast, proofs } of part.proofs) {
    const own = all.get(broadcast) ?? new Map<number, StoredProof>();
    all.set(broadcast, own);
    for (const proof of proofs) own.set(proof.terminal_id, newer(own.get(proof.terminal_id), proof));
  }
  return all;
}

/** Stores a part. Idempotent for alarms (by row) and broadcasts. */
export async function storeWrites(tx: Tx, audit: Audit, of: Subject, part: PendingWrites): Promise<void> {
  // A relay may tell of an alarm whose record was deleted meanwhile.
  const isGone = part.told.length > 0 && part.row === null && of.startsWith('alarm');
  if (isGone && !(await isStored(tx, Number(of.split(' ')[1])))) {
    for (const one of part.told) await setTold(tx, one);
    return;
  }
  if (part.row !== null) await saveAlarm(tx, part.row);
  if (part.events.length > 0) await insertEvents(tx, Number(of.split(' ')[1]), part.events);
  for (const one of part.air) await insertAir(tx, one);
  for (const { broadcast, terminals } of part.joined) await insertJoined(tx, broadcast, terminals);
  const states = new Map(part.states.map(({ broadcast, state }) => [broadcast, state]));
  for (const [id, state] of states) await saveState(tx, id, state);
  for (const [id, proofs] of proofsOf(part)) await saveProofs(tx, id, [...proofs.values()]);
  for (const id of part.removed) await removeAir(tx, id);
  for (const change of part.holds) await storeHolds(tx, change);
  for (const change of part.gpio) await setByHand(tx, change);
  for (const { actor, entry } of part.audit) await audit.record(tx, actor, entry);
  for (const change of part.logins) await storeLogin(tx, change);
  for (const run of part.keys) await keys.put(tx, run, 0, run.answer);
  for (const one of part.told) await setTold(tx, one);
}
