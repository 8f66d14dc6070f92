import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { account } from '../../platform/auth/account.table.ts';
import { endProofs } from '../../platform/auth/proof.repository.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { terminal } from '../terminals/terminal.table.ts';
import { casterAccount, casterOrg } from './caster.table.ts';

/** Stored account of a call station. */
export interface StoredAccount {
  terminal_id: number;
  password_hash: string | null;
  user_id: number | null;
  disabled: boolean;
  orgs: number[];
}

/** Reads all accounts, or that of one terminal. */
export async function accounts(db: DbOrTx, terminalId?: number): Promise<StoredAccount[]> {
  const orgs = sql<number[]>`coalesce((
    select json_agg(o.partition_id order by o.partition_id)
    from caster_org o where o.terminal_id = caster_account.terminal_id), '[]'::json)`;
  return db
    .select({
      terminal_id: casterAccount.terminal_id,
      password_hash: casterAccount.password_hash,
      user_id: casterAccount.user_id,
      disabled: casterAccount.disabled,
      orgs,
    })
    .from(casterAccount)
    .where(terminalId === undefined ? undefined : eq(casterAccount.terminal_id, terminalId))
    .orderBy(asc(casterAccount.terminal_id));
}

/** Scope of a console account that casters belong to. */
export interface Owner {
  id: number;
  all_zones: boolean;
  disabled: boolean;
  roots: number[];
}

/** The accounts that casters belong to. */
export async function owners(db: DbOrTx): Promise<Owner[]> {
  const used = db.selectDistinct({ id: casterAccount.user_id }).from(casterAccount);
  const roots = sql<number[]>`coalesce((
    select json_agg(p.partition_id) from account_partition p where p.account_id = account.id), '[]'::json)`;
  return db
    .select({ id: account.id, all_zones: account.all_zones, disabled: account.disabled, roots })
    .from(account)
    .where(inArray(account.id, used));
}

/**
 * Writes the given fields; others stay as they are. A new password, or disabling, deletes the proofs of
 * earlier logins.
 */
export async function save(
  tx: DbOrTx,
  terminal_id: number,
  values: { password_hash?: string; user_id?: number | null; disabled?: boolean },
): Promise<void> {
  await tx
    .insert(casterAccount)
    .values({ terminal_id, ...values })
    .onConflictDoUpdate({ target: casterAccount.terminal_id, set: { terminal_id, ...values } });
  if (values.password_hash !== undefined || values.disabled === true) await endProofs(tx, { terminal_id });
}

/** Sets the zones that a caster may speak to. */
export async function setOrgs(tx: DbOrTx, terminal_id: number, orgs: readonly number[]): Promise<void> {
  await tx.delete(casterOrg).where(eq(casterOrg.terminal_id, terminal_id));
  if (orgs.length > 0)
    await tx.insert(casterOrg).values(orgs.map((partition_id) => ({ terminal_id, partition_id })));
}

/**
 * Replaces the secret of a login by one that cannot match, if it still is this one.
 * @returns the changed terminal, or undefined
 */
export async function voidSecret(
  tx: DbOrTx,
  terminalId: number,
  secret_hash: string,
  unusableHash: string,
): Promise<typeof terminal.$inferSelect | undefined> {
  const [row] = await tx
    .update(terminal)
    .set({ secret_hash: unusableHash, rev: sql`${terminal.rev} + 1` })
    .where(and(eq(terminal.id, terminalId), eq(terminal.secret_hash, secret_hash)))
    .returning();
  return row;
}

/**
 * Gives a station that has proved its password a new secret, unless password or account were changed
 * meanwhile.
 * @returns the changed terminal, or undefined
 */
export async function newSecret(
  db: DbOrTx,
  terminalId: number,
  password_hash: string,
  secret_hash: string,
): Promise<typeof terminal.$inferSelect | undefined> {
  const valid = db
    .select({ id: casterAccount.terminal_id })
    .from(casterAccount)
    .where(
      and(
        eq(casterAccount.terminal_id, terminalId),
        eq(casterAccount.password_hash, password_hash),
        eq(casterAccount.disabled, false),
      ),
    )
    .for('share');
  const [row] = await db
    .update(terminal)
    .set({ secret_hash, rev: sql`${terminal.rev} + 1` })
    .where(inArray(terminal.id, valid))
    .returning();
  return row;
}
