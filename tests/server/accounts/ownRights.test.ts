import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../contract/entities/site/account.ts';
import { createPeople, type People, password } from './people.ts';

let people: People;
beforeAll(async () => {
  people = await createPeople();
});
afterAll(() => people.site.close());

const call: People['call'] = (...request) => people.call(...request);
async function codes(token: string): Promise<string[]> {
  const { body } = await call('GET', '/v1/user?limit=1000', token);
  return (body.value as { rows: Account[] }).rows.map((row) => row.code).sort();
}

describe('an account cannot exceed its own rights', () => {
  /** Account that manages accounts and roles in the north, with some permissions only. */
  let manager: string;
  const held = [
    'list_user',
    'create_user',
    'edit_user',
    'delete_user',
    'list_role',
    'create_role',
    'edit_role',
    'delete_role',
    'list_session',
    'delete_session',
    'list_audit_log',
    'list_device',
  ];
  beforeAll(async () => {
    const role = await people.role('manager', held);
    manager = (await people.join({ code: 'manager', role_id: role.id, groups: [people.north] })).token;
    await people.role('helper', ['list_device']);
  });
  const roleId = async (code: string) => {
    const { body } = await call('GET', `/v1/role?code=${code}`, people.admin);
    return (body.value as { rows: { id: number }[] }).rows[0]!.id;
  };

  test("accounts with zones outside the caller's are hidden", async () => {
    const { north, south } = people;
    await people.account({ code: 'inside', groups: [north] });
    const both = await people.account({ code: 'both', groups: [north, south] });
    const outside = await people.account({ code: 'outside', groups: [south] });
    const seen = await codes(manager);
    expect(seen).toContain('inside');
    expect(seen).not.toContain('both');
    expect(seen).not.toContain('outside');
    expect(seen).not.toContain('admin');
    for (const { id } of [both, outside]) {
      const paths = [`/v1/user/${id}`, `/v1/user/${id}/session`];
      for (const path of paths) expect((await call('GET', path, manager)).status).toBe(404);
      expect((await call('PATCH', `/v1/user/${id}`, manager, { name: 'x' })).status).toBe(404);
      expect((await call('DELETE', `/v1/user/${id}`, manager)).status).toBe(404);
    }
  });

  test('roles and zones that the caller does not hold cannot be given', async () => {
    const { north, south, roles } = people;
    const helper = await roleId('helper');
    const body = { code: 'given1', name: 'Given', password, role_id: helper, groups: [north] };
    const answer = async (change: object) =>
      (await call('POST', '/v1/user', manager, { ...body, ...change })).body;
    expect(await answer({ role_id: roles.operator.id })).toMatchObject({
      code: 403,
      key: 'auth.roleBeyondOwn',
    });
    expect(await answer({ groups: [south] })).toMatchObject({ code: 404, key: 'zone.notFound' });
    expect(await answer({ all_zones: true })).toMatchObject({ code: 403, key: 'account.allZonesBeyondOwn' });
    const made = await answer({});
    expect(made.code).toBe(200);
    const { id } = made.value as Account;
    const raised = await call('PATCH', `/v1/user/${id}`, manager, { role_id: roles.administrator.id });
    expect(raised.body).toMatchObject({ code: 403, key: 'auth.roleBeyondOwn' });
  });

  test('own rights cannot be raised, neither by the account nor by its role', async () => {
    const { south, roles } = people;
    const id = await people.ownId(manager);
    for (const change of [{ role_id: roles.administrator.id }, { all_zones: true }, { groups: [south] }]) {
      const { status } = await call('PATCH', `/v1/user/${id}`, manager, change);
      expect([403, 404]).toContain(status);
    }
    const raise = async (token: string) =>
      (
        await call('PATCH', `/v1/role/${await roleId('manager')}`, token, {
          permissions: [...held, 'edit_sys_config'],
        })
      ).body;
    expect(await raise(manager)).toMatchObject({ code: 403, key: 'auth.wholeSiteOnly' });
    const role_id = await roleId('manager');
    const whole = await people.join({ code: 'wholemanager', role_id, all_zones: true });
    expect(await raise(whole.token)).toMatchObject({ code: 403, key: 'auth.roleBeyondOwn' });
  });

  test('an account with more rights can be neither taken over by its password nor disabled', async () => {
    const { north, roles } = people;
    const above = await people.join({ code: 'above', role_id: roles.operator.id, groups: [north] });
    const { id } = above.row;
    const reset = await call('POST', `/v1/user/${id}/password`, manager, {
      password: 'Another-word-9',
      confirmPassword: 'Another-word-9',
    });
    expect(reset.body).toMatchObject({ code: 403, key: 'account.beyondOwn' });
    expect((await call('PATCH', `/v1/user/${id}`, manager, { disabled: true })).status).toBe(403);
    expect((await call('DELETE', `/v1/user/${id}`, manager)).status).toBe(403);
    const sessions = await call('GET', `/v1/user/${id}/session`, manager);
    const [session] = sessions.body.value as { id: number }[];
    expect((await call('DELETE', `/v1/user/${id}/session/${session?.id}`, manager)).status).toBe(403);
  });

  test("a role cannot be changed from one zone; the audit log shows only entries of the zone's accounts", async () => {
    const { admin, south } = people;
    const shared = await people.role('shared', ['list_device']);
    await people.account({ code: 'far', role_id: shared.id, groups: [south] });
    const change = await call('PATCH', `/v1/role/${shared.id}`, manager, { permissions: [] });
    expect(change.body).toMatchObject({ code: 403, key: 'auth.wholeSiteOnly' });
    const all = (await call('GET', '/v1/audit?limit=1000', admin)).body.value as {
      rows: { account_code: string }[];
    };
    const some = (await call('GET', '/v1/audit?limit=1000', manager)).body.value as typeof all;
    expect(new Set(all.rows.map((row) => row.account_code))).toContain('admin');
    expect([...new Set(some.rows.map((row) => row.account_code))]).toEqual(['manager']);
  });
});
