import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstRoles } from '../../../contract/api/firstRoles.ts';
import { type PermissionKey, permissionKeys } from '../../../contract/api/permissions.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { makeSamples, type Samples } from './samples.ts';
import { openApiRoutes, pathOf, type Route, request, tokenOf } from './walk.ts';

/** Routes without an HTTP operation: the API description itself, and the two web sockets. */
const undescribed = [
  'GET /v1/listen',
  'GET /v1/openapi.json',
  'GET /v1/pair/link',
  'GET /v1/relay/link',
  'GET /v1/socket',
  'GET /v1/talk',
  'GET /v1/talk_link/socket',
  'GET /v1/terminal',
];
const nowhere = { id: 2_147_483_647, sid: 2_147_483_647 };

let site: AirSite;
let samples: Samples;
let routes: Route[];
beforeAll(async () => {
  site = await startAirSite();
  samples = await makeSamples(site);
  routes = await openApiRoutes(site);
});
afterAll(() => site.close());

const needsLogin = (route: Route) =>
  !['public', 'ticket', 'terminal', 'partner'].includes(route.access as string);
const keysOf = (route: Route): PermissionKey[] =>
  needsLogin(route) && !['session', 'first_login'].includes(String(route.access))
    ? ([route.access].flat() as PermissionKey[])
    : [];
/** Empty body and unknown id: enough to check access, too little to have an effect. */
const knock = (route: Route, token?: string) =>
  request(site, route, pathOf(route, nowhere), {
    ...(token === undefined ? {} : { token }),
    ...(route.fields === null ? {} : { body: {} }),
  });

describe('every route', () => {
  test('is in the OpenAPI, with its declared access', () => {
    const declared = site.app.declared
      .filter(({ method, url }) => url.startsWith('/v1') && method !== 'HEAD')
      .map(({ method, url, access }) => [`${method} ${url.replace(/:(\w+)/g, '{$1}')}`, access] as const);
    const described = new Map(routes.map((route) => [route.name, route.access]));
    const missing = declared.filter(([name]) => !described.has(name)).map(([name]) => name);
    expect([...new Set(missing)].sort()).toEqual(undescribed);
    for (const [name, access] of declared)
      if (described.has(name)) expect(described.get(name), name).toEqual(access);
    const known = new Set<string>([
      'public',
      'session',
      'first_login',
      'ticket',
      'terminal',
      ...permissionKeys,
    ]);
    for (const route of routes)
      for (const key of [route.access].flat()) expect(known, route.name).toContain(key);
  });

  test('without a token: 401, unless it is public or has its own authentication', async () => {
    for (const route of routes) {
      const answer = await knock(route);
      expect(answer.status, route.name).toBeLessThan(500);
      if (needsLogin(route)) expect([answer.status, answer.code], route.name).toEqual([401, 401]);
      else if (route.access === 'public') expect(answer.status, route.name).not.toBe(401);
      else {
        const forged = await request(site, route, `${pathOf(route, nowhere)}?ticket=forged`);
        expect([400, 401, 403], route.name).toContain(answer.status);
        expect(forged.status, route.name).toBe(401);
      }
    }
  });

  test('with an expired login: 998; with the text null, undefined or an invalid token: 401', async () => {
    const expired = await tokenOf(site, 'admin', -1);
    for (const route of routes.filter(needsLogin)) {
      const answer = await knock(route, expired);
      expect([answer.status, answer.code], route.name).toEqual([401, 998]);
      for (const token of ['null', 'undefined', 'made-up'])
        expect((await knock(route, token)).code, `${route.name} ${token}`).toBe(401);
    }
  });

  test.each(Object.keys(firstRoles))(
    'the role %s can use the routes of its permissions, and gets 403 for the rest',
    async (code) => {
      const name = `walk${code}`;
      await site.limited(name, site.top(), code);
      const held = new Set<string>(firstRoles[code as keyof typeof firstRoles].permissions);
      for (const route of routes.filter(needsLogin)) {
        // A login each, as one of the routes ends it.
        const answer = await knock(route, await tokenOf(site, name));
        const keys = keysOf(route);
        const refusal = { code: 403, key: 'auth.noPermission' };
        if (keys.length === 0 || keys.some((key) => held.has(key))) {
          expect(answer, route.name).not.toMatchObject(refusal);
          expect(answer.status, route.name).not.toBe(401);
          expect(answer.status, route.name).toBeLessThan(500);
          expect(answer.key, route.name).not.toBe('common.serverBusy');
        } else expect(answer, route.name).toMatchObject(refusal);
      }
    },
  );
});

