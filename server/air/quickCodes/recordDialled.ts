import type { QuickOutcome } from '../../../contract/entities/tasks/quickCode.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { Journal } from '../journal/journal.ts';
import { journalAction } from '../journal/journalAction.ts';
import type { QuickCodeRow } from './quickCode.repository.ts';

/** Results that have an effect and are audited. */
const effects: ReadonlySet<QuickOutcome> = new Set(['started', 'stopped', 'page', 'call']);

/**
 * Puts a dialled code that had an effect into the audit log, with the station as actor. Without the database the entry
 * waits in the journal: what was dialled is heard.
 */
export function recordDialled(
  journal: Pick<Journal, 'add' | 'safe'>,
  { id, code, name, scheduled_task }: QuickCodeRow,
  station: Pick<AdoptedTerminal, 'code'>,
  link: Pick<TerminalLink, 'address'>,
  outcome: QuickOutcome,
): void {
  if (!effects.has(outcome)) return;
  const after = { code, name, done: outcome, ...(scheduled_task === null ? {} : { scheduled_task }) };
  const actor = { accountId: null, code: station.code };
  const entry = { action: 'dial', entity: 'quick_code', entity_id: id, ip: link.address, after };
  void journalAction(journal, 'site', actor, entry);
}
