import { accountEntity } from '../../contract/entities/account.ts';
import { AppError } from '../../contract/errors.ts';
import { readYesNo, yesNo } from '../../contract/transfer.ts';
import { type AccountRow, accounts, allRoles, lockAccounts } from '../accounts/account.repository.ts';
import { createAccountService } from '../accounts/account.service.ts';
import { type Db, hasSqlState } from '../db/client.ts';
import { may } from '../http/access.ts';
import type { InputRow } from './columns.ts';
import { zonesByCode } from './compare.ts';
import { codesIn } from './listCell.ts';
import type { Change } from './report.ts';
import type { Importer } from './types.ts';

const { shape } = accountEntity.create;
/** What a field of the account is called in the file. */
const columnOf: Record<string, string> = { role_id: 'role', groups: 'zones' };

/**
 * Accounts, each through the service that the screens use, so that its rules hold row by row; every row in a
 * savepoint of the one transaction. A password is for a new account only.
 */
export const importAccounts: Importer = async (deps, tx, run) => {
  const { table, report, caller, ip, dryRun, hashes } = run;
  await lockAccounts(tx);
  let current = 0;
  const service = createAccountService({
    ...deps,
    // Its transactions are savepoints of this one.
    db: tx as unknown as Db,
    callers: { ...deps.callers, changed: () => {} },
    hashPassword: async () => (dryRun ? 'trial' : (hashes.get(current) ?? '')),
  });
  const { rows } = await accounts.list(tx, caller.scope, { page: 1, limit: 1_000_000 });
  const known = new Map(rows.map((row) => [row.code, row]));
  const roles = new Map((await allRoles(tx)).map((role) => [role.code, role.id]));
  const zones = zonesByCode(deps.zones, caller.scope);
  for (const row of table.rows) await take(row);
  return async () => () => deps.callers.changed();

  async function take(row: InputRow): Promise<void> {
    const code = report.read(row, 'code', shape.code, row.get('code') ?? '');
    if (code === undefined || !report.isFirst(row, 'code', code)) return;
    const old = known.get(code);
    const given = read(row, old);
    if (given === null) return;
    const changes = old === undefined ? null : changesOf(old, given);
    if (changes?.length === 0) return report.outcome(row, code, old?.name ?? '', changes);
    if (!may(caller, old === undefined ? 'create_user' : 'edit_user'))
      return report.fault(row, '', old === undefined ? 'transfer.mayNotCreate' : 'transfer.mayNotEdit');
    current = row.line;
    try {
      if (old === undefined) {
        const password = row.get('password') ?? '';
        await service.create(caller, ip, { name: code, groups: [], ...given, code, password });
      } else await service.patch(caller, ip, old.id, given);
      report.outcome(row, code, String(given.name ?? old?.name ?? code), changes);
    } catch (error) {
      if (error instanceof AppError) report.failure(row, withColumns(error));
      else if (hasSqlState(error, '23505')) report.fault(row, 'code', 'common.duplicate', { value: code });
      else throw error;
    }
  }

  /** The fields that a row gives: all for a new account, those that differ for one that is there. */
  function read(row: InputRow, old: AccountRow | undefined): Record<string, unknown> | null {
    const given: Record<string, unknown> = {};
    const set = (key: 'name' | 'role_id' | 'all_zones' | 'disabled', value: unknown) => {
      if (value !== old?.[key]) given[key] = value;
    };
    const name = row.get('name');
    if (name) set('name', report.read(row, 'name', shape.name, name));
    const role = row.get('role');
    if (role) {
      if (!roles.has(role)) report.fault(row, 'role', 'transfer.noRole', { value: role });
      set('role_id', roles.get(role));
    } else if (old === undefined) report.fault(row, 'role', 'rules.required', { field: 'field.role' });
    for (const key of ['all_zones', 'disabled'] as const) {
      const cell = row.get(key);
      if (cell === undefined || (cell === '' && old !== undefined)) continue;
      const value = readYesNo(cell);
      if (value === null) report.fault(row, key, 'transfer.yesNo');
      else set(key, value);
    }
    const cell = row.get('zones');
    if (cell) {
      const ids: number[] = [];
      for (const code of codesIn(cell)) {
        const id = zones.get(code)?.id;
        if (id === undefined) report.fault(row, 'zones', 'transfer.noZone', { value: code });
        else ids.push(id);
      }
      ids.sort((a, b) => a - b);
      if (ids.join() !== old?.groups.join()) given.groups = ids;
    }
    return report.isBad(row) ? null : given;
  }

  function changesOf(old: AccountRow, given: Record<string, unknown>): Change[] {
    const codes = (ids: unknown) => (ids as number[]).map((id) => deps.zones.get(id)?.code ?? '').join(' ');
    const role = (id: unknown) => [...roles].find(([, each]) => each === id)?.[0] ?? '';
    const word = (value: unknown) => (value === true ? yesNo.true : yesNo.false)[run.lang];
    return Object.entries(given).map(([key, value]) => {
      const text = key === 'groups' ? codes : key === 'role_id' ? role : key === 'name' ? String : word;
      return { column: columnOf[key] ?? key, before: text(old[key]), after: text(value) };
    });
  }
};

function withColumns(error: AppError): AppError {
  const { fields } = error.details;
  if (fields === undefined) return error;
  return new AppError(error.code, error.key, error.params, {
    fields: fields.map((fault) => ({ ...fault, path: columnOf[fault.path] ?? fault.path })),
  });
}
