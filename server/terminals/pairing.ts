import { pairingCodeSeconds, pairingDigits, randomCode } from '../../contract/constants.ts';
import type { PairingCode } from '../../contract/entities/pairing.ts';
import { kindOf } from '../../contract/entities/terminal.ts';
import { AppError, errorCode } from '../../contract/errors.ts';
import { entityPermission } from '../../contract/permissions.ts';
import type { Hello } from '../../contract/terminal.ts';
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
  /** Wall time, ms. */
  now?: () => number;
}

interface Issued extends PairingCode {
  sessionId: number;
}

/**
 * Wrong guesses at codes of six digits, over all addresses, each as often as there are codes that it could have hit: so many in
 * a week hit one with a probability of 3 in 100,000. Then codes have twelve digits, of which no guesses are counted.
 */
const MOST_GUESSES = 30;
const WEEK_MS = 7 * 86_400_000;

export type Pairing = ReturnType<typeof createPairing>;

/**
 * Six-digit pairing codes (spec 7: /v1/cc/code; design 6, 11): an account has one at a time, for ten minutes and one
 * terminal, and only while the login that made it lasts and holds the rights. In memory: a restart voids them all.
 * While somebody guesses, codes have twelve digits, and those of six that are open are replaced (docs/decisions/0104).
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
  const guesses = { count: 0, forgotten: 0 };
  const isGuessed = () => guesses.count >= MOST_GUESSES && guesses.forgotten > now();

  function newCode(): { code: string; guessed: boolean; expires_at: number } {
    const guessed = isGuessed();
    const draw = () => (guessed ? randomCode() + randomCode() : randomCode());
    let code = draw();
    while (isTaken(code)) code = draw();
    return { code, guessed, expires_at: Math.floor(now() / 1000) + pairingCodeSeconds };
  }

  /** Counts a wrong code; one too many replaces those that it could have been. */
  function countGuess(guess: string): void {
    const open = [...issued].filter(([, { used_by, guessed }]) => used_by === null && !guessed);
    if (guess.length !== pairingDigits.usual || open.length === 0) return;
    if (guesses.forgotten <= now()) Object.assign(guesses, { count: 0, forgotten: now() + WEEK_MS });
    guesses.count += open.length;
    if (isGuessed()) for (const [account, one] of open) issued.set(account, { ...one, ...newCode() });
  }

  return {
    /** A new code; the one before it is void. @throws AppError 999 while switched off, 404 no such zone */
    async make(caller: Caller, ip: string, wished: number | null): Promise<PairingCode> {
      mustBeOn();
      sweep();
      const own = caller.scope.all === true ? null : (caller.zoneRoots[0] ?? null);
      const org = targetZone(deps.zones, caller.scope, wished ?? own);
      // The code itself is a key and no news for a log.
      await deps.audit.record(deps.db, caller, {
        ...{ action: 'create', entity: 'pairing_code', entity_id: null, ip },
        after: { org },
      });
      const made = { ...newCode(), org, used_by: null, sessionId: caller.sessionId };
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
     * @throws AppError 403 where the maker may not take in such a terminal
     */
    async redeem({ pairing = '', ...hello }: Hello): Promise<Admitted | null> {
      sweep();
      const found = [...issued.values()].find(({ code, used_by }) => code === pairing && used_by === null);
      if (!deps.config.get().cloud_control) return null;
      if (found === undefined) {
        countGuess(pairing);
        return null;
      }
      // Before anything is waited for: two terminals that say it at once are two.
      found.used_by = { code: hello.code, name: hello.name?.trim() || hello.code };
      const maker = await deps.callers.fromSession(found.sessionId);
      if (maker === null || !may(maker, 'create_pairing_code')) return null;
      if (!may(maker, entityPermission('create', kindOf(hello))))
        throw new AppError(errorCode.forbidden, 'auth.noPermission');
      return { org: targetZone(deps.zones, maker.scope, found.org), actor: maker };
    },
  };
}
