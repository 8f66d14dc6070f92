import { describe, expect, it } from 'vitest';
import { firstRoles } from '../../../contract/api/firstRoles.ts';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import type { Role } from '../../../contract/entities/site/role.ts';
import {
  matrixLists,
  matrixRows,
  stateOf,
  withKeys,
} from '../../../src/views/shared/accounts/permissionMatrix.ts';
import { createForm, editForm } from '../../../src/views/system/accounts/accountForms.ts';
import { refusalOf, rolesToGive } from '../../../src/views/system/accounts/accountRules.ts';

const role = (id: number, permissions: readonly string[]): Role => ({
  id,
  code: `r${id}`,
  name: `R${id}`,
  permissions: [...permissions],
  builtin: false,
  users: 0,
  rev: 1,
  created_at: 0,
});
const roles = [role(1, permissionKeys), role(2, firstRoles.operator.permissions)];
const held = [...firstRoles.operator.permissions, 'edit_user', 'delete_user'];
const clerk = { id: 7, permissions: held, role_permissions: held };
const row = (id: number, role_id: number, disabled = false) => ({ id, role_id, disabled });

describe('matrix of permissions', () => {
  it('contains every key exactly once', () => {
    const shown = [
      ...matrixRows.flatMap(({ cells }) => cells.map((cell) => cell.key)),
      ...matrixLists.menus,
      ...matrixLists.actions,
    ];
    expect(shown.sort()).toEqual([...permissionKeys].sort());
  });

  it('changes only keys that the user holds', () => {
    const held = new Set<string>(['list_task', 'edit_task']);
    expect(withKeys(['list_user'], permissionKeys, true, held)).toEqual([
      'list_task',
      'edit_task',
      'list_user',
    ]);
    expect(withKeys(['list_user', 'list_task'], permissionKeys, false, held)).toEqual(['list_user']);
  });

  it('shows a row as all, some or none', () => {
    expect(stateOf(new Set(['list_task', 'edit_task']), ['list_task', 'edit_task'])).toBe(true);
    expect(stateOf(new Set(['list_task']), ['list_task', 'edit_task'])).toBe('mixed');
    expect(stateOf(new Set(), ['list_task'])).toBe(false);
  });
});

describe('actions on accounts', () => {
  it("only roles within the user's own rights can be granted, beside the present one", () => {
    expect(rolesToGive(roles, clerk.permissions).map(({ id }) => id)).toEqual([2]);
    expect(rolesToGive(roles, clerk.permissions, 1).map(({ id }) => id)).toEqual([1, 2]);
  });

  it('a disabled action has a reason', () => {
    expect(refusalOf('edit', [row(8, 2)], clerk, roles)).toBeNull();
    expect(refusalOf('edit', [row(8, 2), row(9, 2)], clerk, roles)).toBe('onlyOne');
    expect(refusalOf('password', [row(8, 1)], clerk, roles)).toBe('beyondOwn');
    expect(refusalOf('password', [row(7, 2)], clerk, roles)).toBe('ownPassword');
    expect(refusalOf('delete', [row(8, 2), row(7, 2)], clerk, roles)).toBe('self');
    expect(refusalOf('enable', [row(8, 2)], clerk, roles)).toBe('enabled');
    expect(refusalOf('sessions', [row(8, 2)], clerk, roles)).toBe('noRight');
  });
});

describe('forms of accounts', () => {
  const good = { code: 'guard1', name: 'Guard', id_card: '', role_id: 2, groups: [3], all_zones: false };
  const faults =
    (form: { safeParse: (value: unknown) => { error?: { issues: { path: PropertyKey[] }[] } } }) =>
    (value: unknown) =>
      form.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

  it('require a zone, or all of them', () => {
    expect(faults(editForm)(good)).toEqual([]);
    expect(faults(editForm)({ ...good, groups: [] })).toEqual(['groups']);
    expect(faults(editForm)({ ...good, groups: [], all_zones: true })).toEqual([]);
  });

  it('require a role, and digits or letters for the account', () => {
    expect(faults(editForm)({ ...good, role_id: undefined })).toEqual(['role_id']);
    expect(faults(editForm)({ ...good, code: 'guard 1' })).toEqual(['code']);
  });

  it('check a new password by the rule of the brand, and against its confirmation', () => {
    const given = { ...good, must_change_password: true };
    const weak = { ...given, password: 'north-gate', confirmPassword: 'north-gate' };
    expect(faults(createForm(true))(weak)).toEqual(['password']);
    const strong = { ...given, password: 'North-gate-7', confirmPassword: 'other' };
    expect(faults(createForm(true))(strong)).toEqual(['confirmPassword']);
    expect(faults(createForm(true))({ ...strong, groups: [] })).toEqual(['groups', 'confirmPassword']);
  });
});
