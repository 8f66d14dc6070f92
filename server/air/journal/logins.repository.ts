import { and, eq } from 'drizzle-orm';
import { account } from '../../platform/auth/account.table.ts';
import { endSurplus } from '../../platform/auth/auth.repository.ts';
import type { LoginChange } from '../../platform/auth/away/loginJournal.ts';
import { loginProof, loginSession } from '../../platform/auth/login.table.ts';
import type { Tx } from '../../platform/db/client.ts';
import { newSecret } from '../../site/casters/caster.repository.ts';

/**
 * Stores a change, but a login only if its account still has the password and is not disabled. Can be
 * repeated.
 */
export async function storeLogin(tx: Tx, change: LoginChange): Promise<void> {
  if (change.do === 'out') {
    await tx.delete(loginSession).where(eq(loginSession.token_hash, change.token_hash));
    return;
  }
  if (change.do === 'station') {
    await newSecret(tx, change.terminal_id, change.password_hash, change.secret_hash);
    return;
  }
  const { do: _, password_hash, most, proof_id, ...row } = change;
  const judged = and(
    eq(account.id, row.account_id),
    eq(account.password_hash, password_hash),
    eq(account.disabled, false),
  );
  const [stands] = await tx.select({ id: account.id }).from(account).where(judged).for('no key update');
  if (stands === undefined) return;
  const [proof] =
    proof_id === null
      ? []
      : await tx.select({ id: loginProof.id }).from(loginProof).where(eq(loginProof.id, proof_id));
  await tx
    .insert(loginSession)
    .overridingSystemValue()
    .values({ ...row, proof_id: proof?.id ?? null })
    .onConflictDoNothing();
  if (most > 0) await endSurplus(tx, row.account_id, most, Math.floor(Date.now() / 1000));
}
