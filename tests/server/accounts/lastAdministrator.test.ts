import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import type { Profile } from '../../../contract/entities/site/session.ts';
import { isLong } from '../../support/random.ts';
import { send } from '../transfer/files.ts';
import { createPeople, type People, password } from './people.ts';

let people: People;
let first: number;
beforeAll(async () => {
  people = await createPeople();
  first = ((await call('GET', '/v1/profile', people.admin)).body.value as Profile).id;
});
afterAll(() => people.site.close());

const call = (method: string, url: string, token: string, body?: object) =>
  people.site.call(method, url, { token, ...(body === undefined ? {} : { body }) });

interface Person {
  id: number;
  code: string;
  token: string;
  role: { id: number; code: string };
}
/** Actions of one administrator that end the administrator role of the other, or their own. */
const ways: Record<string, (by: Person, other: Person) => Promise<unknown>> = {
  'disables the other': (by, { id }) => call('PATCH', `/v1/user/${id}`, by.token, { disabled: true }),
  'deletes the other': (by, { id }) => call('DELETE', `/v1/user/${id}`, by.token),
  'disables the other in a batch': (by, { id }) =>
    call('POST', '/v1/user/batch', by.token, { ids: [id], action: 'disable' }),
  'gives the other a lesser role': (by, { id }) =>
    call('PATCH', `/v1/user/${id}`, by.token, { role_id: people.roles.operator.id }),
  'takes zones from the other': (by, { id }) =>
    call('PATCH', `/v1/user/${id}`, by.token, { all_zones: false, groups: [people.north] }),
  'gives themselves a lesser role': (by) =>
    call('PATCH', `/v1/user/${by.id}`, by.token, { role_id: people.roles.operator.id }),
  'takes keys from the role of both': (by) =>
    call('PATCH', `/v1/role/${by.role.id}`, by.token, { permissions: permissionKeys.slice(1) }),
  'imports the other as disabled': (by, { code }) =>
    send(people.site, by.token, 'user', `code,disabled\n${code},yes\n`, { run: true }),
  'imports the role of both with less': (by) =>
    send(people.site, by.token, 'role', `code,permissions\n${by.role.code},list_user\n`, { run: true }),
};

let made = 0;
/** Creates two administrators, and no others. */
async function onlyTwo(): Promise<[Person, Person]> {
  made += 1;
  const role = await people.role(`all${made}`, permissionKeys);
  const one = async (code: string): Promise<Person> => {
    const { row, token } = await people.join({ code, role_id: role.id, all_zones: true });
    return { id: row.id, code, token, role };
  };
  const two: [Person, Person] = [await one(`left${made}`), await one(`right${made}`)];
  const { roles } = people;
  const parked = await call('PATCH', `/v1/user/${first}`, two[0].token, { role_id: roles.operator.id });
  expect(parked.body.code).toBe(200);
  return two;
}

const names = Object.keys(ways);
/** Each action paired with the next one; every pair in `npm run long`, also with itself. */
const pairs = isLong
  ? names.flatMap((left, i) => names.slice(i).map((right) => [left, right] as const))
  : names.map((left, i) => [left, names[(i + 1) % names.length] ?? left] as const);
test.each(pairs)(
  'of two last administrators at the same moment one %s, one %s: one is left',
  async (a, b) => {
    const [left, right] = await onlyTwo();
    // An import is aborted when its caller loses the permission meanwhile.
    await Promise.allSettled([ways[a]?.(left, right), ways[b]?.(right, left)]);
    let isOneLeft = false;
    for (const { code, token } of [left, right]) {
      if ((await call('GET', '/v1/profile', token)).body.code !== 200) continue;
      const anew = await people.site.login(code, password);
      const { value } = (await call('GET', '/v1/profile', anew)).body;
      const { all_zones, permissions } = value as Profile;
      if (!all_zones || permissions.length < permissionKeys.length) continue;
      isOneLeft = true;
      // The remaining one can act as administrator: it restores the first administrator, who creates the next
      // two.
      const back = { role_id: people.roles.administrator.id };
      expect((await call('PATCH', `/v1/user/${first}`, anew, back)).body.code).toBe(200);
      break;
    }
    expect(isOneLeft).toBe(true);
    await call('POST', '/v1/user/batch', people.admin, { ids: [left.id, right.id], action: 'delete' });
  },
);
