import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { accountEntity, type PasswordReset } from '../../../contract/entities/site/account.ts';
import * as sessions from '../../platform/auth/auth.repository.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import type { Hashing } from '../../platform/auth/passwords/hashing.ts';
import { checkNewPassword } from '../../platform/auth/passwords/newPassword.ts';
import { type CrudDeps, crudService } from '../../platform/crud/crud.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Zones, zoneIn } from '../zones/zones.ts';
import {
  type AccountRow,
  accounts,
  isCodeTaken,
  lockAccounts,
  roles,
  setZones,
} from './account.repository.ts';
import { checkAdministratorLeft, checkGrant, checkNotAboveCaller } from './permissionChecks.ts';

export interface AccountDeps extends CrudDeps {
  zones: Zones;
  callers: Callers;
  /** Tells if passwords need three of four classes (brand or system configuration). */
  strongPasswords: () => boolean;
  /** An import uses hashes that it has made before its transaction. */
  hashing: Pick<Hashing, 'hash'>;
}

/** Id that no account has. */
const NO_ACCOUNT = 0;

interface Written {
  code?: string;
  password?: string;
  role_id?: number;
  groups?: number[];
  all_zones?: boolean;
  disabled?: boolean;
}

/**
 * Service of accounts: no account can grant more than its own permissions and zones, and an administrator
 * always remains.
 */
export function createAccountService(deps: AccountDeps) {
  const { zones, callers, db, audit } = deps;

  async function checkRole(tx: Tx, caller: Caller, roleId: number): Promise<void> {
    const role = await roles.lock(tx, caller.scope, roleId);
    if (role === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
    checkGrant(caller, role.permissions);
  }

  function checkZones(caller: Caller, all: boolean, groups: readonly number[]): void {
    if (all && caller.scope.all !== true)
      throw new AppError(errorCode.forbidden, 'account.allZonesBeyondOwn');
    for (const id of groups) zoneIn(zones, caller.scope, id);
    if (all || groups.length > 0) return;
    const key = 'zone.accountNeedsZone' as const;
    throw new AppError(errorCode.badRequest, key, {}, { fields: [{ path: 'groups', key }] });
  }

  /** Called under the lock of accounts, so that two requests cannot take codes that differ in case alone. */
  async function checkCode(tx: Tx, code: string, exceptId: number): Promise<void> {
    if (await isCodeTaken(tx, code, exceptId))
      throw new AppError(errorCode.conflict, 'common.duplicate', { value: code });
  }

  const service = crudService<AccountRow>(deps, accountEntity, accounts, {
    begin: lockAccounts,
    async ahead({ password, code = '', name = '' }) {
      if (password === undefined) return {};
      const names = [code as string, name as string];
      checkNewPassword(password as string, { strength: deps.strongPasswords(), names });
      return { password_hash: await deps.hashing.hash(password as string) };
    },
    async beforeCreate(tx, caller, values, hashed) {
      const { password: _, groups, ...rest } = values as Written & Record<string, unknown>;
      await checkCode(tx, rest.code as string, NO_ACCOUNT);
      await checkRole(tx, caller, rest.role_id as number);
      checkZones(caller, rest.all_zones === true, groups as number[]);
      return { ...rest, ...hashed };
    },
    async beforePatch(tx, caller, row, values) {
      const { groups, ...rest } = values as Written & Record<string, unknown>;
      checkNotAboveCaller(caller, row);
      if (rest.disabled === true && row.id === caller.accountId)
        throw new AppError(errorCode.conflict, 'account.cannotDisableSelf');
      if (rest.code !== undefined && rest.code !== row.code) await checkCode(tx, rest.code, row.id);
      if (rest.role_id !== undefined && rest.role_id !== row.role_id)
        await checkRole(tx, caller, rest.role_id);
      if (groups !== undefined || rest.all_zones !== undefined)
        checkZones(caller, rest.all_zones ?? row.all_zones, groups ?? row.groups);
      // The zones belong to the account: changing them raises its revision.
      return groups === undefined ? rest : { name: row.name, ...rest };
    },
    async stored(tx, _caller, row, values) {
      const { groups } = values as Written;
      if (groups !== undefined) await setZones(tx, row.id, groups);
      if (row.disabled) await sessions.endSessions(tx, row.id);
      await checkAdministratorLeft(tx);
      return (await accounts.get(tx, { all: true }, row.id)) ?? row;
    },
    async beforeRemove(_tx, caller, row) {
      if (row.id === caller.accountId) throw new AppError(errorCode.conflict, 'auth.cannotDeleteSelf');
      checkNotAboveCaller(caller, row);
    },
    removed: checkAdministratorLeft,
    committed: () => callers.changed(),
  });

  return {
    ...service,
    /** Sets a new password of another account, whose sessions end. */
    async resetPassword(
      caller: Caller,
      ip: string,
      id: number,
      { password, confirmPassword, must_change_password: mustChange }: PasswordReset,
    ): Promise<void> {
      const row = await service.get(caller, id);
      if (id === caller.accountId) throw new AppError(errorCode.conflict, 'account.ownPassword');
      checkNotAboveCaller(caller, row);
      const rule = { strength: deps.strongPasswords(), names: [row.code, row.name] };
      checkNewPassword(password, rule, confirmPassword);
      const hash = await deps.hashing.hash(password);
      await db.transaction(async (tx) => {
        await lockAccounts(tx);
        const locked = await accounts.lock(tx, caller.scope, id);
        if (locked === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
        checkNotAboveCaller(caller, locked);
        await sessions.setPassword(tx, id, hash, mustChange);
        await sessions.endSessions(tx, id);
        await audit.record(tx, caller, {
          ...{ action: 'password_reset', entity: 'user', entity_id: id, ip },
          after: { must_change_password: mustChange },
        });
      });
      callers.changed();
    },
    /** Valid sessions of an account, the last used first. */
    async sessions(caller: Caller, id: number) {
      await service.get(caller, id);
      const rows = await sessions.listSessions(db, id, Math.floor(Date.now() / 1000));
      return rows.map((row) => ({ ...row, current: row.id === caller.sessionId }));
    },
    async endSession(caller: Caller, ip: string, id: number, sessionId: number): Promise<void> {
      const row = await service.get(caller, id);
      checkNotAboveCaller(caller, row);
      await db.transaction(async (tx) => {
        if (!(await sessions.endSession(tx, id, sessionId)))
          throw new AppError(errorCode.notFound, 'auth.sessionNotFound');
        await audit.record(tx, caller, { action: 'session_end', entity: 'user', entity_id: id, ip });
      });
      callers.changed();
    },
  };
}
export type AccountService = ReturnType<typeof createAccountService>;
