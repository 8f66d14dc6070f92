import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyNth, isLong } from '../../support/random.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { makeSamples, type Samples } from './samples.ts';
import { openApiRoutes, pathOf, type Route, request, tokenOf } from './walk.ts';

/** Values that no field expects, or not in that size. */
const odd: unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e308,
  2_147_483_648,
  9_007_199_254_740_993n.toString(),
  '',
  ' ',
  'a\0b',
  '\ud800',
  "'; drop table account; --",
  '%',
  '../../etc/passwd',
  '=cmd|calc',
  '𝕿😀‮',
  'x'.repeat(100_000),
  [],
  [null],
  [[]],
  Array.from({ length: 30_000 }, (_, i) => i),
  {},
  { __proto__: { admin: true }, constructor: 1 },
];
const bodies = ['', '{', '[]', 'null', '"text"', '1', '{"a":1}{', `${'['.repeat(5_000)}${']'.repeat(5_000)}`];

let site: AirSite;
let samples: Samples;
let routes: Route[];
let token: string;
beforeAll(async () => {
  site = await startAirSite();
  samples = await makeSamples(site);
  // Without the logout, which would end the walk.
  routes = (await openApiRoutes(site)).filter(
    ({ name, path }) => path.startsWith('/v1/') && name !== 'POST /v1/logout',
  );
  token = await tokenOf(site, 'admin');
});
afterAll(() => site.close());

/**
 * Selects a twentieth of `all` for the n-th place in `npm test`, in turn, so that values and places are well
 * mixed; all of them in `npm run long`.
 */
const taken = <T>(all: readonly T[], n: number): readonly T[] => everyNth(all, 20, n % 20);

/** Expects a response or a refusal; the server must never answer 5xx. */
function expectAnswer(answer: Awaited<ReturnType<typeof request>>, what: string): void {
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.key, what).not.toBe('common.serverBusy');
}

const idOf = (route: Route) => {
  const sample = samples.rows[route.path.split('/')[2] ?? ''];
  return typeof sample === 'object' ? { ...sample.places, id: sample.id } : { id: 1 };
};

test('odd ids in the path', async () => {
  const ids = [
    '0',
    '-1',
    '1.5',
    '1e3',
    'NaN',
    '2147483648',
    '99999999999999999999',
    '%00',
    '%ff',
    "1'",
    'x'.repeat(150),
  ];
  for (const [n, route] of routes.filter(({ path }) => path.includes('{')).entries())
    for (const id of taken(ids, n))
      expectAnswer(
        await request(site, route, pathOf(route, { id, sid: id, key: id }), {
          token,
          body: route.fields === null ? undefined : {},
        }),
        `${route.name} ${id}`,
      );
});

test('odd values in the query', async () => {
  const values = ['', '-1', '1e9', 'x'.repeat(5_000), '%00', '%25', '%ED%A0%80', '1&page=2'];
  for (const [n, route] of routes.filter(({ query }) => query.length > 0).entries())
    for (const [place, name] of route.query.entries())
      for (const value of taken(values, n + place))
        expectAnswer(
          await request(site, route, `${pathOf(route, idOf(route))}?${name}=${value}`, {
            token,
            body: route.fields === null ? undefined : {},
          }),
          `${route.name} ${name}=${value.slice(0, 20)}`,
        );
});

test('odd bodies, whole and field by field', { timeout: isLong ? 3_600_000 : 240_000 }, async () => {
  for (const [n, route] of routes.filter(({ fields }) => fields !== null).entries()) {
    const url = pathOf(route, idOf(route));
    for (const raw of taken(bodies, n))
      expectAnswer(await request(site, route, url, { token, raw }), `${route.name} ${raw.slice(0, 20)}`);
    expectAnswer(
      await request(site, route, url, { token, raw: 'a=1', type: 'text/plain' }),
      `${route.name} as text`,
    );
    for (const [place, field] of (route.fields ?? []).entries())
      for (const value of taken(odd, n + place))
        expectAnswer(
          await request(site, route, url, { token, body: { ...samples.bodies[route.name], [field]: value } }),
          `${route.name} ${field}=${JSON.stringify(value)?.slice(0, 30)}`,
        );
  }
});
