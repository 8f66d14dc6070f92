import { account, role } from '../../platform/auth/account.table.ts';
import type { Db, DbOrTx } from '../../platform/db/client.ts';
import { partition } from '../zones/zones.table.ts';

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.select({ id: account.id }).from(account).limit(1)).length > 0;
}

export async function insertRoles(tx: DbOrTx, rows: (typeof role.$inferInsert)[]) {
  return tx.insert(role).values(rows).returning({ id: role.id, code: role.code });
}

export async function insertTopZone(tx: DbOrTx, name: string): Promise<void> {
  await tx.insert(partition).values({ name, code: 'site', parent_id: null });
}

export async function insertAdmin(tx: DbOrTx, passwordHash: string, roleId: number): Promise<void> {
  await tx.insert(account).values({
    code: 'admin',
    name: 'admin',
    password_hash: passwordHash,
    role_id: roleId,
    all_zones: true,
  });
}
