import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { excludedTables } from '../../../server/platform/db/standIn/snapshotTables.ts';
import { needsLogin } from '../../../server/platform/http/access.ts';
import { worksFromSnapshot } from '../../../server/platform/http/refuseWhileAway.ts';
import { buildApp } from '../../../server/start/app.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

/** Texts of the SQL statements of the request in progress, without those of background work. */
const own = new AsyncLocalStorage<string[]>();
let site: TestApp;
/** Same site, with its database unreachable. */
let away: FastifyInstance;
let token: string;
beforeAll(async () => {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    own.getStore()?.push(typeof first === 'string' ? first : String((first as { text?: unknown })?.text));
    return query.apply(this, args);
  } as never);
  site = await createTestApp();
  token = await site.login();
  away = await buildApp({
    ...site.deps,
    metrics: new Registry(),
    snapshotAt: () => 1,
  });
  await away.ready();
});
afterAll(async () => {
  await away?.close();
  await site?.close();
  vi.restoreAllMocks();
});

const declared = () =>
  site.app.declared.filter(({ method, url }) => url.startsWith('/v1/') && method !== 'HEAD');
const pathOf = (url: string) => url.replace(/:[a-z]*id\b/g, '2147483647').replace(/:\w+/g, 'none');

test('every route works from the snapshot or is refused with its reason, as declared', async () => {
  for (const [n, { method, url, access, config }] of declared().entries()) {
    // WebSocket routes cannot be requested with `inject`.
    if (!needsLogin(access)) continue;
    const answer = await away.inject({
      method: method as 'GET',
      url: pathOf(url),
      // Avoids the rate limit per address.
      remoteAddress: `10.0.${n >> 8}.${n & 255}`,
      headers: { access_token: token, lang: 'en' },
      ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
    });
    const refused = answer.statusCode === 409 && answer.json().key === 'common.databaseAway';
    if (url !== '/v1/logout') expect(refused, `${method} ${url}`).toBe(!worksFromSnapshot(url, config));
    if (url === '/v1/logout') token = await site.login();
  }
});

test('routes that work from the snapshot read only its tables', async () => {
  const without = Object.keys(excludedTables);
  const all: string[] = [];
  for (const { method, url, access, config } of declared()) {
    if (method !== 'GET' || !needsLogin(access) || !worksFromSnapshot(url, config)) continue;
    const statements: string[] = [];
    await own.run(statements, () => site.call('GET', pathOf(url), { token }));
    all.push(...statements);
    const read = statements.join('\n').matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/gi);
    expect(
      [...read].map(([, name = '']) => name).filter((name) => without.includes(name)),
      url,
    ).toEqual([]);
  }
  expect(all.join('\n')).toContain('"linkage_task"');
});

test('no change or creation of rows is declared as working from the snapshot', () => {
  const works = declared().filter(({ url, config }) => worksFromSnapshot(url, config));
  const changes = works.filter(({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method));
  expect(changes.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  const quiet = works.filter(({ method, config }) => method === 'POST' && config.emergency !== true);
  expect(quiet.map(({ url }) => url).sort()).toEqual([
    '/v1/alarm_plan/dry_run',
    '/v1/linkage_task/:id/dry_run',
    '/v1/listen/ticket',
    '/v1/login',
    '/v1/logout',
    '/v1/profile/active',
    '/v1/socket/ticket',
    '/v1/talk/preview',
    '/v1/talk/ticket',
    '/v1/task/dry_run',
  ]);
});
