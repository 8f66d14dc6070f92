import type { LoginValue, Profile } from '../../contract/entities/session.ts';
import { AppError, errorCode } from '../../contract/errors.ts';
import type { Db } from '../db/client.ts';
import type { Audit } from '../system/audit.ts';
import type { createAttempts } from './attempts.ts';
import * as repository from './auth.repository.ts';
import type { Caller, Callers } from './callers.ts';
import { checkPassword, hashPassword } from './password.ts';
import { hashToken, newToken } from './token.ts';

/** A login lasts this long; the console renews it by logging in again. */
const LOGIN_SECONDS = 30 * 86_400;

export interface AuthDeps {
  db: Db;
  callers: Callers;
  attempts: ReturnType<typeof createAttempts>;
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
    groups: [...caller.zoneRoots],
  };
}

/**
 * Spec 7: POST /v1/login.
 * @throws AppError 400 for empty fields, 429 when blocked, 999 for wrong login information.
 */
export async function login(
  deps: AuthDeps,
  input: { username: string; password: string; ip: string; userAgent: string },
): Promise<LoginValue> {
  const { username, password, ip } = input;
  if (username.trim() === '') throw new AppError(errorCode.badRequest, 'auth.accountEmpty');
  if (password === '') throw new AppError(errorCode.badRequest, 'auth.passwordEmpty');
  const code = username.trim();
  deps.attempts.check(code.toLowerCase(), ip);
  const found = code.includes('\0') ? undefined : await repository.findAccountByCode(deps.db, code);
  const right = await checkPassword(found?.password_hash ?? null, password);
  if (!right || found === undefined || found.disabled) {
    deps.attempts.failed(code.toLowerCase(), ip);
    throw new AppError(errorCode.refused, 'auth.wrongLogin');
  }
  deps.attempts.succeeded(code.toLowerCase(), ip);
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
  deps.attempts.check(caller.code.toLowerCase(), ip);
  const found = await repository.findAccount(deps.db, caller.accountId);
  if (!(await checkPassword(found?.password_hash ?? null, oldPassword))) {
    deps.attempts.failed(caller.code.toLowerCase(), ip);
    throw fieldError('old_password', 'auth.oldPasswordWrong');
  }
  if (oldPassword === password) throw fieldError('password', 'auth.passwordUnchanged');
  const passwordHash = await hashPassword(password);
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
