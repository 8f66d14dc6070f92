import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldPermissions, permissionKeys, secretFields } from '../../../contract/api/permissions.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { isAddressField, propertyNames } from './fields.ts';
import { makeSamples, type Samples } from './samples.ts';
import { openApiRoutes, pathOf, request, tokenOf } from './walk.ts';

let site: AirSite;
let samples: Samples;
beforeAll(async () => {
  site = await startAirSite();
  samples = await makeSamples(site);
});
afterAll(() => site.close());

/** Fields in the responses of each operation, by `GET /v1/device`. */
async function answers(): Promise<Map<string, string[]>> {
  const document = (await site.app.inject('/v1/openapi.json')).json() as {
    paths: Record<string, Record<string, { responses?: object }>>;
    components?: { schemas?: object };
  };
  return new Map(
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => [
        `${method.toUpperCase()} ${path}`,
        propertyNames(responses, document),
      ]),
    ),
  );
}

test('no response of any route has a field for a password, a secret or a hash', async () => {
  const all = await answers();
  expect(all.size).toBeGreaterThan(100);
  expect(all.get('GET /v1/device')).toContain('client_version');
  for (const [name, fields] of all)
    for (const secret of secretFields) expect(fields, name).not.toContain(secret);
});

test('every field for a network address is declared', async () => {
  for (const [name, fields] of await answers())
    for (const field of fields.filter(isAddressField))
      expect(
        Object.keys(fieldPermissions),
        `${name}: ${field}; declare it in contract/api/permissions.ts`,
      ).toContain(field);
});

test('responses contain no hash, and no address for a caller without the permission', async () => {
  const permissions = permissionKeys.filter((key) => key !== 'list_client_address');
  await site.post('/v1/role', { code: 'unaddressed', name: 'U', permissions });
  await site.limited('unaddressed', site.top(), 'unaddressed');
  await site.database.pool.query("update login_session set client_ip = '127.0.0.1'");
  await site.deps.onlineLog.flush();
  const hashes = await site.database.pool.query<{ hash: string }>(
    'select password_hash as hash from account union select secret_hash from terminal union select token_hash from login_session',
  );
  const token = await tokenOf(site, 'unaddressed');
  let checked = 0;
  for (const route of (await openApiRoutes(site)).filter(({ method }) => method === 'GET')) {
    const sample = samples.rows[route.path.split('/')[2] ?? ''];
    if (route.path.includes('{') && typeof sample !== 'object') continue;
    const fill = typeof sample === 'object' ? { ...sample.places, id: sample.id } : {};
    const answer = await request(site, route, pathOf(route, fill), { token });
    if (answer.status !== 200) continue;
    checked += 1;
    for (const { hash } of hashes.rows) if (hash !== '') expect(answer.text, route.name).not.toContain(hash);
    if (!['public', 'session', 'first_login'].includes(String(route.access)))
      expect(answer.text, route.name).not.toContain('127.0.0.1');
  }
  expect(checked).toBeGreaterThan(30);
});

test('a withheld address cannot be searched, filtered or sorted by', async () => {
  const permissions = permissionKeys.filter((key) => key !== 'list_client_address');
  await site.post('/v1/role', { code: 'blind', name: 'B', permissions });
  await site.limited('blind', site.top(), 'blind');
  const token = await tokenOf(site, 'blind');
  // Opposite orders by address and by name.
  await site.database.pool.query(
    `insert into terminal (code, name, kind, role, org, secret_hash, client_ip)
    values ('ADDR-1', 'Addressed 1', 'device', 0, $1, '', '10.77.0.9'), ('ADDR-2', 'Addressed 2', 'device', 0, $1, '', '10.77.0.1')`,
    [site.top()],
  );
  const rows = async (query: string, as: string) => {
    const { body } = await site.call('GET', `/v1/device?limit=1000&${query}`, { token: as });
    return (body.value as { rows: { id: number }[] }).rows.map(({ id }) => id);
  };
  expect(await rows('q=10.77.0', site.token)).toHaveLength(2);
  expect(await rows('q=10.77.0', token)).toEqual([]);
  expect(await rows('sort=-client_ip', token)).toEqual(await rows('sort=-name', token));
  expect(await rows('sort=client_ip', site.token)).not.toEqual(await rows('sort=name', site.token));
});
