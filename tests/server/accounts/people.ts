import type { Account } from '../../../contract/entities/site/account.ts';
import type { Partition } from '../../../contract/entities/site/partition.ts';
import type { Role } from '../../../contract/entities/site/role.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

export const password = 'Zebra-crossing-7';

/** Site with two schools, and accounts in them. */
export interface People {
  site: TestApp;
  /** Token of the first administrator. */
  admin: string;
  north: number;
  south: number;
  roles: Record<'administrator' | 'operator' | 'emergency', Role>;
  call(method: string, url: string, token: string, body?: object): ReturnType<TestApp['call']>;
  /** Id of the account of a token. */
  ownId(token: string): Promise<number>;
  /** Creates an account by the API, as the administrator or another caller. */
  account(values: Partial<Account> & { code: string }, token?: string): Promise<Account>;
  role(code: string, permissions: readonly string[]): Promise<Role>;
  /** Creates an account and logs in with it. */
  join(values: Partial<Account> & { code: string }): Promise<{ token: string; row: Account }>;
}

/** @throws when the server refuses */
export async function createPeople(): Promise<People> {
  const site = await createTestApp();
  const admin = await site.login();
  const call: People['call'] = (method, url, token, body) =>
    site.call(method, url, { token, ...(body === undefined ? {} : { body }) });
  async function make<T>(path: string, body: object, token = admin): Promise<T> {
    const answer = await site.call('POST', path, { token, body });
    if (answer.body.code !== 200) throw new Error(`${path}: ${answer.body.message}`);
    return answer.body.value as T;
  }
  const top = site.deps.zones.all()[0]?.id ?? 0;
  const zone = async (name: string, parent_id = top) =>
    (await make<Partition>('/v1/partition', { name, code: name, parent_id })).id;
  const [north, south] = [await zone('North'), await zone('South')];
  const listed = await site.call('GET', '/v1/role?limit=100', { token: admin });
  const { rows } = listed.body.value as { rows: Role[] };
  const named = (code: string) => rows.find((role) => role.code === code) as Role;
  const roles = {
    administrator: named('administrator'),
    operator: named('operator'),
    emergency: named('emergency'),
  };
  const account: People['account'] = (values, token) =>
    make<Account>(
      '/v1/user',
      { name: values.code, password, role_id: roles.operator.id, groups: [], ...values },
      token,
    );
  return {
    site,
    admin,
    north,
    south,
    roles,
    call,
    ownId: async (token) => ((await call('GET', '/v1/profile', token)).body.value as { id: number }).id,
    account,
    role: (code, permissions) => make<Role>('/v1/role', { code, name: code, permissions }),
    async join(values) {
      const row = await account(values);
      return { row, token: await site.login(values.code, password) };
    },
  };
}
