import { and, eq, gt } from 'drizzle-orm';
import type { DbOrTx } from '../db/client.ts';
import { loginSession } from './login.table.ts';

/** Notes that the token of a session was sent by plain HTTP; false: the session is not stored. */
export async function note(db: DbOrTx, id: number): Promise<boolean> {
  const updated = await db
    .update(loginSession)
    .set({ secure: false })
    .where(eq(loginSession.id, id))
    .returning({ id: loginSession.id });
  return updated.length > 0;
}

/** Number of valid sessions whose token was sent by plain HTTP. */
export function count(db: DbOrTx, seconds: number): Promise<number> {
  return db.$count(loginSession, and(eq(loginSession.secure, false), gt(loginSession.expires_at, seconds)));
}

/** Ends all sessions whose token was sent by plain HTTP; the proofs of their browsers stay valid. */
export async function end(tx: DbOrTx) {
  return tx
    .delete(loginSession)
    .where(eq(loginSession.secure, false))
    .returning({ session_id: loginSession.id, token_hash: loginSession.token_hash });
}
