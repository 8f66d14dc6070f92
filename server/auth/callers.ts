import { AppError, errorCode } from '../../contract/errors.ts';
import { isPermissionKey, type PermissionKey } from '../../contract/permissions.ts';
import { countingKeys } from '../../contract/siteWide.ts';
import type { Db } from '../db/client.ts';
import type { Scope } from '../live/scope.ts';
import type { Zones } from '../zones/zones.ts';
import * as repository from './auth.repository.ts';
import type { HeldLogins } from './away/heldLogins.ts';
import { createEndedLogins, type EndedLogins } from './endedLogins.ts';
import { hashToken } from './token.ts';

/** A logged-in person, as every route and topic sees them. */
export interface Caller {
  sessionId: number;
  accountId: number;
  code: string;
  name: string;
  roleCode: string;
  roleName: string;
  /** What counts: of the keys of the role, the site-wide ones only with zones that are the whole site. */
  permissions: ReadonlySet<PermissionKey>;
  /** All keys of the role: what may be given to others. */
  granted: ReadonlySet<PermissionKey>;
  scope: Scope;
  /** Its zones are the whole site: all of them, or the top zone. */
  wholeSite: boolean;
  /** Roots of the account's zones; empty with all zones. */
  zoneRoots: readonly number[];
  /** It has to choose another password before anything else. */
  mustChangePassword: boolean;
}

export interface Callers {
  /** @throws AppError 401 for an unknown token, 998 for an expired login, 403 where another password must be chosen first. */
  fromToken(token: string): Promise<Caller>;
  /** As `fromToken`, also where another password must be chosen first: for choosing it, and for logging out. */
  fromFirstLogin(token: string): Promise<Caller>;
  /** The caller of a session that is still valid and may do more than choose a password, else null; fresh to one second, but while the database is away. */
  fromSession(sessionId: number): Promise<Caller | null>;
  /** Takes somebody for let in who has proved a password while the database is away. */
  letIn(token: string, found: repository.SessionAccount, zoneRoots: readonly number[]): Caller;
  /** Rights, zones or logins changed: nothing known before counts any more. */
  changed(): void;
  /** Called after every `changed`. Returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

/** A caller who was let in, and the end of the login. */
interface Known {
  caller: Caller;
  /** Epoch seconds. */
  expires_at: number;
}

const noneHeld: Pick<HeldLogins, 'byHash' | 'byId'> = { byHash: () => undefined, byId: () => undefined };

/** What is known of a login is asked again after this long, whatever `rightsWatch` has told. */
const FRESH_MS = 1000;
const SEEN_EVERY_S = 60;
/** A database that has not answered by then is taken for one that is away, ms. */
const PATIENCE_MS = 250;
/** Of those who were let in, so many are asked for again at once after a change. */
const MAX_ASKED_AGAIN = 100;

/** @param now epoch ms @param ended logins that ended because nothing was done in them: whoever comes with one is told */
export function createCallers(
  db: Db,
  zones: Zones,
  now: () => number = Date.now,
  held: Pick<HeldLogins, 'byHash' | 'byId'> = noneHeld,
  ended: Pick<EndedLogins, 'has'> = createEndedLogins(),
): Callers {
  const byToken = new Map<string, { caller: Promise<Caller>; until: number }>();
  /** Who was let in last by each token, and until when the login is good, epoch seconds. */
  const letIn = new Map<string, Known>();
  const listeners = new Set<() => void>();
  let changes = 0;
  /** The database has not answered the last question, or not in time: nobody who is known waits for the next. */
  let isAway = false;

  async function load(found: repository.SessionAccount | undefined): Promise<Caller> {
    if (found === undefined || found.disabled) throw new AppError(errorCode.unauthorized, 'auth.loginFailed');
    const seconds = Math.floor(now() / 1000);
    if (found.expires_at <= seconds) throw new AppError(errorCode.loginExpired, 'auth.sessionExpired');
    // A database that takes no writes lets in whom it knows.
    if (found.last_seen_at < seconds - SEEN_EVERY_S)
      await repository.touchSession(db, found.session_id, seconds).catch(() => {});
    return callerOf(found, found.all_zones ? [] : await repository.zoneRoots(db, found.account_id));
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
      mustChangePassword: found.must_change_password,
    };
  }

  /**
   * While the database is away whoever was let in before goes on: an alarm must be started, stopped and acknowledged
   * then, too. Nothing can be taken away meanwhile but by this process, which forgets them all (`changed`).
   */
  async function orKnown(find: () => Known | undefined, asked: Promise<Caller>): Promise<Caller> {
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
    const timer = setTimeout(giveUp, isAway ? 0 : PATIENCE_MS).unref();
    const answered = asked.finally(() => clearTimeout(timer));
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

  function ask(key: string): Promise<Caller> {
    const asOf = changes;
    const asked = async () => {
      const own = held.byHash(key);
      const found =
        (await repository.findSessionByToken(db, key)) ?? (own && (await repository.findHolder(db, own)));
      try {
        if (found === undefined && ended.has({ token_hash: key }))
          throw new AppError(errorCode.loginExpired, 'auth.idleEnded');
        const caller = await load(found);
        if (asOf !== changes) return caller;
        // The last to be let in stands last.
        letIn.delete(key);
        letIn.set(key, { caller, expires_at: found?.expires_at ?? 0 });
        return caller;
      } catch (error) {
        if (error instanceof AppError) letIn.delete(key);
        throw error;
      }
    };
    return orKnown(() => letIn.get(key), asked());
  }

  function ofToken(token: string): Promise<Caller> {
    const key = hashToken(token);
    const known = byToken.get(key);
    if (known !== undefined && known.until > now()) return known.caller;
    if (byToken.size > 10_000) {
      byToken.clear();
      letIn.clear();
    }
    const caller = ask(key);
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
        const asked = async () =>
          load(
            (await repository.findSession(db, sessionId)) ?? (own && (await repository.findHolder(db, own))),
          );
        return settled(await orKnown(known, asked()));
      } catch (error) {
        if (error instanceof AppError) return null;
        throw error;
      }
    },
    changed() {
      const again = [...letIn.keys()].slice(-MAX_ASKED_AGAIN);
      byToken.clear();
      letIn.clear();
      changes += 1;
      // Somebody else's login must not make the server forget who may handle an alarm should the database go next.
      for (const key of again) ask(key).catch(() => {});
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Refuses a login that has to choose another password first: the one rule, for requests, tickets and sockets alike. */
function settled(caller: Caller): Caller {
  if (caller.mustChangePassword) throw new AppError(errorCode.forbidden, 'auth.passwordFirst');
  return caller;
}
