import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VersionInfo } from '../../../contract/entities/site/version.ts';
import { systemRoutes } from '../../../server/platform/config/system.routes.ts';
import type { Db } from '../../../server/platform/db/client.ts';
import { createReadiness } from '../../../server/platform/health/readiness.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ BRAND: 'whistle' });
});
afterAll(() => site.close());

test('BRAND selects the profile of the console, readable without a login', async () => {
  const { body } = await site.call('GET', '/v1/brand');
  expect(body.value).toMatchObject({ id: 'whistle' });
});

test('an unknown brand is refused at the start, with the available names', async () => {
  await expect(createTestApp({ BRAND: 'nobody' })).rejects.toThrow(/BRAND=nobody: must be one of .*whistle/);
});

test('health, readiness, metrics, OpenAPI and the site clock answer without a login', async () => {
  expect((await site.app.inject('/healthz')).statusCode).toBe(200);
  expect((await site.app.inject('/readyz')).statusCode).toBe(200);
  expect((await site.app.inject('/metrics')).body).toContain('process_cpu_seconds_total');
  const paths = Object.keys((await site.app.inject('/v1/openapi.json')).json().paths);
  expect(paths).toContain('/v1/login');
  expect((await site.call('GET', '/v1/clock')).body.value).toMatchObject({ time_zone: 'Asia/Shanghai' });
});

test('readiness answers 503 while the database is away, as a probe outside of the API', async () => {
  const probes = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  const away = { execute: () => Promise.reject(new Error('away')) } as unknown as Db;
  systemRoutes(probes, { ...site.deps, ports: site.deps.ports.query, db: away, metrics: new Registry() });
  expect((await probes.inject('/readyz')).statusCode).toBe(503);
  expect((await probes.inject('/healthz')).statusCode).toBe(200);
  await probes.close();
});

test('readiness of a database that hangs is negative, with one query however often the probe comes', async () => {
  let requests = 0;
  const answer = Promise.withResolvers<unknown>();
  const hung = {
    execute: () => {
      requests += 1;
      return answer.promise;
    },
  } as unknown as Db;
  const isReady = createReadiness(hung, 1);
  expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([false, false, false]);
  expect([await isReady(), requests]).toEqual([false, 1]);
  answer.resolve({ rows: [] });
  await answer.promise;
  await expect.poll(() => isReady()).toBe(true);
  expect(requests).toBeGreaterThan(1);
});

test('column layouts are kept per account', async () => {
  const token = await site.login();
  const layout = [{ colId: 'name', width: 120 }];
  await site.call('PUT', '/v1/preference/grid.device', { token, body: { value: layout } });
  expect((await site.call('GET', '/v1/preference/grid.device', { token })).body.value).toEqual(layout);
  expect((await site.call('GET', '/v1/preference/grid.other', { token })).body.value).toBeNull();
  const huge = { value: 'x'.repeat(40_000) };
  expect((await site.call('PUT', '/v1/preference/grid.device', { token, body: huge })).status).toBe(413);
});

test('versions and licences are readable with their permission only', async () => {
  const token = await site.login();
  const value = (await site.call('GET', '/v1/version', { token })).body.value as VersionInfo;
  expect(value).toMatchObject({ node: process.versions.node, protocol: 1 });
  expect(value.server).toMatch(/^\d+\.\d+\.\d+/);
  expect(value.database).toMatch(/^\d+/);
  const fastify = value.licences.find(({ name }) => name === 'fastify');
  expect(fastify).toMatchObject({ licence: 'MIT', version: expect.stringMatching(/^\d/) });
  // Development dependencies are left out.
  expect(value.licences.map(({ name }) => name)).not.toContain('vitest');
  expect((await site.call('GET', '/v1/version')).status).toBe(401);
});
