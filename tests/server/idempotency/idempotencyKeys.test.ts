import { afterAll, beforeAll, expect, test } from 'vitest';
import { exceptionOf } from '../../../contract/api/idempotencyExceptions.ts';
import { needsLogin } from '../../../server/platform/http/access.ts';
import { createKeys, type Work } from '../../../server/platform/idempotency/idempotencyKeys.ts';
import { sealOf } from '../../../server/platform/idempotency/seal.ts';
import { createRetention } from '../../../server/platform/retention/retention.ts';
import { lostRuleOf } from '../../../src/api/lostLink.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
});
afterAll(() => site.close());

let count = 0;
/** Role with a new name. */
const role = () => ({ code: `ROLE${++count}`, name: `Role ${count}`, permissions: ['list_device'] });
const post = (url: string, key: string, body: object, by = token) =>
  site.call('POST', url, { token: by, body, headers: { 'idempotency-key': key } });
const roles = async () =>
  (await site.database.pool.query<{ code: string }>('select code from role')).rows.map(({ code }) => code);
const stored = async () => (await site.database.pool.query('select * from idempotency_key')).rows;

test('a request repeated with its key is done once, and has the same response', async () => {
  const body = role();
  const first = await post('/v1/role', 'again', body);
  expect(first.status).toBe(200);
  expect(await post('/v1/role', 'again', body)).toMatchObject({ status: 200, body: first.body });
  expect(await post('/v1/role', '"again"', body)).toMatchObject({ status: 200, body: first.body });
  const headersOf = async (key: string) =>
    (
      await site.app.inject({
        method: 'POST',
        url: '/v1/role',
        headers: { access_token: token, 'idempotency-key': key },
        payload: key === 'again' ? body : role(),
      })
    ).headers['idempotent-replayed'];
  expect(await headersOf('again')).toBe('true');
  expect(await headersOf('new')).toBeUndefined();
  expect((await roles()).filter((code) => code === body.code)).toHaveLength(1);
});

test('different content under the same key is refused, with its own code', async () => {
  await post('/v1/role', 'other', role());
  const answer = await post('/v1/role', 'other', role());
  expect(answer).toMatchObject({ status: 409, body: { code: 994, key: 'repeat.otherBody' } });
});

test('a key belongs to its account and its operation', async () => {
  const body = role();
  const made = await post('/v1/role', 'mine', body);
  const { rows } = await site.database.pool.query<{ role_id: number }>('select role_id from account');
  const user = {
    ...{ code: 'mate', name: 'Mate', password: 'Correct-Horse-2' },
    ...{ role_id: rows[0]?.role_id, all_zones: true },
  };
  expect((await post('/v1/user', 'mine', user)).status).toBe(200);
  const mate = await site.login('mate', 'Correct-Horse-2');
  const theirs = await post('/v1/role', 'mine', role(), mate);
  expect(theirs.status).toBe(200);
  expect(theirs.body.value).not.toEqual(made.body.value);
});

test('two at the same moment are done once', async () => {
  const body = role();
  const answers = await Promise.all([1, 2, 3].map(() => post('/v1/role', 'both', body)));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: answers[0]?.body });
  expect((await roles()).filter((code) => code === body.code)).toHaveLength(1);
});

test('a request refused before it took effect may be repeated with its key', async () => {
  const taken = role();
  await post('/v1/role', 'taken', taken);
  expect((await post('/v1/role', 'free', taken)).status).toBe(409);
  await site.database.pool.query('delete from role where code = $1', [taken.code]);
  expect((await post('/v1/role', 'free', taken)).status).toBe(200);
});

test('changes and deletions are covered as well', async () => {
  const made = (await post('/v1/role', 'row', role())).body.value as { id: number; rev: number };
  const headers = { 'idempotency-key': 'row' };
  const change = () =>
    site.call('PATCH', `/v1/role/${made.id}`, { token, headers, body: { name: 'New', rev: made.rev } });
  const removal = () => site.call('DELETE', `/v1/role/${made.id}`, { token, headers });
  for (const act of [change, change, removal, removal]) expect((await act()).status).toBe(200);
});

test('neither keys nor requests nor responses are readable in the database', async () => {
  const body = { ...role(), name: 'Unreadable' };
  await post('/v1/role', 'unreadable-key', body);
  const text = JSON.stringify(await stored());
  expect(text).not.toMatch(/unreadable/i);
});

