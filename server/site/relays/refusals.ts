import { createHash } from 'node:crypto';
import type { RefusedRelay } from '../../../contract/entities/site/relay.ts';
import type { Audit, AuditEntry } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/client.ts';

/** Refusals that are shown, and time within which an equal one is only counted, ms: strangers cannot fill the log. */
const SHOWN = 20;
const AGAIN_MS = 60_000;
/** Audit entries in that time at most, of all senders together. */
const MOST = 20;

export interface RefusalsDeps {
  db: Db;
  audit: Audit;
  log: { warn(details: object, message: string): void };
  /** Epoch ms. */
  now(): number;
}

/** Shortened SHA-256 of a public key, by which a person compares it. */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 32);
}

/** Relays that were refused: shown on the screen, and recorded in the audit log. */
export class RelayRefusals {
  readonly #deps: RefusalsDeps;
  #shown: RefusedRelay[] = [];
  readonly #auditedAt = new Map<string, number>();

  constructor(deps: RefusalsDeps) {
    this.#deps = deps;
  }

  /** Last refusals, the newest first. */
  get shown(): RefusedRelay[] {
    return this.#shown;
  }

  note(refused: Omit<RefusedRelay, 'at' | 'count'>, relayId: number | null): void {
    const now = this.#deps.now();
    const isSame = (one: RefusedRelay) =>
      one.reason === refused.reason && one.peer_addr === refused.peer_addr && one.name === refused.name;
    const count = (this.#shown.find(isSame)?.count ?? 0) + 1;
    const others = this.#shown.filter((one) => !isSame(one));
    this.#shown = [{ ...refused, at: Math.floor(now / 1000), count }, ...others].slice(0, SHOWN);
    const key = `${refused.reason} ${refused.peer_addr} ${refused.name}`;
    for (const [one, at] of this.#auditedAt) if (now - at > AGAIN_MS) this.#auditedAt.delete(one);
    if (this.#auditedAt.has(key) || this.#auditedAt.size >= MOST) return;
    this.#auditedAt.set(key, now);
    const { peer_addr: ip, reason, name, fingerprint } = refused;
    const entry: AuditEntry = {
      ...{ action: 'refuse', entity: 'relay', entity_id: relayId, ip },
      after: { name, reason, fingerprint },
    };
    const { db, audit, log } = this.#deps;
    log.warn({ ip, reason, name }, 'a relay was refused');
    audit
      .record(db, { accountId: null, code: '' }, entry)
      .catch((err) => log.warn({ err }, 'the refusal of a relay is not in the audit log'));
  }
}
