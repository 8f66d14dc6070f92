import { pairingCodeSeconds, randomCode } from '../../contract/constants.ts';
import type { PairingCode } from '../../contract/entities/pairing.ts';
import { kindOf } from '../../contract/entities/terminal.ts';
import { AppError, errorCode } from '../../contract/errors.ts';
import { entityPermission } from '../../contract/permissions.ts';
import type { Hello } from '../../contract/terminal.ts';
import type { Attempts } from '../auth/attempts.ts';
import type { Caller, Callers } from '../auth/callers.ts';
import type { Db } from '../db/client.ts';
import { may } from '../http/access.ts';
import type { Audit } from '../system/audit.ts';
import type { Config } from '../system/config.ts';
import type { Zones } from '../zones/zones.ts';
import type { Admitted } from './enrolment.ts';
import { targetZone } from './zoneOf.ts';

export interface PairingDeps {
  db: Db;
  audit: Audit;
  zones: Zones;
  config: Pick<Config, 'get'>;
  callers: Pick<Callers, 'fromSession'>;
  attempts: Attempts;
  /** Wall time, ms. */
  now?: () => number;
}

interface Issued extends PairingCode {
  sessionId: number;
}

/** Wrong codes are guesses at all that count. */
const GUESSES = 'codes';

export type Pairing = ReturnType<typeof createPairing>;

/**
 * Six-digit pairing codes (spec 7: /v1/cc/code; design 6, 11): an account has one at a time, for ten minutes and one
 * terminal, and only while the login that made it lasts and holds the rights. In memory: a restart voids them all.
 */
export function createPairing(deps: PairingDeps) {
  const now = deps.now ?? Date.now;
  /** By account. */
  const issued = new Map<number, Issued>();

  function sweep(): void {
    for (const [account, { expires_at }] of issued) if (expires_at * 1000 <= now()) issued.delete(account);
  }

  /** @throws AppError 999 where the site has switched cloud control off */
  function mustBeOn(): void {
    if (!deps.config.get().cloud_control) throw new AppError(errorCode.refused, 'terminal.cloudControlOff');
  }

  const isTaken = (code: string) => [...issued.values()].some((one) => one.code === code);

  return {
    /** A new code; the one before it is void. @throws AppError 999 while switched off, 404 no such zone */
    async make(caller: Caller, ip: string, wished: number | null): Promise<PairingCode> {
      mustBeOn();
      sweep();
      const own = caller.scope.all === true ? null : (caller.zoneRoots[0] ?? null);
      const org = targetZone(deps.zones, caller.scope, wished ?? own);
      let code = randomCode();
      while (isTaken(code)) code = randomCode();
      const expires_at = Math.floor(now() / 1000) + pairingCodeSeconds;
      // The code itself is a key and no news for a log.
      await deps.audit.record(deps.db, caller, {
        ...{ action: 'create', entity: 'pairing_code', entity_id: null, ip },
        after: { org },
      });
      const made = { code, org, expires_at, used_by: null, sessionId: caller.sessionId };
      issued.set(caller.accountId, made);
      return made;
    },
    /** The account's code that still counts, or was used within its time; null: it has none. @throws AppError 999 */
    current({ accountId }: Caller): PairingCode | null {
      mustBeOn();
      sweep();
      return issued.get(accountId) ?? null;
    },
    /**
     * Takes a code that a terminal says: it counts once, whatever comes of it.
     * @returns the zone, and who made the code; null: no such code
     * @throws AppError 429 after too many wrong ones, 403 where the maker may not take in such a terminal
     */
    async redeem({ pairing, ...hello }: Hello, address: string): Promise<Admitted | null> {
      const found = await deps.attempts.judged({ kind: 'pairing', target: GUESSES, address }, async () => {
        sweep();
        const one = [...issued.values()].find(({ code, used_by }) => code === pairing && used_by === null);
        if (one === undefined || !deps.config.get().cloud_control) return null;
        // Before anything is waited for: two terminals that say it at once are two.
        one.used_by = { code: hello.code, name: hello.name?.trim() || hello.code };
        return one;
      });
      if (found === null) return null;
      const maker = await deps.callers.fromSession(found.sessionId);
      if (maker === null || !may(maker, 'create_pairing_code')) return null;
      if (!may(maker, entityPermission('create', kindOf(hello))))
        throw new AppError(errorCode.forbidden, 'auth.noPermission');
      return { org: targetZone(deps.zones, maker.scope, found.org), actor: maker };
    },
  };
}
