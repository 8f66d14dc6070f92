import { eq, type SQL, sql } from 'drizzle-orm';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import { accountEntity } from '../../../contract/entities/site/account.ts';
import { roleEntity } from '../../../contract/entities/site/role.ts';
import { account, role } from '../../platform/auth/account.table.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, tableRepository } from '../../platform/db/tableRepository.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { accountPartition } from '../zones/zones.table.ts';

/** Time within which a used session counts as active, s (its last use is noted once a minute). */
const ACTIVE_S = 120;

export interface AccountRow extends Row {
  code: string;
  name: string;
  password_hash: string;
  id_card: string;
  role_id: number;
  role_permissions: string[];
  groups: number[];
  all_zones: boolean;
  disabled: boolean;
  created_at: number;
}
export interface RoleRow extends Row {
  code: string;
  name: string;
  permissions: string[];
  builtin: boolean;
  users: number;
  created_at: number;
}

/**
 * Condition for accounts all of whose zones lie within these; accounts without zones are visible only with
 * all zones.
 */
export function accountsWithin(zones: readonly number[]): SQL {
  return sql`(not account.all_zones
    and exists (select 1 from account_partition p where p.account_id = account.id)
    and not exists (select 1 from account_partition p where p.account_id = account.id
      and p.partition_id <> all(${sql.param([...zones])}::int[])))`;
}

const ofRole = (field: SQL) => sql`(select ${field} from role r where r.id = account.role_id)`;
const ofLogins = (field: SQL, condition: SQL) =>
  sql`(select ${field} from login_session s where s.account_id = account.id and s.expires_at > now() and ${condition})`;

export const accounts = tableRepository<AccountRow>(account, {
  sortable: accountEntity.sortable,
  searchable: accountEntity.searchable,
  defaultSort: 'code',
  scope: accountsWithin,
  computed: {
    role_code: ofRole(sql`r.code`),
    role_name: ofRole(sql`r.name`),
    role_permissions: ofRole(sql`r.permissions`),
    groups: sql`array(select p.partition_id from account_partition p where p.account_id = account.id order by 1)`,
    sessions: ofLogins(sql`count(*)::int`, sql`true`),
    active_sessions: ofLogins(
      sql`count(*)::int`,
      sql`s.last_seen_at > now() - make_interval(secs => ${sql.raw(String(ACTIVE_S))})`,
    ),
    last_seen_at: ofLogins(sql`floor(extract(epoch from max(s.last_seen_at)))::float8`, sql`true`),
  },
});

/** Names of all accounts, with the roots of their zones; none for an account of all zones. */
export async function findableAccounts(
  db: DbOrTx,
): Promise<{ id: number; code: string; name: string; org: number[] }[]> {
  const { id, code, name } = account;
  const org = sql<
    number[]
  >`array(select p.partition_id from account_partition p where p.account_id = account.id and not account.all_zones)`;
  return db.select({ id, code, name, org }).from(account);
}

/** Codes of the accounts within a scope, by id. */
export async function codesWithin(db: DbOrTx, scope: Scope): Promise<Map<number, string>> {
  const within = scope.all === true ? undefined : accountsWithin([...scope.ids]);
  const rows = await db.select({ id: account.id, code: account.code }).from(account).where(within);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

export const roles = tableRepository<RoleRow>(role, {
  sortable: roleEntity.sortable,
  searchable: roleEntity.searchable,
  defaultSort: 'code',
  computed: { users: sql`(select count(*)::int from account a where a.role_id = role.id)` },
});

/**
 * Serialises all changes of accounts and roles, so that two requests cannot each remove the other's last
 * administrator.
 */
export async function lockAccounts(tx: DbOrTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tocsin.account'))`);
}

/** Tells if another account has this code, ignoring case. */
export async function isCodeTaken(tx: DbOrTx, code: string, exceptId: number): Promise<boolean> {
  const found = await tx.execute(sql`
    select 1 from account where lower(code) = lower(${code}) and id <> ${exceptId} limit 1`);
  return found.rows.length > 0;
}

/** Counts the enabled accounts with all permissions and all zones. */
export async function countAdministrators(tx: DbOrTx): Promise<number> {
  const found = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from account a join role r on r.id = a.role_id
    where not a.disabled and a.all_zones and r.permissions @> ${JSON.stringify(permissionKeys)}::jsonb`);
  return found.rows[0]?.n ?? 0;
}

export async function setZones(tx: DbOrTx, accountId: number, zones: readonly number[]): Promise<void> {
  await tx.delete(accountPartition).where(eq(accountPartition.account_id, accountId));
  const rows = [...new Set(zones)].map((partition_id) => ({ account_id: accountId, partition_id }));
  if (rows.length > 0) await tx.insert(accountPartition).values(rows);
}

/** Counts the accounts within these zones by role. */
export async function usersWithin(db: DbOrTx, zones: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ role: account.role_id, count: sql<number>`count(*)::int` })
    .from(account)
    .where(accountsWithin(zones))
    .groupBy(account.role_id);
  return new Map(rows.map(({ role: id, count }) => [id, count]));
}

export async function allRoles(tx: DbOrTx) {
  return tx.select().from(role);
}

export async function setPermissions(tx: DbOrTx, roleId: number, permissions: string[]): Promise<void> {
  await tx
    .update(role)
    .set({ permissions, rev: sql`${role.rev} + 1` })
    .where(eq(role.id, roleId));
}
