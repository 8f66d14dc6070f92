import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { account } from '../../platform/auth/account.table.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type TalkLinkRow, talkLink } from './talkLink.table.ts';

export type { TalkLinkRow } from './talkLink.table.ts';

/** Links that a phone could still use, with the name of the account that made each. @param now epoch s */
export async function open(db: DbOrTx, now: number): Promise<{ row: TalkLinkRow; made_by: string }[]> {
  const usable = and(isNull(talkLink.ended_at), isNull(talkLink.used_at), gt(talkLink.expires_at, now));
  return db
    .select({ row: talkLink, made_by: account.name })
    .from(talkLink)
    .innerJoin(account, eq(account.id, talkLink.account_id))
    .where(usable);
}

export async function insert(
  tx: DbOrTx,
  values: Pick<
    TalkLinkRow,
    'title' | 'orgs' | 'account_id' | 'secret_hash' | 'priority' | 'volume' | 'created_at' | 'expires_at'
  >,
): Promise<TalkLinkRow> {
  const [row] = await tx.insert(talkLink).values(values).returning();
  if (row === undefined) throw new Error('no phone link was stored');
  return row;
}

/** Binds a link to a phone; false if another one was faster or the link has ended. @param now epoch s */
export async function bind(tx: DbOrTx, id: number, phone_hash: string, now: number): Promise<boolean> {
  const free = and(eq(talkLink.id, id), isNull(talkLink.phone_hash), isNull(talkLink.ended_at));
  const bound = await tx
    .update(talkLink)
    .set({ phone_hash, opened_at: now })
    .where(free)
    .returning({ id: talkLink.id });
  return bound.length > 0;
}

export async function mark(
  db: DbOrTx,
  id: number,
  at: Partial<Pick<TalkLinkRow, 'used_at' | 'ended_at'>>,
): Promise<void> {
  await db.update(talkLink).set(at).where(eq(talkLink.id, id));
}

/** Removes links whose time was over before a moment, epoch s. */
export async function removeOld(db: DbOrTx, before: number): Promise<void> {
  await db.delete(talkLink).where(lt(talkLink.expires_at, before));
}
