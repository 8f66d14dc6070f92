import { AppError } from '../../../../contract/api/errors.ts';
import { readYesNo, yesNo } from '../../../../contract/api/transfer.ts';
import { accountEntity } from '../../../../contract/entities/site/account.ts';
import { foldedCode } from '../../../../contract/rules/foldedCode.ts';
import {
  type AccountRow,
  accounts,
  allRoles,
  lockAccounts,
} from '../../../site/accounts/account.repository.ts';
import { createAccountService } from '../../../site/accounts/account.service.ts';
import { findByCode } from '../../../site/accounts/findByCode.ts';
import type { InputRow } from '../columns.ts';
import { zonesByCode } from '../compare.ts';
import { codesIn } from '../listCell.ts';
import type { Change } from '../report.ts';
import type { Importer } from '../transfer.types.ts';
import { takeNamedRows } from './namedRows.ts';

const { shape } = accountEntity.create;
type Given = Record<string, unknown>;
/** Column of a field whose name in the file differs. */
const columnOf: Record<string, string> = { role_id: 'role', groups: 'zones' };

/**
 * Imports accounts, each through the same service as the API, so that its rules apply to every row; each row
 * in a savepoint of the one transaction. Passwords are set for new accounts only.
 */
export const importAccounts: Importer = async (deps, tx, run) => {
  const { report, caller, ip, dryRun, hashes } = run;
  await lockAccounts(tx);
  let current = 0;
  const service = createAccountService({
    ...deps,
    // Its transactions become savepoints of this one.
    db: tx,
    callers: { ...deps.callers, changed: () => {} },
    hashing: { hash: async () => (dryRun ? 'trial' : (hashes.get(current) ?? '')) },
  });
  const { rows } = await accounts.list(tx, caller.scope, { page: 1, limit: 1_000_000 });
  const roles = new Map((await allRoles(tx)).map((role) => [role.code, role.id]));
  const zones = zonesByCode(deps.zones, caller.scope);
  await takeNamedRows<AccountRow, Given>(run, {
    column: 'code',
    rule: shape.code,
    rights: { create: 'create_user', edit: 'edit_user' },
    known: findByCode(rows.map((row) => [row.code, row] as const)),
    folded: foldedCode,
    read,
    changesOf,
    create(code, given, row) {
      current = row.line;
      const password = row.get('password') ?? '';
      return inColumns(service.create(caller, ip, { name: code, groups: [], ...given, code, password }));
    },
    patch: (old, given) => inColumns(service.patch(caller, ip, old.id, given)),
  });
  return async () => () => deps.callers.changed();

  /** Reads the fields of a row: all for a new account, those that differ for an existing one. */
  function read(row: InputRow, old: AccountRow | undefined): Given {
    const given: Given = {};
    const set = (
      key: 'name' | 'role_id' | 'all_zones' | 'disabled' | 'must_change_password',
      value: unknown,
    ) => {
      if (value !== old?.[key]) given[key] = value;
    };
    const name = row.get('name');
    if (name) set('name', report.read(row, 'name', shape.name, name));
    const role = row.get('role');
    if (role) {
      if (!roles.has(role)) report.fault(row, 'role', 'transfer.noRole', { value: role });
      set('role_id', roles.get(role));
    } else if (old === undefined) report.fault(row, 'role', 'rules.required', { field: 'field.role' });
    // Like the password, for a new account only.
    const ofNew = old === undefined ? (['must_change_password'] as const) : [];
    for (const key of ['all_zones', 'disabled', ...ofNew] as const) {
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
    return given;
  }

  function changesOf(old: AccountRow, given: Given): Change[] {
    const codes = (ids: unknown) => (ids as number[]).map((id) => deps.zones.get(id)?.code ?? '').join(' ');
    const role = (id: unknown) => [...roles].find(([, each]) => each === id)?.[0] ?? '';
    const word = (value: unknown) => (value === true ? yesNo.true : yesNo.false)[run.lang];
    return Object.entries(given).map(([key, value]) => {
      const text = key === 'groups' ? codes : key === 'role_id' ? role : key === 'name' ? String : word;
      return { column: columnOf[key] ?? key, before: text(old[key]), after: text(value) };
    });
  }
};

/** Maps faults of fields to faults of columns. */
async function inColumns(written: Promise<unknown>): Promise<unknown> {
  try {
    return await written;
  } catch (error) {
    if (!(error instanceof AppError) || error.details.fields === undefined) throw error;
    const fields = error.details.fields.map((fault) => ({
      ...fault,
      path: columnOf[fault.path] ?? fault.path,
    }));
    throw new AppError(error.code, error.key, error.params, { fields });
  }
}
