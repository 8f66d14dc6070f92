import { secretFields } from '../../../contract/api/permissions.ts';
import type { DbOrTx } from '../db/client.ts';
import * as repository from './audit.repository.ts';

/** Account that did something, as callers have it; null: no account (a terminal that enrolled itself). */
export interface Actor {
  accountId: number | null;
  code: string;
}

export interface AuditEntry {
  /** `create`, `edit`, `delete`, or the name of another action. */
  action: string;
  /** Key of the entity, as in its permission keys. */
  entity: string;
  entity_id: number | null;
  ip: string;
  /** Time of the action, epoch ms, if the entry may be stored later; undefined: now. */
  at?: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

export interface Audit {
  /** Writes one or more entries in the transaction of the change itself: no change without its entry. */
  record(tx: DbOrTx, actor: Actor, entry: AuditEntry | readonly AuditEntry[]): Promise<void>;
}

/** Fields that are never logged, not even as hashes. */
const secret: ReadonlySet<string> = new Set(secretFields);

function withoutSecrets(values: Record<string, unknown> | undefined) {
  if (values === undefined) return null;
  return Object.fromEntries(Object.entries(values).filter(([key]) => !secret.has(key)));
}

export function createAudit(): Audit {
  return {
    async record(tx, actor, entry) {
      const entries = Array.isArray(entry) ? (entry as readonly AuditEntry[]) : [entry as AuditEntry];
      if (entries.length === 0) return;
      await repository.insert(
        tx,
        entries.map((one) => ({
          at: one.at === undefined ? null : new Date(one.at).toISOString(),
          account_id: actor.accountId,
          account_code: actor.code,
          client_ip: one.ip,
          action: one.action,
          entity: one.entity,
          entity_id: one.entity_id,
          before: withoutSecrets(one.before),
          after: withoutSecrets(one.after),
        })),
      );
    },
  };
}
