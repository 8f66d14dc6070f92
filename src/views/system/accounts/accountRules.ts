import type { Account } from '../../../../contract/entities/site/account.ts';
import type { Role } from '../../../../contract/entities/site/role.ts';
import type { Profile } from '../../../../contract/entities/site/session.ts';

/**
 * Rules of the server for accounts, known to the console so that it can disable actions that would be
 * refused.
 */

/**
 * Tells whether the user holds every key of a role: only then may it be granted, or its accounts be changed.
 */
export function mayGrant(held: readonly string[], keys: readonly string[]): boolean {
  const own = new Set(held);
  return keys.every((key) => own.has(key));
}

/** Roles that the user may grant, by name, with the present role of the account. */
export function rolesToGive(roles: readonly Role[], held: readonly string[], present?: number): Role[] {
  return roles.filter((role) => role.id === present || mayGrant(held, role.permissions));
}

export type AccountAction = 'edit' | 'enable' | 'disable' | 'password' | 'sessions' | 'delete';

/** A reason of the locale section `accounts.why`, or the general one of a missing right. */
export type AccountRefusal =
  | 'noRight'
  | 'onlyOne'
  | 'beyondOwn'
  | 'self'
  | 'ownPassword'
  | 'enabled'
  | 'disabled';

const needed = {
  edit: 'edit_user',
  enable: 'edit_user',
  disable: 'edit_user',
  password: 'edit_user',
  sessions: 'list_session',
  delete: 'delete_user',
} as const satisfies Record<AccountAction, string>;
const single: readonly AccountAction[] = ['edit', 'password', 'sessions'];

/** Reason why an action cannot be applied to these accounts; null when it can. `roles` may be incomplete. */
export function refusalOf(
  action: AccountAction,
  rows: readonly Pick<Account, 'id' | 'role_id' | 'disabled'>[],
  me: Pick<Profile, 'id' | 'permissions' | 'role_permissions'>,
  roles: readonly Role[],
): AccountRefusal | null {
  if (!me.permissions.includes(needed[action])) return 'noRight';
  if (single.includes(action) && rows.length !== 1) return 'onlyOne';
  if (action === 'sessions') return null;
  const isSelf = rows.some((row) => row.id === me.id);
  if (isSelf && action === 'password') return 'ownPassword';
  if (isSelf && (action === 'disable' || action === 'delete')) return 'self';
  const beyond = (row: { id: number; role_id: number }) => {
    const role = roles.find((one) => one.id === row.role_id);
    return row.id !== me.id && role !== undefined && !mayGrant(me.role_permissions, role.permissions);
  };
  if (rows.some(beyond)) return 'beyondOwn';
  const wanted = { enable: false, disable: true } as const;
  if ((action === 'enable' || action === 'disable') && rows.every((row) => row.disabled === wanted[action]))
    return wanted[action] ? 'disabled' : 'enabled';
  return null;
}
