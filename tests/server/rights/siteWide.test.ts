import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PermissionKey, permissionKeys } from '../../../contract/api/permissions.ts';
import { isSiteWide, siteWideKeys } from '../../../contract/api/siteWide.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { makeSamples, type Samples } from './samples.ts';
import { openApiRoutes, pathOf, type Route, request, tokenOf } from './walk.ts';

let site: AirSite;
let samples: Samples;
let routes: Route[];
beforeAll(async () => {
  site = await startAirSite();
  samples = await makeSamples(site);
  routes = await openApiRoutes(site);
  await site.limited('northadmin', samples.north);
  await site.limited('topadmin', site.top());
});
afterAll(() => site.close());

const nowhere = { id: 2_147_483_647, sid: 2_147_483_647 };
const segment = (route: Route) => route.path.split('/')[2] ?? '';
const keysOf = (route: Route) => [route.access].flat() as PermissionKey[];
const isWide = (route: Route) => keysOf(route).every(isSiteWide);
/** Tells if a route changes something; tickets for lists and exports only read. */
const changes = (route: Route) =>
  route.method !== 'GET' &&
  !['public', 'session', 'first_login', 'ticket', 'terminal', 'partner'].includes(String(route.access)) &&
  !keysOf(route).every((key) => key.startsWith('list_'));

/**
 * Routes that change rows without a zone and are open to accounts of one zone, with the reason why they
 * cannot affect anything outside that zone. Every other such route must require a site-wide permission.
 */
const harmless: Record<string, string> = {
  // A group is the caller's as far as its members are; with members of others it cannot be renamed or
  // deleted.
  device_group: 'members',
  caster_group: 'members',
  dialogue_group: 'members',
  capturer_group: 'members',
  xtts_group: 'members',
  fire_control_device_group: 'members',
  alarm_plan_group: 'members',
  linkage_task_group: 'members',
  // A terminal is always adopted into a zone of the caller.
  terminal_found: 'not of any zone yet',
  cc: 'a code names a zone of the caller',
  // Created for the caller; nothing is stored.
  tts: 'a preview',
  talk: 'a socket that asks for the zones itself',
  listen: 'a socket that asks for the zones itself',
};

describe('changes of the whole site', () => {
  test('require an account of the whole site, for every role', async () => {
    const wide = routes.filter((route) => changes(route) && isWide(route));
    expect(wide.length).toBeGreaterThan(12);
    for (const route of wide) {
      const knock = async (code: string) =>
        request(site, route, pathOf(route, nowhere), {
          token: await tokenOf(site, code),
          ...(route.fields === null ? {} : { body: {} }),
        });
      expect(await knock('northadmin'), route.name).toMatchObject({ code: 403, key: 'auth.wholeSiteOnly' });
      for (const code of ['topadmin', 'admin']) {
        const answer = await knock(code);
        expect([401, 403], `${code} ${route.name}: ${answer.text}`).not.toContain(answer.status);
      }
    }
  });

  test('are marked in the OpenAPI, and no others are', async () => {
    const { paths } = (await site.app.inject('/v1/openapi.json')).json() as {
      paths: Record<string, Record<string, { 'x-site-wide'?: boolean }>>;
    };
    for (const route of routes)
      expect(paths[route.path]?.[route.method.toLowerCase()]?.['x-site-wide'] === true, route.name).toBe(
        isWide(route),
      );
    for (const key of siteWideKeys) expect(permissionKeys).toContain(key);
  });

  test('every other route that changes something belongs to rows with zones, or is listed with a reason', () => {
    const undecided = routes.filter(
      (route) =>
        changes(route) &&
        !isWide(route) &&
        typeof samples.rows[segment(route)] !== 'object' &&
        harmless[segment(route)] === undefined,
    );
    expect(undecided.map((route) => `${route.name} (${String(route.access)})`)).toEqual([]);
  });

  test('settings, pictures, licences and roles stay unchanged', async () => {
    const token = await tokenOf(site, 'northadmin');
    // The server itself notes every few seconds that its schedule runs.
    const settings = "select * from setting where key <> 'schedule_alive'";
    const tables = `select (select json_agg(s) from (${settings}) s) s, (select json_agg(r) from role r) r`;
    const before = (await site.database.pool.query(tables)).rows;
    const bodies = { log_retention_days: 30, record_retention_days: 30, password_strength: false };
    for (const [name, value] of Object.entries(bodies))
      expect((await site.call('PATCH', '/v1/sys/config', { token, body: { [name]: value } })).status).toBe(
        403,
      );
    const role = await site.call('POST', '/v1/role', {
      token,
      body: { code: 'own', name: 'Own', permissions: [] },
    });
    expect(role.body).toMatchObject({ code: 403, key: 'auth.wholeSiteOnly' });
    expect((await site.database.pool.query(tables)).rows).toEqual(before);
  });

  test('the profile lists the effective permissions, and those of the role', async () => {
    const of = async (code: string) =>
      (await site.call('GET', '/v1/profile', { token: await tokenOf(site, code) })).body.value as {
        permissions: string[];
        role_permissions: string[];
      };
    const [north, top] = [await of('northadmin'), await of('topadmin')];
    expect(north.role_permissions.filter((key) => !north.permissions.includes(key)).sort()).toEqual(
      [...siteWideKeys].sort(),
    );
    expect(top.permissions).toEqual(top.role_permissions);
  });

  test('another account of the zone may still get the same role', async () => {
    const { body } = await site.call('GET', '/v1/role?limit=100', { token: site.token });
    const { rows } = body.value as { rows: { id: number; code: string }[] };
    const made = await site.call('POST', '/v1/user', {
      token: await tokenOf(site, 'northadmin'),
      body: {
        code: 'colleague',
        name: 'C',
        role_id: rows.find(({ code }) => code === 'administrator')?.id,
        groups: [samples.north],
        password: 'Quiet-River-41',
        confirmPassword: 'Quiet-River-41',
      },
    });
    expect([made.status, made.body]).toMatchObject([200, {}]);
    const { status } = await site.call('PATCH', '/v1/sys/config', {
      token: await tokenOf(site, 'colleague'),
      body: { log_retention_days: 30 },
    });
    expect(status).toBe(403);
  });
});