describe('every route of a single row', () => {
  const segment = (route: Route) => route.path.split('/')[2] ?? '';
  const ofRows = () =>
    routes.filter((route) => route.path.includes('{id}') && route.access !== 'ticket' && needsLogin(route));

  test('has a sample row in a zone, or belongs to none', () => {
    const unknown = ofRows().filter((route) => samples.rows[segment(route)] === undefined);
    expect(
      unknown.map((route) => route.name),
      'say in tests/server/rights/samples.ts to which zone rows of these belong',
    ).toEqual([]);
  });

  test('batches: no action has an effect on a row of another zone', async () => {
    await site.limited('southbatch', samples.south);
    const batches = routes.filter(({ path, fields }) => /\/batch$/.test(path) && fields?.includes('ids'));
    expect(batches.length).toBeGreaterThan(10);
    for (const route of batches) {
      const sample = samples.rows[segment(route)];
      if (typeof sample !== 'object') continue;
      expect(route.actions, `${route.name} does not say its actions`).not.toEqual([]);
      // Its own group, so that only the row is of another zone.
      const own = route.actions.includes('join')
        ? await request(site, { method: 'POST' }, `/v1/${segment(route)}_group`, {
            token: await tokenOf(site, 'southbatch'),
            body: { name: 'Own' },
          })
        : null;
      const group = own === null ? null : (JSON.parse(own.text).value.id as number);
      for (const action of route.actions) {
        const isMember = action === 'join' || action === 'leave';
        const more = {
          org: samples.south,
          parent_id: samples.south,
          ao_volume: 40,
          ai_volume: 40,
          minutes: 5,
          server: 'http://10.0.0.5:8080',
          on: true,
          host: '10.0.0.9',
          port: 7000,
          group_id: isMember ? group : null,
        };
        const body = { ids: [sample.id], action, ...more };
        const answer = await request(site, route, route.path, {
          token: await tokenOf(site, 'southbatch'),
          body,
        });
        const what = `${route.name} ${action}: ${answer.text}`;
        expect([200, 404], what).toContain(answer.status);
        if (answer.status === 200)
          expect(JSON.parse(answer.text).value.results, what).toMatchObject([{ ok: false }]);
      }
    }
  });

  test('all permissions in the wrong zone: 404, as if it did not exist; in the right one it is found', async () => {
    await site.limited('southern', samples.south);
    await site.limited('northmost', samples.north);
    const order = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE'];
    const scoped = ofRows()
      .filter((route) => typeof samples.rows[segment(route)] === 'object')
      .sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
    expect(scoped.length).toBeGreaterThan(20);
    for (const code of ['southern', 'northmost'])
      for (const route of scoped) {
        const sample = samples.rows[segment(route)] as { id: number; places?: Record<string, number> };
        const body = samples.bodies[route.name] ?? (route.fields === null ? undefined : {});
        const answer = await request(site, route, pathOf(route, { ...sample.places, id: sample.id }), {
          token: await tokenOf(site, code),
          ...(body === undefined ? {} : { body }),
        });
        const what = `${code} ${route.name}: ${answer.text}`;
        if (code === 'southern') expect(answer.status, what).toBe(404);
        else if (route.method === 'GET') expect(answer.status, what).toBe(200);
        else expect(answer.status, what).toBeLessThan(500);
      }
  });

  test('lists and logs do not contain a row of another zone', async () => {
    const token = await tokenOf(site, 'southern');
    for (const [entity, sample] of Object.entries(samples.rows)) {
      // Some entities, such as calls, are live rows without a list.
      const hasList = routes.some(({ name }) => name === `GET /v1/${entity}`);
      if (typeof sample !== 'object' || !hasList) continue;
      const listed = await site.call('GET', `/v1/${entity}?limit=1000`, { token });
      expect(listed.status, entity).toBe(200);
      const { rows } = listed.body.value as { rows: { id: number }[] };
      expect(
        rows.map((row) => row.id),
        entity,
      ).not.toContain(sample.id);
    }
    const log = await site.call('GET', '/v1/online_log?limit=1000', { token });
    expect(log.body.value).toMatchObject({ rows: [] });
  });
});

describe('every ticket', () => {
  const tickets = () => routes.filter(({ path }) => path.endsWith('/ticket') && path !== '/v1/socket/ticket');
  const targetOf = (answer: { text: string }) => (JSON.parse(answer.text).value as { url: string }).url;

  test('opens one path, only while the permission that it was issued for remains', async () => {
    const file = await site.file('Other song', 600);
    const given = await site.call('POST', `/v1/file/${file}/ticket`, {
      token: site.token,
      body: { kind: 'listen' },
    });
    const ticket = (given.body.value as { url: string }).url.split('=')[1];
    const paths = routes.filter(({ access, method }) => access === 'ticket' && method === 'GET');
    expect(paths.length).toBeGreaterThan(5);
    for (const route of paths)
      expect(
        (await request(site, route, `${pathOf(route, nowhere)}?ticket=${ticket}`)).status,
        route.name,
      ).toBe(401);
  });

  test('an export contains nothing of another zone', async () => {
    const northern = ['NORTH-1', 'N-caster', 'northern', '"North"', ',North,'];
    const exports = tickets().filter(({ path }) => path.endsWith('/export/ticket'));
    expect(exports.length).toBeGreaterThan(4);
    await site.deps.onlineLog.flush();
    let seen = '';
    for (const [code, isHere] of [
      ['southern', false],
      ['northmost', true],
    ] as const)
      for (const route of exports) {
        const url = targetOf(await request(site, route, route.path, { token: await tokenOf(site, code) }));
        const { text, status } = await request(site, { method: 'GET' }, url);
        expect(status, url).toBe(200);
        if (isHere) seen += text;
        else for (const word of northern) expect(text, `${route.name}: ${word}`).not.toContain(word);
      }
    expect(seen).toContain('N-caster');
  });
});
