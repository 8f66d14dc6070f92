import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import { examples } from '../../../server/platform/api/examples.ts';
import { operations } from '../../../server/start/api/operations.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';
import { failuresListed, failuresThrown, isMade } from './failures.ts';
import { type ApiDocument, codesOf, documentFields, operationsOf } from './walkDocument.ts';

let site: TestApp;
let document: ApiDocument;

beforeAll(async () => {
  site = await createTestApp();
  document = (await site.app.inject('/v1/openapi.json')).json();
});
afterAll(() => site.close());

const twice = (texts: (string | undefined)[]) => texts.filter((text, i) => texts.indexOf(text) !== i);

test('every operation has an id, a tag, a summary and a description of its own', () => {
  const all = operationsOf(document);
  expect(all.length).toBeGreaterThan(400);
  const bad = all.filter(
    ([, { summary = '', description = '', operationId = '', tags = [] }]) =>
      summary === '' ||
      summary.length > 72 ||
      description.length < 20 ||
      !/^[a-z][A-Za-z0-9]+$/.test(operationId) ||
      tags.length !== 1,
  );
  expect(bad.map(([name]) => name)).toEqual([]);
  expect(twice(all.map(([, { summary }]) => summary))).toEqual([]);
  expect(twice(all.map(([, { operationId }]) => operationId))).toEqual([]);
});

test('the documentation has no texts of operations that do not exist', () => {
  const names = new Set(operationsOf(document).map(([name]) => name.replace(/\{(\w+)\}/g, ':$1')));
  expect(Object.keys(operations).filter((name) => !names.has(name))).toEqual([]);
});

test('every tag is described', () => {
  const used = new Set(operationsOf(document).flatMap(([, { tags = [] }]) => tags));
  expect([...used].sort()).toEqual(document.tags.map(({ name }) => name).sort());
});

test('every field and parameter is described', () => {
  const fields = documentFields(document);
  expect(fields.length).toBeGreaterThan(2_000);
  const bare = fields.filter(([, field]) => field.description === undefined || field.description === '');
  expect([...new Set(bare.map(([way]) => way))]).toEqual([]);
});

test('the description of a field explains every code that it accepts', () => {
  // Permission keys are listed in contract/api/permissions.ts; their names explain them.
  const isKeys = (codes: unknown[]) => codes.length === permissionKeys.length;
  const bad = documentFields(document).flatMap(([way, field]) => {
    const codes = codesOf(field);
    if (codes.length < 2 || isKeys(codes)) return [];
    const missing = codes.filter((code) => code !== '' && !field.description?.includes(`\`${code}\``));
    return missing.length === 0 ? [] : [`${way}: ${missing.join(', ')}`];
  });
  expect([...new Set(bad)]).toEqual([]);
});

test('every documented failure is used somewhere, and every failure that the server throws is documented', () => {
  const listed = failuresListed(document);
  expect(listed.size).toBeGreaterThan(100);
  expect([...listed].filter((failure) => !isMade(failure))).toEqual([]);
  const thrown = failuresThrown();
  expect(thrown.size).toBeGreaterThan(100);
  expect([...thrown].filter((failure) => !listed.has(failure))).toEqual([]);
});

test('every example is a valid body of its route, and no example is unused', () => {
  const bodies = new Map(
    site.app.declared.map(({ method, url, body }) => [`${method} ${url.replace(/:(\w+)/g, '{$1}')}`, body]),
  );
  const made = operationsOf(document).flatMap(([name, { requestBody }]) => {
    const example = requestBody?.content['application/json']?.example;
    return example === undefined ? [] : [[name, example] as const];
  });
  expect(made.length).toBeGreaterThan(Object.keys(examples).length + 50);
  const bad = [...made, ...Object.entries(examples)].flatMap(([name, example]) => {
    const body = bodies.get(name);
    if (!(body instanceof z.ZodType)) return [`${name}: there is no such body`];
    const { error } = body.safeParse(example);
    return error === undefined ? [] : [`${name}: ${error.message}`];
  });
  expect(bad).toEqual([]);
});

test('every operation that creates, changes, broadcasts or alarms has an example', () => {
  const wanted = operationsOf(document).filter(
    ([name, { operationId = '', requestBody }]) =>
      requestBody?.content['application/json'] !== undefined &&
      (/^(create|update|start)[A-Z]/.test(operationId) || /\/v1\/(task|alarm_plan)(\/|$)/.test(name)),
  );
  expect(wanted.length).toBeGreaterThan(50);
  const bare = wanted.filter(
    ([, { requestBody }]) => requestBody?.content['application/json']?.example === undefined,
  );
  expect(bare.map(([name]) => name)).toEqual([]);
});

test('the API description is sent compressed if accepted, and not sent again to a client that has it', async () => {
  const url = '/v1/openapi.json';
  const packed = await site.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(document);
  const again = await site.app.inject({ url, headers: { 'if-none-match': String(packed.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await site.app.inject({ url, headers: { 'if-none-match': 'W/"other"' } })).statusCode).toBe(200);
});