test('a key expires after 24 hours, and is deleted', async () => {
  let now = Date.now();
  const journal = { add: () => {}, safe: async () => {} };
  const log = { warn: () => {} };
  const keys = await createKeys({ db: site.deps.db, journal, retentionNow: () => now, log });
  const seal = sealOf('old');
  const request = { account: 1, route: 'POST /v1/x', key: seal.name, fingerprint: 'f', isEmergency: false };
  let runs = 0;
  const work: Work = {
    seal,
    run: async () => ({ status: 200, body: String(++runs) }),
    failed: () => ({ status: 400, body: '' }),
  };
  const answer = async () => (await keys.answer(request, work)).body;
  expect([await answer(), await answer()]).toEqual(['1', '1']);
  now += 86_399_000;
  expect(await answer()).toBe('1');
  now += 2_000;
  expect([await answer(), await answer()]).toEqual(['2', '2']);

  const before = (await stored()).length;
  const retention = createRetention({ ...site.deps, log: { info: () => {}, error: () => {} } });
  const { idempotency_key: deleted } = await retention.run(now / 1000 + 86_300);
  expect(deleted).toBe(before - 1);
  expect(await stored()).toHaveLength(1);
  await retention.run(now / 1000 + 86_500);
  expect(await stored()).toEqual([]);
  await retention.close();
});

test('every operation that changes something accepts a key, or is listed with its reason', async () => {
  const routes = site.app.declared.filter(({ method }) =>
    ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method),
  );
  const taking: string[] = [];
  for (const { method, url, access } of routes) {
    if (exceptionOf(method, url) !== undefined || access === 'terminal') continue;
    expect(needsLogin(access), `${method} ${url}`).toBe(true);
    const answer = await site.app.inject({
      method: method as 'POST',
      url: url.replace(/:\w+/g, '1'),
      headers: { access_token: token, 'idempotency-key': 'two words' },
      remoteAddress: `10.0.${taking.length >> 8}.${taking.length & 255}`,
    });
    expect(answer.json().key, `${method} ${url}`).toBe('repeat.invalidKey');
    taking.push(`${method} ${url}`);
  }
  expect(taking.length).toBeGreaterThan(150);
  const excepted = routes.filter(({ method, url }) => exceptionOf(method, url) !== undefined);
  expect(excepted.length + taking.length).toBe(routes.length);

  type Operations = Record<string, { parameters?: { $ref?: string }[] }>;
  const { paths } = (await site.app.inject('/v1/openapi.json')).json() as {
    paths: Record<string, Operations>;
  };
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters }]) => parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')))
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(described.sort()).toEqual(taking.sort());
});

test('every request of a person has a rule for a lost link, also each action of a batch', async () => {
  interface Part {
    $ref?: string;
    const?: string;
    enum?: string[];
    properties?: { action?: Part };
    anyOf?: Part[];
    oneOf?: Part[];
    allOf?: Part[];
  }
  type Operation = { requestBody?: { content?: Record<string, { schema?: Part }> } };
  const { paths, components } = (await site.app.inject('/v1/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Part> };
  };
  const whole = (part: Part): Part =>
    part.$ref === undefined ? part : whole(components.schemas[part.$ref.split('/').at(-1) ?? ''] ?? {});
  const valuesOf = (part: Part): string[] => whole(part).enum ?? [whole(part).const ?? []].flat();
  const actionsOf = (named: Part): string[] => {
    const { properties, anyOf = [], oneOf = [], allOf = [] } = whole(named);
    const own = properties?.action === undefined ? [] : valuesOf(properties.action);
    return [...own, ...[...anyOf, ...oneOf, ...allOf].flatMap(actionsOf)];
  };
  const lacking: string[] = [];
  let batches = 0;
  for (const { method, url, access } of site.app.declared) {
    const isOfPerson = access !== 'terminal' && !/^\/v1\/integration\/:id\/(trigger|cap)$/.test(url);
    if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) || !isOfPerson) continue;
    const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const schema = operation?.requestBody?.content?.['application/json']?.schema ?? {};
    const isByAction = /\/batch$|\/io\/output$/.test(url);
    const actions = isByAction ? actionsOf(schema) : [undefined];
    if (isByAction && actions.length > 0) batches += 1;
    else if (isByAction) lacking.push(`${url}: no action in ${JSON.stringify(schema).slice(0, 300)}`);
    for (const action of actions)
      if (lostRuleOf({ method, path: url, body: { action } }) === undefined)
        lacking.push(`${method} ${url} ${action ?? ''}`);
  }
  expect(lacking).toEqual([]);
  expect(batches).toBeGreaterThan(20);
});
