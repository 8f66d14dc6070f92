import type { Actor, AuditEntry } from '../../platform/audit/audit.ts';
import type { HoldChange } from './io.repository.ts';

/** The part of the journal (server/air/journal) that outputs switched by persons are written to. */
export interface IoJournal {
  add(of: 'site', changes: { holds: HoldChange[]; audit: { actor: Actor; entry: AuditEntry }[] }): void;
  /** Resolves when everything added so far outlives the process. */
  safe(of: 'site'): Promise<void>;
}
