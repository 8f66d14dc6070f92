import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { isPermissionKey, type PermissionKey } from '../../../contract/api/permissions.ts';
import { countingKeys } from '../../../contract/api/siteWide.ts';
import type { Db } from '../db/client.ts';
import type { Scope } from '../live/scope.ts';
import * as repository from './auth.repository.ts';
import type { HeldLogins } from './away/heldLogins.ts';
import { createEndedLogins, type EndedLogins } from './endedLogins.ts';
import { hashToken } from './token.ts';
import type { ZoneScopes } from './zoneScopes.ts';

/** A logged-in person, as routes and topics see them. */
export interface Caller {
  sessionId: number;
  accountId: number;
  code: string;
  name: string;
  roleCode: string;
  roleName: string;
  /** Effective keys: the role's keys, the site-wide ones only with zones that cover the whole site. */
  permissions: ReadonlySet<PermissionKey>;
  /** All keys of the role: those that the account may grant to others. */
  granted: ReadonlySet<PermissionKey>;
  scope: Scope;
  /** True when its zones cover the whole site: all of them, or the top zone. */
  wholeSite: boolean;
  /** Roots of the account's zones; empty with all zones. */
  zoneRoots: readonly number[];
  /** False when the token of the session was sent by plain HTTP. */
  secure: boolean;
  /** True while the account must choose another password before anything else. */
  mustChangePassword: boolean;
}

