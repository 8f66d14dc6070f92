import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { LoginValue, Profile } from '../../../contract/entities/site/session.ts';
import { foldedCode } from '../../../contract/rules/foldedCode.ts';
import type { Audit } from '../audit/audit.ts';
import type { Config } from '../config/config.ts';
import type { Db, Tx } from '../db/client.ts';
import { isNotStored, withTimeLimit } from '../db/timeLimit.ts';
import { networkOf } from '../http/address.ts';
import { type Attempts, targetOf, unknownTarget } from './attempts.ts';
import * as repository from './auth.repository.ts';
import type { FindAccount } from './away/findAccount.ts';
import type { HeldLogins } from './away/heldLogins.ts';
import type { Caller, Callers } from './callers.ts';
import type { KnownAddresses } from './knownAddresses.ts';
import type { Hashing } from './passwords/hashing.ts';
import type { Proofs } from './proofs.ts';
import { hashToken, newToken } from './token.ts';

/** Lifetime of a login, s; the console renews it by logging in again. */
const LOGIN_SECONDS = 30 * 86_400;

/** Time to store a login, ms; after it the login is kept in the journal until the database is back. */
const STORE_MS = 2_000;

export interface AuthDeps {
  db: Db;
  findAccount: FindAccount;
  held: HeldLogins;
  callers: Callers;
  attempts: Attempts;
  hashing: Hashing;
  known: KnownAddresses;
  proofs: Proofs;
  audit: Audit;
  config: Pick<Config, 'get'>;
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
    must_change_password: caller.mustChangePassword,
  };
}

/** Input of a login. */
export interface LoginInput {
  username: string;
  password: string;
  ip: string;
  userAgent: string;
  /** Proofs of earlier logins, not verified yet. */
  proofs: readonly string[];
  byBrowser: boolean;
  /** Sent by HTTPS. */
  secure: boolean;
}

/**
 * Logs in (POST /v1/login).
 * @returns the session, and the proofs to store in place of those sent, the newest first
 * @throws AppError 400 for empty fields, 429 when blocked or while too many others log in, 999 for wrong
 *   login information.
 */
export async function login(
  deps: AuthDeps,
  input: LoginInput,
): Promise<{ value: LoginValue; proofs: string[] }> {
  const { username, password, ip } = input;
  if (username.trim() === '') throw new AppError(errorCode.badRequest, 'auth.accountEmpty');
  if (password === '') throw new AppError(errorCode.badRequest, 'auth.passwordEmpty');
  const code = username.trim();
  const loginInput = { kind: 'login', name: foldedCode(code), address: ip } as const;
  const known = deps.proofs.known(input.proofs);
  // Blocked clients must not take a place in the queue.
  if (known === undefined) deps.attempts.check(loginInput);
  const isFirst = known !== undefined || deps.known.has(code, ip);
  const found = await deps.hashing.turn(
    isFirst ? 'known' : 'login',
    known ?? networkOf(ip),
    async (hasher) => {
      const { account, shown, away } = await deps.findAccount(code, input.proofs);
      const target = account
        ? targetOf('account', account.id, account.password_hash)
        : unknownTarget(loginInput.name);
      const tried = {
        entity: 'user',
        id: account?.id ?? null,
        code: account?.code ?? '',
        address: ip,
      } as const;
      const attempt = shown
        ? { tried, own: `proof ${shown.id}` }
        : { tried, kind: loginInput.kind, target, address: ip };
      const verify = async () => {
        const right = await hasher.check(account?.password_hash ?? null, password);
        return right && account !== undefined && !account.disabled ? { account, shown, away } : null;
      };
      return deps.attempts.run(attempt, verify, shown ? undefined : loginInput);
    },
  );
  if (found === null) throw new AppError(errorCode.refused, 'auth.wrongLogin');
  const { account, shown, away } = found;
  deps.known.add(code, ip);
  const token = newToken();
  const seconds = Math.floor(Date.now() / 1000);
  const most = deps.config.get().logins_per_account;
  const session = {
    account_id: account.id,
    token_hash: hashToken(token),
    client_ip: ip,
    user_agent: input.userAgent.slice(0, 300),
    secure: input.secure,
    expires_at: seconds + LOGIN_SECONDS,
  };
  const store = async (tx: Tx) => {
    // A password that was reset meanwhile is no longer valid, as the administrator was told.
    if (!(await repository.holdJudged(tx, account.id, account.password_hash)))
      throw new AppError(errorCode.refused, 'auth.wrongLogin');
    const renewed = await deps.proofs.renew(tx, { account_id: account.id }, shown, input.byBrowser);
    await repository.insertSession(tx, { ...session, proof_id: renewed.id });
    const hasEnded = most > 0 && (await repository.endSurplus(tx, account.id, most, seconds));
    return { renewed, hasEnded };
  };
  /** Null when the database could not store the login. */
  const done = away === null ? await orNotStored(deps.db.transaction(store)) : null;
  if (done?.hasEnded) deps.callers.changed();
  let caller: Caller | undefined;
  if (done === null) {
    const { password_hash } = account;
    const { id: session_id } = deps.held.add({
      ...{ ...session, password_hash, most },
      proof_id: shown?.id ?? null,
    });
    if (away !== null) {
      const { id: account_id, roots, ...rights } = away;
      const { expires_at, secure } = session;
      caller = deps.callers.letIn(
        token,
        { ...rights, account_id, session_id, expires_at, secure, last_seen_at: seconds },
        roots,
      );
    }
  }
  caller ??= await deps.callers.fromFirstLogin(token);
  return {
    value: { ...profileOf(caller), token, role: caller.roleCode },
    proofs:
      done === null
        ? [...input.proofs]
        : [done.renewed.token, ...input.proofs.filter((one) => one !== shown?.token)],
  };
}

/**
 * Waits for a login to be stored; null when the database is away, late or read-only.
 * @throws AppError of a login that was rejected
 */
async function orNotStored<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await withTimeLimit(work, STORE_MS);
  } catch (error) {
    if (isNotStored(error)) return null;
    throw error;
  }
}

/** Changes the caller's own password; all other sessions of the account end, and other proofs are deleted. */
export async function changePassword(
  deps: AuthDeps,
  caller: Caller,
  ip: string,
  oldPassword: string,
  password: string,
): Promise<void> {
  // A session has a count of its own, so that nobody else's attempts prevent the change of its password.
  const tried = { entity: 'user', id: caller.accountId, code: caller.code, address: ip } as const;
  const attempt = { tried, own: `session ${caller.sessionId}` };
  const passwordHash = await deps.hashing.turn('person', ip, async (hasher) => {
    const right = await deps.attempts.run(attempt, async () => {
      const found = await repository.findAccount(deps.db, caller.accountId);
      return (await hasher.check(found?.password_hash ?? null, oldPassword)) || null;
    });
    if (right === null) throw fieldError('old_password', 'auth.oldPasswordWrong');
    if (oldPassword === password) throw fieldError('password', 'auth.passwordUnchanged');
    return hasher.hash(password);
  });
  await deps.db.transaction(async (tx) => {
    await repository.setPassword(tx, caller.accountId, passwordHash, false);
    await repository.endOtherSessions(tx, caller.accountId, caller.sessionId);
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
