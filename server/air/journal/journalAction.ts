import type { Actor, AuditEntry } from '../../platform/audit/audit.ts';
import type { Journal } from './journal.ts';
import type { Subject } from './subject.ts';

/**
 * Writes an audit entry for an action that takes effect whatever the database does. Resolves when it is
 * stored or in the journal file.
 *
 * @param done resolves when the effect of the action itself is stored
 */
export function journalAction(
  journal: Pick<Journal, 'add' | 'safe'>,
  of: Subject,
  { accountId, code }: Actor,
  entry: AuditEntry,
  done?: Promise<unknown>,
): Promise<void> {
  journal.add(of, { audit: [{ actor: { accountId, code }, entry: { at: Date.now(), ...entry } }] });
  return journal.safe(of, done);
}
