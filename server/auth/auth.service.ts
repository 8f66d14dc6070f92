import type { LoginValue, Profile } from '../../contract/entities/session.ts';
import { AppError, errorCode } from '../../contract/errors.ts';
import type { Db } from '../db/client.ts';
import type { Audit } from '../system/audit.ts';
import type { Attempts } from './attempts.ts';
import * as repository from './auth.repository.ts';
import type { Caller, Callers } from './callers.ts';
import type { Hashing } from './hashing.ts';
import type { KnownAddresses } from './knownAddresses.ts';
import { hashToken, newToken } from './token.ts';

/** A login lasts this long; the console renews it by logging in again. */
const LOGIN_SECONDS = 30 * 86_400;

export interface AuthDeps {
  db: Db;
  callers: Callers;
  attempts: Attempts;
  hashing: Hashing;
  known: KnownAddresses;
  audit: Audit;
}

export function profileOf(caller: Caller): Profile {
  return {
    id: caller.accountId,
    code: caller.code,
    name: caller.name,
    role_code: caller.roleCode,
    role_name: caller.roleName,
    permissions: [...caller.permissions],
    role_permissions: [...caller.granted],
    all_zones: caller.scope.all === true,
    whole_site: caller.wholeSite,
    groups: [...caller.zoneRoots],
  };
}

/**
 * Spec 7: POST /v1/login.
 * @throws AppError 400 for empty fields, 429 when blocked or while too many others log in, 999 for wrong login information.
 */
export async function login(
  deps: AuthDeps,
  input: { username: string; password: string; ip: string; userAgent: string },
): Promise<LoginValue> {
  const { username, password, ip } = input;
  if (username.trim() === '') throw new AppError(errorCode.badRequest, 'auth.accountEmpty');
  if (password === '') throw new AppError(errorCode.badRequest, 'auth.passwordEmpty');
  const code = username.trim();
  const isKnown = deps.known.has(code, ip);
  const attempt = { account: code.toLowerCase(), address: ip, isKnown };
  // Whoever is blocked takes nobody's place.
  deps.attempts.check(attempt);
  const found = await deps.hashing.turn(isKnown ? 'known' : 'login', ip, (hasher) =>
    deps.attempts.judged(attempt, async () => {
      const account = code.includes('\0') ? undefined : await repository.findAccountByCode(deps.db, code);
      const right = await hasher.check(account?.password_hash ?? null, password);
      return right && account !== undefined && !account.disabled ? account : null;
    }),
  );
  if (found === null) throw new AppError(errorCode.refused, 'auth.wrongLogin');
  deps.known.add(code, ip);
  const token = newToken();
  await repository.insertSession(deps.db, {
    account_id: found.id,
    token_hash: hashToken(token),
    client_ip: ip,
    user_agent: input.userAgent.slice(0, 300),
    expires_at: Math.floor(Date.now() / 1000) + LOGIN_SECONDS,
  });
  const caller = await deps.callers.fromToken(token);
  return { ...profileOf(caller), token, role: caller.roleCode };
}

/** Changes one's own password; the account's other logins end. */
export async function changePassword(
  deps: AuthDeps,
  caller: Caller,
  ip: string,
  oldPassword: string,
  password: string,
): Promise<void> {
  const attempt = { account: caller.code.toLowerCase(), address: ip, isKnown: true };
  deps.attempts.check(attempt);
  const passwordHash = await deps.hashing.turn('person', ip, async (hasher) => {
    const right = await deps.attempts.judged(attempt, async () => {
      const found = await repository.findAccount(deps.db, caller.accountId);
      return (await hasher.check(found?.password_hash ?? null, oldPassword)) || null;
    });
    if (right === null) throw fieldError('old_password', 'auth.oldPasswordWrong');
    if (oldPassword === password) throw fieldError('password', 'auth.passwordUnchanged');
    return hasher.hash(password);
  });
  await deps.db.transaction(async (tx) => {
    await repository.setPassword(tx, caller.accountId, passwordHash);
    await repository.deleteOtherSessions(tx, caller.accountId, caller.sessionId);
    await deps.audit.record(tx, caller, {
      action: 'password',
      entity: 'user',
      entity_id: caller.accountId,
      ip,
    });
  });
  deps.callers.changed();
}

function fieldError(path: string, key: 'auth.oldPasswordWrong' | 'auth.passwordUnchanged'): AppError {
  return new AppError(errorCode.badRequest, key, {}, { fields: [{ path, key }] });
}
