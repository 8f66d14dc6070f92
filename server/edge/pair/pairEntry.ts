import type { AuditEntry } from '../../platform/audit/audit.ts';

/** Entry of the audit log about the pair. @param name host name of the machine that it is about; empty: none yet */
export function pairEntry(action: string, ip: string, name: string): AuditEntry {
  return { action, entity: 'pair', entity_id: null, ip, after: { name } };
}
