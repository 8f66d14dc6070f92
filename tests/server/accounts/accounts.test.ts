import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPeople, type People, password } from './people.ts';

let people: People;
beforeAll(async () => {
  people = await createPeople();
});
afterAll(() => people.site.close());

const call: People['call'] = (...request) => people.call(...request);

describe('accounts', () => {
  test('are created with a role and zones, and never return their password', async () => {
    const { admin, north } = people;
    const made = await people.account({ code: 'anna', name: 'Anna', groups: [north] });
    expect(made).toMatchObject({
      code: 'anna',
      role_code: 'operator',
      groups: [north],
      all_zones: false,
      sessions: 0,
    });
    await people.site.login('anna', password);
    const { body } = await call('GET', `/v1/user/${made.id}`, admin);
    expect(body.value).toMatchObject({ sessions: 1, active_sessions: 1 });
    const everything = JSON.stringify([
      body,
      (await call('GET', '/v1/user', admin)).body,
      (await call('GET', '/v1/audit?limit=1000', admin)).body,
      (await call('GET', `/v1/user/${made.id}/session`, admin)).body,
    ]);
    expect(everything).not.toMatch(/password_hash|argon2|token_hash/);
    expect(everything).not.toContain(password);
  });

  test('need a zone, an existing role, a code of letters and digits, and a strong password', async () => {
    const { admin, north, roles } = people;
    const body = { code: 'x1', name: 'X', password, role_id: roles.operator.id, groups: [north] };
    const answer = async (change: object) =>
      (await call('POST', '/v1/user', admin, { ...body, ...change })).body;
    expect(await answer({ groups: [] })).toMatchObject({ code: 400, key: 'zone.accountNeedsZone' });
    expect(await answer({ groups: [999_999] })).toMatchObject({ code: 404 });
    expect(await answer({ role_id: 999_999 })).toMatchObject({ code: 404 });
    expect(await answer({ code: 'no spaces' })).toMatchObject({ code: 400 });
    expect(await answer({ password: 'short1' })).toMatchObject({
      code: 400,
      value: { fields: [{ path: 'password' }] },
    });
    expect(await answer({ code: 'admin' })).toMatchObject({ code: 409, key: 'common.duplicate' });
    expect((await answer({ groups: [], all_zones: true })).code).toBe(200);
  });

  test('are identified by their code in any letter case; two older accounts that differ only in case stay apart', async () => {
    const { site, admin, north } = people;
    const { id } = await people.account({ code: 'greta', groups: [north] });
    await site.login('Greta', password);
    const body = { name: 'G', password, role_id: people.roles.operator.id, groups: [north] };
    const taken = { code: 409, key: 'common.duplicate' };
    expect((await call('POST', '/v1/user', admin, { ...body, code: 'GRETA' })).body).toMatchObject(taken);
    const other = await people.account({ code: 'gustav', groups: [north] });
    const renamed = await call('PATCH', `/v1/user/${other.id}`, admin, { code: 'gReta' });
    expect(renamed.body).toMatchObject(taken);
    expect((await call('PATCH', `/v1/user/${id}`, admin, { code: 'Greta' })).body.code).toBe(200);

    await site.database.pool.query(
      `insert into account (code, name, password_hash, role_id) select 'greta', name, password_hash, role_id
       from account where code = 'Greta'`,
    );
    const named = async (code: string) =>
      ((await call('GET', '/v1/profile', await site.login(code, password))).body.value as { code: string })
        .code;
    expect([await named('greta'), await named('Greta')]).toEqual(['greta', 'Greta']);
    const unclear = await site.call('POST', '/v1/login', { body: { username: 'GRETA', password } });
    expect(unclear.body).toMatchObject({ code: 999, key: 'auth.wrongLogin' });
    expect((await call('PATCH', `/v1/user/${id}`, admin, { name: 'Still' })).body.code).toBe(200);
  });

  test('can be changed by zones alone; of two concurrent edits the second is refused', async () => {
    const { admin, north, south } = people;
    const made = await people.account({ code: 'ben', groups: [north] });
    const moved = await call('PATCH', `/v1/user/${made.id}`, admin, { groups: [south], rev: made.rev });
    expect(moved.body).toMatchObject({ code: 200, value: { groups: [south], rev: made.rev + 1 } });
    const late = await call('PATCH', `/v1/user/${made.id}`, admin, { name: 'B', rev: made.rev });
    expect(late.body).toMatchObject({ code: 409, key: 'common.conflict' });
  });
});

