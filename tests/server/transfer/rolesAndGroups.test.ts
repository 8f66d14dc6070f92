import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import type { Role } from '../../../contract/entities/site/role.ts';
import { createPeople, type People } from '../accounts/people.ts';
import { faults, send, take } from './files.ts';

let people: People;
let south: string;
beforeAll(async () => {
  people = await createPeople();
  const table = 'code,name,zone\nNN-1,One,North\nNN-2,Two,North\nSS-1,Three,South\n';
  await send(people.site, people.admin, 'device', table, { run: true });
  const all = await people.role('everything', permissionKeys);
  south = (await people.join({ code: 'southern', role_id: all.id, groups: [people.south] })).token;
});
afterAll(() => people.site.close());

const roleOf = async (code: string) => {
  const answer = await people.site.call('GET', `/v1/role?code=${code}`, { token: people.admin });
  return (answer.body.value as { rows: Role[] }).rows[0];
};
const roles = (text: string, run = true, token = people.admin) =>
  send(people.site, token, 'role', text, { run });
const groups = (text: string, run = true, token = people.admin) =>
  send(people.site, token, 'device_group', text, { run });
const exported = async (
  kind: 'role' | 'device_group' | 'linkage_task_group',
  token = people.admin,
  query = 'format=csv',
) => (await take(people.site, token, kind, query)).toString();

describe('roles', () => {
  test('are created and changed by code; an empty cell leaves a field unchanged', async () => {
    const made = await roles('Role code,Name,Permissions\nbell,Bell ringers,list_device list_task\n');
    expect(made.value).toMatchObject({ imported: true, created: 1 });
    const changed = await roles('code,name,permissions\nbell,,list_device operate_task\n');
    expect(changed.value.preview[0]?.changes).toMatchObject([
      { column: 'permissions', before: '− list_task', after: '+ operate_task' },
    ]);
    expect(await roleOf('bell')).toMatchObject({
      name: 'Bell ringers',
      permissions: ['list_device', 'operate_task'],
    });
    expect((await roles('code,name\nbell,Bell ringers\n')).value).toMatchObject({ unchanged: 1 });
  });

  test('are exported and imported unchanged, also one with every permission, in both formats', async () => {
    for (const format of ['csv', 'xlsx']) {
      const bytes = await take(people.site, people.admin, 'role', `format=${format}`);
      const answer = await send(people.site, people.admin, 'role', bytes, { run: true });
      expect(answer.value, format).toMatchObject({ created: 0, changed: 0, bad: [] });
    }
  });

  test('permissions that are unknown, that the caller lacks, or that no account would have any more, are errors', async () => {
    const bad = await roles(
      'code,name,permissions\nx1,X,list_everything\nadministrator,,list_device\n',
      false,
    );
    expect(faults(bad)).toEqual([
      expect.stringMatching(/^2 permissions .*list_everything/),
      expect.stringMatching(/^3 .*administrator/),
    ]);
    const clerk = await people.role('clerk', ['create_role', 'edit_role', 'list_role']);
    const { token } = await people.join({ code: 'clerk', role_id: clerk.id, all_zones: true });
    const raised = await roles(
      'code,permissions\nclerk,create_role edit_role list_role edit_user\n',
      true,
      token,
    );
    expect(raised.value).toMatchObject({ imported: false, bad: [{ line: 2 }] });
    expect((await roleOf('clerk'))?.permissions).toHaveLength(3);
  });
});

describe('groups', () => {
  test('one row per member: listed members are added, none is removed', async () => {
    const made = await groups('Group,Member\nBells,NN-1\nBells,SS-1\nEmpty,\n');
    expect(made.value).toMatchObject({ imported: true, created: 2 });
    const changed = await groups('name,member\nBells,NN-2\nBells,NN-1\n');
    expect(changed.value).toMatchObject({ imported: true, changed: 1 });
    expect(await exported('device_group')).toBe(
      '\uFEFFGroup,Member,Member name\r\nBells,NN-1,One\r\nBells,NN-2,Two\r\nBells,SS-1,Three\r\nEmpty,,\r\n',
    );
    expect((await groups(await exported('device_group'))).value).toMatchObject({ unchanged: 2, bad: [] });
  });

  test('an unknown or invisible member is a fault; an export has the visible members', async () => {
    expect(faults(await groups('name,member\nBells,NO-1\n,NN-1\n'))).toEqual([
      expect.stringMatching(/^2 member .*NO-1/),
      expect.stringMatching(/^3 name /),
    ]);
    expect(faults(await groups('name,member\nBells,NN-1\n', true, south))).toHaveLength(1);
    expect(await exported('device_group', south)).toBe(
      '\uFEFFGroup,Member,Member name\r\nBells,SS-1,Three\r\nEmpty,,\r\n',
    );
    const mine = await groups('name,member\nEmpty,SS-1\nOurs,SS-1\n', true, south);
    expect(mine.value).toMatchObject({ imported: true, created: 1, changed: 1 });
    expect(await exported('device_group')).toContain('Bells,NN-1,One');
  });

  test('a large import is quick: consoles and tasks see the members at once', async () => {
    const codes = Array.from({ length: 2_000 }, (_, i) => `MANY-${i}`);
    await send(people.site, people.admin, 'device', `code\n${codes.join('\n')}\n`, { run: true });
    const answer = await groups(`name,member\n${codes.map((code) => `All,${code}`).join('\n')}\n`);
    expect(answer.value).toMatchObject({ imported: true, created: 1 });
    const listed = await people.site.call('GET', '/v1/device_group?q=All', { token: people.admin });
    expect(listed.body.value).toMatchObject({ rows: [{ name: 'All', offline: 2_000 }] });
  });

  test('groups of entities without codes list members by name', async () => {
    const task = 'name,zone,audio_source,orgs\nLeave,North,100,North\n';
    const made = await send(people.site, people.admin, 'linkage_task', task, { run: true });
    expect(made.value).toMatchObject({ imported: true });
    const answer = await send(people.site, people.admin, 'linkage_task_group', 'name,member\nAll,Leave\n', {
      run: true,
    });
    expect(answer.value).toMatchObject({ imported: true, created: 1 });
    expect(await exported('linkage_task_group')).toContain('All,Leave,Leave');
    expect(await exported('linkage_task_group', south)).not.toContain('Leave');
  });
});
