import { and, desc, eq, gt, inArray, ne, notInArray, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/client.ts';
import { account, role } from './account.table.ts';
import { loginProof, loginSession } from './login.table.ts';

/** A session with its account and role. Times are epoch seconds. */
export interface SessionAccount {
  session_id: number;
  expires_at: number;
  last_seen_at: number;
  /** False when its token was sent by plain HTTP. */
  secure: boolean;
  account_id: number;
  code: string;
  name: string;
  disabled: boolean;
  must_change_password: boolean;
  all_zones: boolean;
  role_code: string;
  role_name: string;
  permissions: string[];
}

const ofAccount = {
  account_id: account.id,
  code: account.code,
  name: account.name,
  disabled: account.disabled,
  must_change_password: account.must_change_password,
  all_zones: account.all_zones,
  role_code: role.code,
  role_name: role.name,
  permissions: role.permissions,
};

function sessions(db: DbOrTx) {
  return db
    .select({
      session_id: loginSession.id,
      expires_at: loginSession.expires_at,
      last_seen_at: loginSession.last_seen_at,
      secure: loginSession.secure,
      ...ofAccount,
    })
    .from(loginSession)
    .innerJoin(account, eq(account.id, loginSession.account_id))
    .innerJoin(role, eq(role.id, account.role_id));
}

export async function findSessionByToken(db: DbOrTx, hash: string): Promise<SessionAccount | undefined> {
  return (await sessions(db).where(eq(loginSession.token_hash, hash)))[0];
}

export async function findSession(db: DbOrTx, id: number): Promise<SessionAccount | undefined> {
  return (await sessions(db).where(eq(loginSession.id, id)))[0];
}

/** An account with its role, independent of its logins. */
export async function findPerson(db: DbOrTx, id: number) {
  const [row] = await db
    .select(ofAccount)
    .from(account)
    .innerJoin(role, eq(role.id, account.role_id))
    .where(eq(account.id, id));
  return row;
}

/** The account of a login that is not stored yet; undefined if it has another password by now. */
export async function findHolder(
  db: DbOrTx,
  login: { id: number; account_id: number; password_hash: string; expires_at: number; secure?: boolean },
): Promise<SessionAccount | undefined> {
  const judged = and(eq(account.id, login.account_id), eq(account.password_hash, login.password_hash));
  const [row] = await db
    .select(ofAccount)
    .from(account)
    .innerJoin(role, eq(role.id, account.role_id))
    .where(judged);
  const seen = Math.floor(Date.now() / 1000);
  const { id: session_id, expires_at, secure = false } = login;
  return row && { ...row, session_id, expires_at, secure, last_seen_at: seen };
}

export async function touchSession(db: DbOrTx, id: number, seconds: number): Promise<void> {
  await db.update(loginSession).set({ last_seen_at: seconds }).where(eq(loginSession.id, id));
}

/**
 * Finds the account with exactly this code, else the only one that differs in case alone
 * (server/site/accounts/findByCode.ts).
 */
export async function findAccountByCode(db: DbOrTx, code: string) {
  const like = await db.select().from(account).where(sql`lower(${account.code}) = lower(${code})`).limit(3);
  return like.find((row) => row.code === code) ?? (like.length === 1 ? like[0] : undefined);
}

export async function findAccount(db: DbOrTx, id: number) {
  return (await db.select().from(account).where(eq(account.id, id)))[0];
}

/** Locks an account until the transaction ends; false: password or state have changed since it was judged. */
export async function holdJudged(tx: DbOrTx, id: number, passwordHash: string): Promise<boolean> {
  const held = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, id), eq(account.password_hash, passwordHash), eq(account.disabled, false)))
    .for('no key update');
  return held.length > 0;
}

export async function insertSession(
  db: DbOrTx,
  values: {
    account_id: number;
    token_hash: string;
    client_ip: string;
    user_agent: string;
    proof_id: number;
    secure: boolean;
    expires_at: number;
  },
): Promise<number> {
  const [row] = await db.insert(loginSession).values(values).returning({ id: loginSession.id });
  if (row === undefined) throw new Error('no login session was stored');
  return row.id;
}

export async function listSessions(db: DbOrTx, accountId: number, seconds: number) {
  return db
    .select()
    .from(loginSession)
    .where(and(eq(loginSession.account_id, accountId), gt(loginSession.expires_at, seconds)))
    .orderBy(desc(loginSession.last_seen_at))
    .limit(100);
}

