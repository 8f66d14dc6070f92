import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { entityPermission } from '../../../contract/api/permissions.ts';
import { pairingCodeSeconds, pairingDigits, randomCode } from '../../../contract/constants.ts';
import type { PairingCode } from '../../../contract/entities/terminals/pairing.ts';
import { kindOf } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Hello } from '../../../contract/protocol/terminal.ts';
import type { Actor, Audit } from '../../platform/audit/audit.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/client.ts';
import { may } from '../../platform/http/access.ts';
import { targetZone } from '../zones/targetZone.ts';
import type { Zones } from '../zones/zones.ts';

/** Zone that a terminal enrols into, and the actor of the enrolment. */
export interface Admitted {
  org: number;
  actor: Actor;
}

export interface PairingDeps {
  db: Db;
  audit: Audit;
  zones: Zones;
  config: Pick<Config, 'get'>;
  callers: Pick<Callers, 'fromSession'>;
  /** Wall time, ms. */
  now?: () => number;
}

/** Code without what it says about the server. */
export type IssuedCode = Omit<PairingCode, 'pin'>;

interface Issued extends IssuedCode {
  sessionId: number;
}

/**
 * Limit of wrong guesses at six-digit codes within a week, over all addresses; a guess counts once for each
 * open code. That many guesses hit a code with a probability of 3 in 100,000. Beyond it codes have twelve
 * digits, and guesses at those are not counted.
 */
const MOST_GUESSES = 30;
const WEEK_MS = 7 * 86_400_000;

export type Pairing = ReturnType<typeof createPairing>;

/**
 * Six-digit pairing codes: an account has one at a time, for ten minutes and one terminal, valid only while
 * the login that created it lasts and holds the rights. In memory: a restart voids them all. While guessing
 * is detected, codes have twelve digits, and open six-digit codes are replaced
 * (docs/decisions/0104-what-can-be-guessed.md).
 */
export function createPairing(deps: PairingDeps) {
  const now = deps.now ?? Date.now;
  /** Codes issued, by account. */
  const issued = new Map<number, Issued>();

  function sweep(): void {
    for (const [account, { expires_at }] of issued) if (expires_at * 1000 <= now()) issued.delete(account);
  }

  /** Checks the setting. @throws AppError 999 when cloud control is off */
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

  /** Counts a wrong code; exceeding the limit replaces the open codes. */
  function countGuess(guess: string): void {
    const open = [...issued].filter(([, { used_by, guessed }]) => used_by === null && !guessed);
    if (guess.length !== pairingDigits.usual || open.length === 0) return;
    if (guesses.forgotten <= now()) Object.assign(guesses, { count: 0, forgotten: now() + WEEK_MS });
    guesses.count += open.length;
    if (isGuessed()) for (const [account, one] of open) issued.set(account, { ...one, ...newCode() });
  }

  return {
    /**
     * Creates a new code; the previous one is void.
     * @throws AppError 999 while switched off, 404 no such zone
     */
    async make(caller: Caller, ip: string, requestedOrg: number | null): Promise<IssuedCode> {
      mustBeOn();
      sweep();
      const own = caller.scope.all === true ? null : (caller.zoneRoots[0] ?? null);
      const org = targetZone(deps.zones, caller.scope, requestedOrg ?? own);
      // The code itself is secret and not logged.
      await deps.audit.record(deps.db, caller, {
        ...{ action: 'create', entity: 'pairing_code', entity_id: null, ip },
        after: { org },
      });
      const made = { ...newCode(), org, used_by: null, sessionId: caller.sessionId };
      issued.set(caller.accountId, made);
      return made;
    },
    /**
     * Current code of the account, also if it was used within its lifetime; null: none.
     * @throws AppError 999
     */
    current({ accountId }: Caller): IssuedCode | null {
      mustBeOn();
      sweep();
      return issued.get(accountId) ?? null;
    },
    /**
     * Redeems a code that a terminal sent: each code works once, whatever the outcome.
     * @returns the zone, and the creator of the code; null: no such code
     * @throws AppError 403 where the creator may not adopt such a terminal
     */
    async redeem({ pairing = '', ...hello }: Hello): Promise<Admitted | null> {
      sweep();
      const found = [...issued.values()].find(({ code, used_by }) => code === pairing && used_by === null);
      if (!deps.config.get().cloud_control) return null;
      if (found === undefined) {
        countGuess(pairing);
        return null;
      }
      // Set before any await: of two terminals that send the code at once only one may use it.
      found.used_by = { code: hello.code, name: hello.name?.trim() || hello.code };
      const maker = await deps.callers.fromSession(found.sessionId);
      if (maker === null || !may(maker, 'create_pairing_code')) return null;
      if (!may(maker, entityPermission('create', kindOf(hello))))
        throw new AppError(errorCode.forbidden, 'auth.noPermission');
      return { org: targetZone(deps.zones, maker.scope, found.org), actor: maker };
    },
  };
}
