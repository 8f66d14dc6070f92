import type { Audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/client.ts';
import type { RefusalReason } from './link/handshake.ts';
import { pairEntry } from './pairEntry.ts';

/** Interval at which refusals of the same kind from one address are recorded again, ms. */
const AGAIN_MS = 600_000;
/** Most kinds and addresses that are remembered. */
const MAX_KNOWN = 1_000;

/** Why a connection of another machine was ended: refused at its beginning, or for what it sent later. */
export type Refused = RefusalReason | 'message';

const words: Record<Refused, string> = {
  token: 'a machine with a wrong or expired token was refused as a partner',
  unknown: 'a machine that does not prove to be the partner was refused',
  older_term: 'a machine was refused because this server is older than the last take-over that it knows',
  not_leader: 'a machine was refused because this server does not lead',
  no_database: 'a partner was refused because this server cannot have one now',
  plain: 'a machine was refused as a partner because its connection is not encrypted',
  busy: 'a machine was refused because there is a partner already',
  version: 'a machine was refused as a partner because its first message cannot be read',
  message: 'the connection of the partner was ended because of a message that cannot be true',
};
/** Refusals of a partner that is as it should be: no reason to look at the audit log. */
const plainStates: readonly Refused[] = ['not_leader', 'no_database', 'busy', 'version'];

export interface RefusalDeps {
  db: Db;
  audit: Audit;
  log: { warn(details: object, message: string): void };
}

/** Records connections that were refused, in words in the log, and in the audit log; repeated ones seldom. */
export function createRefusals({ db, audit, log }: RefusalDeps) {
  const known = new Map<string, number>();
  return {
    note(reason: Refused, address: string, name: string): void {
      const kind = `${reason} ${address}`;
      const now = performance.now();
      if (now - (known.get(kind) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
      // Anybody can connect: neither the memory nor the log may be filled.
      if (known.size >= MAX_KNOWN) return;
      known.set(kind, now);
      log.warn({ reason, address, name }, words[reason]);
      if (plainStates.includes(reason)) return;
      const entry = pairEntry('refuse', address, name);
      audit
        .record(db, { accountId: null, code: '' }, { ...entry, after: { ...entry.after, reason } })
        .catch((err) => log.warn({ err }, 'a refused partner is not in the audit log'));
    },
  };
}
export type Refusals = ReturnType<typeof createRefusals>;