/** Accounts with the addresses they are logged in from, the last used first. */
export async function loggedInFrom(db: DbOrTx, limit: number) {
  const lastSeen = sql`max(${loginSession.last_seen_at})`;
  return db
    .select({ code: account.code, client_ip: loginSession.client_ip })
    .from(loginSession)
    .innerJoin(account, eq(account.id, loginSession.account_id))
    .where(gt(loginSession.expires_at, Math.floor(Date.now() / 1000)))
    .groupBy(account.code, loginSession.client_ip)
    .orderBy(desc(lastSeen))
    .limit(limit);
}

/** Ends one session of an account by logout; its browser's proof stays valid. */
export async function deleteSession(db: DbOrTx, accountId: number, id: number): Promise<void> {
  await db.delete(loginSession).where(and(eq(loginSession.account_id, accountId), eq(loginSession.id, id)));
}

/** Ends one session of an account from elsewhere, and deletes its browser's proof; false if there is none. */
export async function endSession(tx: DbOrTx, accountId: number, id: number): Promise<boolean> {
  const [gone] = await tx
    .delete(loginSession)
    .where(and(eq(loginSession.account_id, accountId), eq(loginSession.id, id)))
    .returning({ proof_id: loginSession.proof_id });
  if (gone?.proof_id != null) await tx.delete(loginProof).where(eq(loginProof.id, gone.proof_id));
  return gone !== undefined;
}

/** Ids of all valid sessions. */
export async function openSessions(db: DbOrTx, seconds: number): Promise<number[]> {
  const rows = await db
    .select({ id: loginSession.id })
    .from(loginSession)
    .where(gt(loginSession.expires_at, seconds));
  return rows.map((row) => row.id);
}

/** Ends idle sessions; the proofs of their browsers stay valid. */
export async function endIdle(db: DbOrTx, ids: readonly number[]) {
  return db
    .delete(loginSession)
    .where(inArray(loginSession.id, [...ids]))
    .returning({ session_id: loginSession.id, token_hash: loginSession.token_hash });
}

/**
 * Ends the longest unused sessions of an account beyond a maximum; expired ones do not count.
 * @returns true when any has ended
 */
export async function endSurplus(tx: DbOrTx, accountId: number, most: number, now: number): Promise<boolean> {
  const own = and(eq(loginSession.account_id, accountId), gt(loginSession.expires_at, now));
  const kept = tx
    .select({ id: loginSession.id })
    .from(loginSession)
    .where(own)
    .orderBy(desc(loginSession.last_seen_at), desc(loginSession.id))
    .limit(most);
  const gone = await tx
    .delete(loginSession)
    .where(and(own, notInArray(loginSession.id, kept)))
    .returning({ id: loginSession.id });
  return gone.length > 0;
}

/** Ends all sessions of an account but one, and deletes all other proofs. */
export async function endOtherSessions(tx: DbOrTx, accountId: number, keep: number): Promise<void> {
  await tx.delete(loginSession).where(and(eq(loginSession.account_id, accountId), ne(loginSession.id, keep)));
  const kept = tx.select({ id: loginSession.proof_id }).from(loginSession).where(eq(loginSession.id, keep));
  await tx
    .delete(loginProof)
    .where(and(eq(loginProof.account_id, accountId), sql`${loginProof.id} is distinct from (${kept})`));
}

/** Ends all sessions of an account, and deletes all its proofs. */
export async function endSessions(tx: DbOrTx, accountId: number): Promise<void> {
  await tx.delete(loginSession).where(eq(loginSession.account_id, accountId));
  await tx.delete(loginProof).where(eq(loginProof.account_id, accountId));
}

export async function enable(db: DbOrTx, accountId: number): Promise<void> {
  await db.update(account).set({ disabled: false }).where(eq(account.id, accountId));
}

/** @param mustChange whether its next login has to choose another one first */
export async function setPassword(
  db: DbOrTx,
  accountId: number,
  passwordHash: string,
  mustChange: boolean,
): Promise<void> {
  await db
    .update(account)
    .set({ password_hash: passwordHash, must_change_password: mustChange })
    .where(eq(account.id, accountId));
}

export async function setName(db: DbOrTx, accountId: number, name: string): Promise<void> {
  await db.update(account).set({ name }).where(eq(account.id, accountId));
}