export interface Callers {
  /**
   * @throws AppError 401 for an unknown token, 998 for an expired login, 403 while another password must be
   *   chosen first
   */
  fromToken(token: string): Promise<Caller>;
  /**
   * Like `fromToken`, but also for a login that must choose another password first, so that it can do so or
   * log out.
   */
  fromFirstLogin(token: string): Promise<Caller>;
  /**
   * The caller of a valid session that need not choose another password first, else null; at most one second
   * old, except while the database is away.
   */
  fromSession(sessionId: number): Promise<Caller | null>;
  /**
   * The account as a caller without a login, for what it left behind that acts in its name; else null, as for
   * `fromSession`. Its session id is 0.
   */
  fromAccount(accountId: number): Promise<Caller | null>;
  /** Lets an account in whose password was verified while the database is away. */
  letIn(token: string, found: repository.SessionAccount, zoneRoots: readonly number[]): Caller;
  /** Forgets everything known, after a change of permissions, zones or sessions. */
  changed(): void;
  /** Called after every `changed`. Returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

/** A caller that was authenticated, with the end of the session. */
interface Known {
  caller: Caller;
  /** Epoch seconds. */
  expires_at: number;
}

const noneHeld: Pick<HeldLogins, 'byHash' | 'byId'> = { byHash: () => undefined, byId: () => undefined };

/** Lifetime of a cached caller, ms, independent of `rightsWatch`. */
const FRESH_MS = 1000;
const SEEN_EVERY_S = 60;
/** Time without an answer after which the database counts as away, ms. */
const TIMEOUT_MS = 250;
/** Number of recent callers that are loaded again right after a change. */
const MAX_REREAD = 100;

/**
 * @param now epoch ms
 * @param ended sessions that the server ended by itself: requests with their tokens are told why
 * @param needsHttps tells if sessions whose token was sent by plain HTTP are void
 */
export function createCallers(
  db: Db,
  zones: Pick<ZoneScopes, 'rootsOf' | 'scopeOf' | 'isWhole'>,
  now: () => number = Date.now,
  held: Pick<HeldLogins, 'byHash' | 'byId'> = noneHeld,
  ended: Pick<EndedLogins, 'reason'> = createEndedLogins(),
  needsHttps: () => boolean = () => false,
): Callers {
  const byToken = new Map<string, { caller: Promise<Caller>; until: number }>();
  /** Last known caller of each token, with the end of its session. */
  const letIn = new Map<string, Known>();
  const listeners = new Set<() => void>();
  let changes = 0;
  /** True after the database has not answered in time: known callers do not wait for it then. */
  let isAway = false;

  async function load(found: repository.SessionAccount | undefined): Promise<Caller> {
    if (found === undefined || found.disabled) throw new AppError(errorCode.unauthorized, 'auth.loginFailed');
    const seconds = Math.floor(now() / 1000);
    if (found.expires_at <= seconds) throw new AppError(errorCode.loginExpired, 'auth.sessionExpired');
    // Most have ended with the switch; this one was being made then, or was not stored yet.
    if (!found.secure && needsHttps()) throw new AppError(errorCode.loginExpired, 'auth.httpsOnly');
    // A read-only database lets known accounts in too.
    if (found.last_seen_at < seconds - SEEN_EVERY_S)
      await repository.touchSession(db, found.session_id, seconds).catch(() => {});
    return callerOf(found, found.all_zones ? [] : await zones.rootsOf(found.account_id));
  }
  function callerOf(found: repository.SessionAccount, zoneRoots: readonly number[]): Caller {
    const granted = found.permissions.filter(isPermissionKey);
    const scope = found.all_zones ? { all: true as const } : zones.scopeOf(zoneRoots);
    const wholeSite = zones.isWhole(scope);
    return {
      sessionId: found.session_id,
      accountId: found.account_id,
      code: found.code,
      name: found.name,
      roleCode: found.role_code,
      roleName: found.role_name,
      permissions: new Set(countingKeys(granted, wholeSite)),
      granted: new Set(granted),
      scope,
      wholeSite,
      zoneRoots,
      secure: found.secure,
      mustChangePassword: found.must_change_password,
    };
  }

  /**
   * Falls back to the last known caller while the database is away: alarms must be started, stopped and
   * acknowledged then, too. Permissions can be removed meanwhile only by this process, which then forgets all
   * callers (`changed`).
   */
  async function orKnown(find: () => Known | undefined, reading: Promise<Caller>): Promise<Caller> {
    const known = () => {
      const found = find();
      return found !== undefined && found.expires_at > now() / 1000 ? found.caller : undefined;
    };
    const late = Promise.withResolvers<Caller>();
    const giveUp = () => {
      isAway = true;
      const caller = known();
      if (caller !== undefined) late.resolve(caller);
    };
    const timer = setTimeout(giveUp, isAway ? 0 : TIMEOUT_MS).unref();
    const answered = reading.finally(() => clearTimeout(timer));
    answered.then(
      () => {
        isAway = false;
      },
      (error: unknown) => {
        isAway = !(error instanceof AppError);
      },
    );
    try {
      return await Promise.race([answered, late.promise]);
    } catch (error) {
      const caller = error instanceof AppError ? undefined : known();
      if (caller === undefined) throw error;
      return caller;
    }
  }

  function readCaller(key: string): Promise<Caller> {
    const asOf = changes;
    const read = async () => {
      const own = held.byHash(key);
      const found =
        (await repository.findSessionByToken(db, key)) ?? (own && (await repository.findHolder(db, own)));
      try {
        const reason = found === undefined ? ended.reason({ token_hash: key }) : undefined;
        if (reason !== undefined) throw new AppError(errorCode.loginExpired, reason);
        const caller = await load(found);
        if (asOf !== changes) return caller;
        // Moved to the end, which holds the most recent caller.
        letIn.delete(key);
        letIn.set(key, { caller, expires_at: found?.expires_at ?? 0 });
        return caller;
      } catch (error) {
        if (error instanceof AppError) letIn.delete(key);
        throw error;
      }
    };
    return orKnown(() => letIn.get(key), read());
  }

  function ofToken(token: string): Promise<Caller> {
    const key = hashToken(token);
    const known = byToken.get(key);
    if (known !== undefined && known.until > now()) return known.caller;
    if (byToken.size > 10_000) {
      byToken.clear();
      letIn.clear();
    }
    const caller = readCaller(key);
    byToken.set(key, { caller, until: now() + FRESH_MS });
    caller.catch(() => byToken.delete(key));
    return caller;
  }

  return {
    fromFirstLogin: ofToken,
    fromToken: async (token) => settled(await ofToken(token)),
    letIn(token, found, zoneRoots) {
      const key = hashToken(token);
      const caller = callerOf(found, zoneRoots);
      letIn.set(key, { caller, expires_at: found.expires_at });
      byToken.set(key, { caller: Promise.resolve(caller), until: now() + FRESH_MS });
      return caller;
    },
    async fromSession(sessionId) {
      try {
        const known = () => [...letIn.values()].find(({ caller }) => caller.sessionId === sessionId);
        const own = held.byId(sessionId);
        const read = async () =>
          load(
            (await repository.findSession(db, sessionId)) ?? (own && (await repository.findHolder(db, own))),
          );
        return settled(await orKnown(known, read()));
      } catch (error) {
        if (error instanceof AppError) return null;
        throw error;
      }
    },
    async fromAccount(accountId) {
      const known = () => [...letIn.values()].find(({ caller }) => caller.accountId === accountId);
      const read = async () => {
        const found = await repository.findPerson(db, accountId);
        const seconds = Math.floor(now() / 1000);
        const never = { session_id: 0, expires_at: seconds + 1, last_seen_at: seconds, secure: true };
        return load(found && { ...found, ...never });
      };
      try {
        return { ...settled(await orKnown(known, read())), sessionId: 0 };
      } catch (error) {
        if (error instanceof AppError) return null;
        throw error;
      }
    },
    changed() {
      const again = [...letIn.keys()].slice(-MAX_REREAD);
      byToken.clear();
      letIn.clear();
      changes += 1;
      // A change of another account must not make the server forget who may handle an alarm, in case the
      // database goes away next.
      for (const key of again) readCaller(key).catch(() => {});
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Refuses a login that must choose another password first: for requests, tickets and sockets. */
function settled(caller: Caller): Caller {
  if (caller.mustChangePassword) throw new AppError(errorCode.forbidden, 'auth.passwordFirst');
  return caller;
}