describe('one administrator always remains', () => {
  test('the last administrator cannot be demoted, disabled or deleted, and its role cannot lose permissions', async () => {
    const { admin, roles, north } = people;
    const id = await people.ownId(admin);
    const last = { code: 409, key: 'auth.lastAdministrator' };
    const patch = async (body: object) => (await call('PATCH', `/v1/user/${id}`, admin, body)).body;
    expect(await patch({ role_id: roles.operator.id })).toMatchObject(last);
    expect(await patch({ all_zones: false, groups: [north] })).toMatchObject(last);
    expect(await patch({ disabled: true })).toMatchObject({ code: 409, key: 'account.cannotDisableSelf' });
    const [, ...rest] = roles.administrator.permissions;
    const cut = await call('PATCH', `/v1/role/${roles.administrator.id}`, admin, { permissions: rest });
    expect(cut.body).toMatchObject(last);
    expect((await call('DELETE', `/v1/user/${id}`, admin)).body).toMatchObject({
      code: 409,
      key: 'auth.cannotDeleteSelf',
    });
  });

  test('when two administrators demote each other at the same time, one remains', async () => {
    const { roles, site } = people;
    const make = (code: string) =>
      people.join({ code, role_id: roles.administrator.id, all_zones: true, groups: [] });
    const [one, two] = [await make('chief1'), await make('chief2')];
    const first = await people.ownId(people.admin);
    await call('PATCH', `/v1/user/${first}`, one.token, { role_id: roles.operator.id });
    const results = await Promise.all([
      call('PATCH', `/v1/user/${two.row.id}`, one.token, { role_id: roles.operator.id }),
      call('PATCH', `/v1/user/${one.row.id}`, two.token, { role_id: roles.operator.id }),
    ]);
    expect(results.filter((answer) => answer.status === 200)).toHaveLength(1);
    const left = results[0]?.status === 200 ? one : two;
    const back = { role_id: roles.administrator.id };
    expect((await call('PATCH', `/v1/user/${first}`, left.token, back)).status).toBe(200);
    people.admin = await site.login();
  });
});

describe('roles', () => {
  test('a role in use or a built-in one cannot be deleted; an unused one can', async () => {
    const { admin, roles } = people;
    expect((await call('DELETE', `/v1/role/${roles.emergency.id}`, admin)).body).toMatchObject({
      code: 409,
      key: 'account.builtinRole',
    });
    const role = await people.role('used', ['list_device']);
    const user = await people.account({ code: 'user1', role_id: role.id, all_zones: true });
    const refused = await call('DELETE', `/v1/role/${role.id}`, admin);
    expect(refused.body).toMatchObject({
      code: 409,
      message: 'Role “used” is still used by accounts (1) and cannot be deleted',
    });
    expect((await call('DELETE', `/v1/user/${user.id}`, admin)).status).toBe(200);
    expect((await call('DELETE', `/v1/role/${role.id}`, admin)).status).toBe(200);
  });

  test('unknown permissions are refused', async () => {
    const body = { code: 'odd', name: 'Odd', permissions: ['rule_the_world'] };
    expect((await call('POST', '/v1/role', people.admin, body)).status).toBe(400);
  });
});

describe('revoked rights take effect at once', () => {
  test('disabling an account ends its logins; a batch has a result per account', async () => {
    const { admin, north } = people;
    const { token, row } = await people.join({ code: 'carl', groups: [north] });
    expect((await call('GET', '/v1/profile', token)).status).toBe(200);
    const batch = await call('POST', '/v1/user/batch', admin, {
      ids: [row.id, 999_999, await people.ownId(admin)],
      action: 'disable',
    });
    expect((batch.body.value as { results: { ok: boolean; code: number }[] }).results).toMatchObject([
      { ok: true },
      { ok: false, code: 404 },
      { ok: false, code: 409 },
    ]);
    expect((await call('GET', '/v1/profile', token)).status).toBe(401);
    const retry = await people.site.call('POST', '/v1/login', { body: { username: 'carl', password } });
    expect(retry.body).toMatchObject({ code: 999, key: 'auth.wrongLogin' });
  });

  test('a new password ends the logins and is valid at once; a single login can be ended', async () => {
    const { admin, north, site } = people;
    const { token, row } = await people.join({ code: 'dora', groups: [north] });
    const fresh = 'Umbrella-stand-3';
    const weak = await call('POST', `/v1/user/${row.id}/password`, admin, {
      password: fresh,
      confirmPassword: 'other',
    });
    expect(weak.body).toMatchObject({ code: 400, value: { fields: [{ path: 'confirmPassword' }] } });
    const body = { password: fresh, confirmPassword: fresh };
    expect((await call('POST', `/v1/user/${row.id}/password`, admin, body)).status).toBe(200);
    expect((await call('GET', '/v1/profile', token)).status).toBe(401);
    const [first, second] = [await site.login('dora', fresh), await site.login('dora', fresh)];
    const listed = await call('GET', `/v1/user/${row.id}/session`, admin);
    const sessions = listed.body.value as { id: number }[];
    expect(sessions).toHaveLength(2);
    const one = sessions.map((session) => session.id).sort((a, b) => a - b)[0];
    expect((await call('DELETE', `/v1/user/${row.id}/session/${one}`, admin)).status).toBe(200);
    expect((await call('GET', '/v1/profile', first)).status).toBe(401);
    expect((await call('GET', '/v1/profile', second)).status).toBe(200);
  });

  test('a permission removed from a role is refused at the next call', async () => {
    const { admin } = people;
    const role = await people.role('short', ['list_device', 'list_user']);
    const { token } = await people.join({ code: 'eva', role_id: role.id, all_zones: true });
    expect((await call('GET', '/v1/user', token)).status).toBe(200);
    await call('PATCH', `/v1/role/${role.id}`, admin, { permissions: ['list_device'] });
    expect((await call('GET', '/v1/user', token)).status).toBe(403);
  });
});
