import { AppError, errorCode } from '../../contract/errors.ts';
import { isPermissionKey, type PermissionKey } from '../../contract/permissions.ts';
import type { Db } from '../db/client.ts';
import type { Scope } from '../live/scope.ts';
import type { Zones } from '../zones/zones.ts';
import * as repository from './auth.repository.ts';
import { hashToken } from './token.ts';

/** A logged-in person, as every route and topic sees them. */
export interface Caller {
  sessionId: number;
  accountId: number;
  code: string;
  name: string;
  roleCode: string;
  roleName: string;
  permissions: ReadonlySet<PermissionKey>;
  scope: Scope;
  /** Roots of the account's zones; empty with all zones. */
  zoneRoots: readonly number[];
}

export interface Callers {
  /** @throws AppError 401 for an unknown token, 998 for an expired login. */
  fromToken(token: string): Promise<Caller>;
  /** The caller of a session that is still valid, else null; fresh to one second. */
  fromSession(sessionId: number): Promise<Caller | null>;
  /** Rights, zones or logins changed: nothing known before counts any more. */
  changed(): void;
  /** Called after every `changed`. Returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

/** What is known of a login is asked again after this long, whatever `rightsWatch` has told. */
const FRESH_MS = 1000;
const SEEN_EVERY_S = 60;

export function createCallers(db: Db, zones: Zones, now: () => number = Date.now): Callers {
  const byToken = new Map<string, { caller: Promise<Caller>; until: number }>();
  const listeners = new Set<() => void>();

  async function load(found: repository.SessionAccount | undefined): Promise<Caller> {
    if (found === undefined || found.disabled) throw new AppError(errorCode.unauthorized, 'auth.loginFailed');
    const seconds = Math.floor(now() / 1000);
    if (found.expires_at <= seconds) throw new AppError(errorCode.loginExpired, 'auth.sessionExpired');
    if (found.last_seen_at < seconds - SEEN_EVERY_S)
      await repository.touchSession(db, found.session_id, seconds);
    const zoneRoots = found.all_zones ? [] : await repository.zoneRoots(db, found.account_id);
    return {
      sessionId: found.session_id,
      accountId: found.account_id,
      code: found.code,
      name: found.name,
      roleCode: found.role_code,
      roleName: found.role_name,
      permissions: new Set(found.permissions.filter(isPermissionKey)),
      scope: found.all_zones ? { all: true } : zones.scopeOf(zoneRoots),
      zoneRoots,
    };
  }

  return {
    fromToken(token) {
      const key = hashToken(token);
      const known = byToken.get(key);
      if (known !== undefined && known.until > now()) return known.caller;
      if (byToken.size > 10_000) byToken.clear();
      const caller = repository.findSessionByToken(db, key).then(load);
      byToken.set(key, { caller, until: now() + FRESH_MS });
      caller.catch(() => byToken.delete(key));
      return caller;
    },
    async fromSession(sessionId) {
      try {
        return await load(await repository.findSession(db, sessionId));
      } catch (error) {
        if (error instanceof AppError) return null;
        throw error;
      }
    },
    changed() {
      byToken.clear();
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
