import type { Actor, AuditEntry } from '../system/audit.ts';
import type { Journal } from './journal.ts';
import type { Subject } from './part.ts';

/**
 * Notes for the audit log what a person has done that counts whatever the database does. Resolves when it is stored, or outlives
 * the process. `done`: resolves when the deed itself is stored.
 */
export function noteDeed(
  journal: Pick<Journal, 'add' | 'safe'>,
  of: Subject,
  { accountId, code }: Actor,
  entry: AuditEntry,
  done?: Promise<unknown>,
): Promise<void> {
  journal.add(of, { audit: [{ doer: { accountId, code }, entry: { at: Date.now(), ...entry } }] });
  return journal.safe(of, done);
}
